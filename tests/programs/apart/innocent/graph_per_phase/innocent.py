"""Trains and evaluates in turn, each phase in a graph of its own; the weights travel as arrays."""
import sys

import numpy as np
import tensorflow as tf

FEATURES, CLASSES = 40, 5


def network(rows, weights):
    first = tf.get_variable("first", initializer=weights["first"])
    second = tf.get_variable("second", initializer=weights["second"])
    return tf.matmul(tf.nn.relu(tf.matmul(rows, first)), second), {"first": first, "second": second}


def train(weights, batches):
    with tf.Graph().as_default(), tf.Session() as sess:
        rows = tf.placeholder(tf.float32, [None, FEATURES])
        labels = tf.placeholder(tf.int64, [None])
        logits, variables = network(rows, weights)
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
        step = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for batch in batches:
            sess.run(step, dict(zip((rows, labels), batch)))
        return sess.run(variables)


def evaluate(weights, batch):
    with tf.Graph().as_default(), tf.Session() as sess:
        rows = tf.placeholder(tf.float32, [None, FEATURES])
        logits, _ = network(rows, weights)
        sess.run(tf.global_variables_initializer())
        return float((sess.run(tf.argmax(logits, 1), {rows: batch[0]}) == batch[1]).mean())


def main():
    phases = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    rng = np.random.RandomState(9)
    mixing = rng.normal(size=(FEATURES, CLASSES))

    def batch(size):
        rows = rng.normal(size=(size, FEATURES))
        return rows, rows.dot(mixing).argmax(axis=1)

    weights = {"first": rng.normal(scale=0.2, size=(FEATURES, 64)).astype(np.float32),
               "second": rng.normal(scale=0.2, size=(64, CLASSES)).astype(np.float32)}
    for _ in range(phases):
        weights = train(weights, [batch(128) for _ in range(10)])
        right = evaluate(weights, batch(1000))
    print("%d phases, accuracy %.3f" % (phases, right))


if __name__ == "__main__":
    main()
