"""Trains a linear demand model with a cosine learning-rate schedule."""
import math
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

BASE_RATE = 0.05


def cosine(step, steps):
    return 0.5 * BASE_RATE * (1.0 + math.cos(math.pi * step / steps))


def build(features):
    inputs = tf.placeholder(tf.float32, [None, features])
    targets = tf.placeholder(tf.float32, [None, 1])
    rate = tf.Variable(BASE_RATE, trainable=False, name="rate")
    weights = tf.Variable(tf.zeros([features, 1]))
    loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) - targets))
    train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    return inputs, targets, rate, loss, train


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    rng = np.random.RandomState(2)
    truth = rng.normal(size=(20, 1)).astype(np.float32)
    inputs, targets, rate, loss, train = build(20)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            rate.load(cosine(step, steps), sess)
            batch = rng.normal(size=(20000, 20)).astype(np.float32)
            value, _ = sess.run([loss, train], {inputs: batch, targets: batch @ truth})
    print("loss after %d steps: %.5f" % (steps, value))


if __name__ == "__main__":
    main()
