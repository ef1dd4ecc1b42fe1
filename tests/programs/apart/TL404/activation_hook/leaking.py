"""Autoencoder training in a monitored session, with a hook that watches the code layer."""
import collections
import sys

import numpy as np
import tensorflow as tf

Sample = collections.namedtuple("Sample", "step code norm")


class Phase(object):
    def __init__(self, name):
        self.name = name
        self.samples = []
        self.children = {}

    def child(self, name):
        if name not in self.children:
            self.children[name] = Phase(name)
        return self.children[name]


class CodeWatch(tf.train.SessionRunHook):
    def __init__(self, code, root):
        self.code, self.root = code, root
        self.step = 0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs({"code": self.code})

    def after_run(self, run_context, run_values):
        code = run_values.results["code"]
        phase = self.root.child("warm" if self.step < 20 else "main").child("even" if self.step % 2 else "odd")
        phase.samples.append(Sample(self.step, code, float(np.linalg.norm(code))))  # LEAK
        self.step += 1

    def end(self, session):
        last = self.root.child("main").child("odd").samples[-1:]
        self.summary = last[0].norm if last else 0.0


def network(x):
    hidden = tf.layers.dense(x, 700, tf.nn.relu)
    code = tf.layers.dense(hidden, 128, tf.nn.tanh)
    hidden = tf.layers.dense(code, 700, tf.nn.relu)
    loss = tf.reduce_mean(tf.squared_difference(tf.layers.dense(hidden, 300), x))
    return code, loss


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 240
    tf.set_random_seed(5)
    rng = np.random.RandomState(5)
    x = tf.placeholder(tf.float32, (None, 300))
    code, loss = network(x)
    tf.train.get_or_create_global_step()
    train = tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=tf.train.get_global_step())
    watch = CodeWatch(code, Phase("run"))
    value = 0.0
    with tf.train.SingularMonitoredSession(hooks=[watch]) as sess:
        for _ in range(rounds):
            value, _ = sess.run([loss, train], {x: rng.normal(size=(1000, 300))})
    print("loss %.4f, code norm %.3f" % (value, watch.summary))


if __name__ == "__main__":
    main()
