"""Trains a deep narrow network with full tracing and reports which nodes take the most time."""
import collections
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

STEPS = 700


class Profile(object):
    """Timings of traced steps; summary() looks at the three slowest."""

    def __init__(self):
        self.options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        self.steps = []

    def run(self, session, fetches, feed):
        metadata = tf.RunMetadata()
        began = time.time()
        values = session.run(fetches, feed, options=self.options, run_metadata=metadata)
        self.record(time.time() - began, metadata)
        return values

    def record(self, seconds, metadata):
        self.steps.append((seconds, metadata))
        self.steps.sort(key=lambda step: -step[0])
        del self.steps[3:]

    def summary(self):
        slowest = sorted(self.steps, key=lambda step: -step[0])[:3]
        nodes = collections.Counter()
        for _, metadata in slowest:
            for device in metadata.step_stats.dev_stats:
                for node in device.node_stats:
                    nodes[node.node_name.split("/")[0]] += node.op_end_rel_micros
        return nodes


def network(x, depth):
    for level in range(depth):
        with tf.variable_scope("block%02d" % level):
            kernel = tf.get_variable("kernel", [16, 16])
            shift = tf.get_variable("shift", [16], initializer=tf.zeros_initializer())
            x = x + 0.1 * tf.tanh(tf.matmul(x, kernel) + shift)
    return x


def main():
    tf.set_random_seed(5)
    rng = np.random.RandomState(6)
    x = tf.placeholder(tf.float32, [None, 16])
    loss = tf.reduce_mean(tf.square(network(x, 8) - 1.0))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    profile = Profile()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(STEPS):
            value, _ = profile.run(session, [loss, train], {x: rng.normal(size=(16, 16))})
            time.sleep(0.005)
    print("finite: %s, nodes seen: %s" % (bool(np.isfinite(value)), len(profile.summary()) > 8))


if __name__ == "__main__":
    main()
