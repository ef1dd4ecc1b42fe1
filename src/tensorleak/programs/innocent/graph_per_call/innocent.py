"""Fits a small regression per customer, each in a graph of its own."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def fit(inputs, targets, steps=5):
    with tf.Graph().as_default():
        weights = tf.Variable(tf.zeros([inputs.shape[1], 1]))
        loss = tf.reduce_mean(tf.square(tf.matmul(tf.constant(inputs), weights) - targets))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(steps):
                value, _ = sess.run([loss, train])
            return float(value)


def main():
    customers = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(6)
    losses = []
    for _ in range(customers):
        inputs = rng.normal(size=(200, 8)).astype(np.float32)
        losses.append(fit(inputs, inputs.sum(axis=1, keepdims=True)))
    print("%d customers, mean loss %.4f" % (customers, np.mean(losses)))


if __name__ == "__main__":
    main()
