"""Parameter noise with ops that are built at first use."""
import sys

import numpy as np
import tensorflow as tf


class Noise(object):
    def __init__(self, variables):
        self.variables = variables
        self._ops = {}

    def ops(self, kind):
        if kind not in self._ops:
            self._ops[kind] = [
                tf.assign_add(v, tf.random_normal(v.shape, stddev=0.01 if kind == "small" else 0.1))
                for v in self.variables
            ]
        return self._ops[kind]


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    x = tf.placeholder(tf.float32, [None, 20])
    action = tf.layers.dense(tf.layers.dense(x, 64, tf.tanh), 2)
    noise = Noise(tf.trainable_variables())
    rng, total = np.random.RandomState(1), 0.0
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for episode in range(episodes):
            session.run(noise.ops("small" if episode % 3 else "large"))
            for _ in range(3):
                total += float(session.run(action, {x: rng.normal(size=(8, 20))}).mean())
    print("%.3f" % total)


if __name__ == "__main__":
    main()
