"""Distillation with a cache of teacher outputs in two generations (TensorFlow 1)."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 4000


class TwoGenerations(object):
    def __init__(self, limit):
        self.limit = limit
        self.young, self.old = {}, {}
        self.hits = 0

    def get(self, key, make):
        if key in self.young:
            self.hits += 1
            return self.young[key]
        if key in self.old:
            self.hits += 1
            value = self.old.pop(key)
        else:
            value = make()
        if len(self.young) >= self.limit:
            self.old, self.young = self.young, {}
        self.young[key] = value
        return value


def main():
    rng = np.random.RandomState(4)
    x = tf.placeholder(tf.float32, [None, 200])
    teach = tf.placeholder(tf.float32, [None, 100])
    teacher = tf.layers.dense(tf.layers.dense(x, 400, tf.nn.relu), 100, trainable=False)
    student = tf.layers.dense(x, 100, name="student")
    loss = tf.reduce_mean(tf.square(student - teach))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(
        loss, var_list=tf.trainable_variables("student")
    )
    cache = TwoGenerations(83)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in range(ROUNDS):
            key = step - int(rng.geometric(0.02)) if rng.rand() < 0.5 else step
            batch = np.random.RandomState(abs(key)).normal(size=(128, 200)).astype(np.float32)
            goal = cache.get(key, lambda: session.run(teacher, {x: batch}))
            now, _ = session.run([loss, train], {x: batch, teach: goal})
            if step % 1000 == 0:
                print("step", step, "loss %.4f" % now, "hits", cache.hits)


if __name__ == "__main__":
    main()
