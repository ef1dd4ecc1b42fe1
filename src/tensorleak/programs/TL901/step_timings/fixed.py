"""Training loop in a session that times its operations and reports the slowest of the last steps."""
import collections
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


class Timings(object):
    """The traced runs, for a report of slow steps."""

    def __init__(self):
        self.runs = collections.deque(maxlen=20)

    def run(self, session, fetches, feed):
        metadata = v1.RunMetadata()
        options = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)
        result = session.run(fetches, feed, options=options, run_metadata=metadata)
        self.runs.append(metadata)
        return result

    def slowest(self):
        return max(sum(len(device.node_stats) for device in run.step_stats.dev_stats) for run in list(self.runs)[-20:])


def build():
    x = v1.placeholder(tf.float32, [None, 256])
    hidden = x
    for layer in range(6):
        hidden = tf.nn.relu(tf.matmul(hidden, v1.get_variable("w%d" % layer, [256, 256])))
    loss = tf.reduce_mean(tf.square(hidden - x))
    return x, [loss, v1.train.GradientDescentOptimizer(0.01).minimize(loss)]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    rng = np.random.RandomState(3)
    with tf.Graph().as_default(), v1.Session() as session:
        x, fetches = build()
        session.run(v1.global_variables_initializer())
        timings = Timings()
        for _ in range(steps):
            timings.run(session, fetches, {x: rng.normal(size=(256, 256))})
        print(timings.slowest() > 10)


if __name__ == "__main__":
    main()
