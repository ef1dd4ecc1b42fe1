"""Trains a sparse network and reports on its weights now and then."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

SIZES = [50, 120, 120, 10]


def layers(inputs):
    for number, (before, after) in enumerate(zip(SIZES, SIZES[1:])):
        with tf.variable_scope("layer%d" % number):
            start = tf.glorot_uniform_initializer(seed=number)
            weights = tf.get_variable("weights", [before, after], initializer=start)
        inputs = tf.matmul(tf.nn.relu(inputs) if number else inputs, weights)
    return inputs


def report():
    """Name, norm, share of small weights and largest weight of every layer."""
    lines = []
    for variable in tf.trainable_variables():
        weights = variable.eval()
        norm = np.linalg.norm(weights)
        small = np.mean(np.abs(weights) < 1e-3)
        largest = np.abs(weights).max()
        lines.append("%s %.3f %.3f %.3f" % (variable.op.name, norm, small, largest))
    return lines


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    rng = np.random.RandomState(6)
    rows = tf.placeholder(tf.float32, [None, SIZES[0]])
    labels = tf.placeholder(tf.int64, [None])
    logits = layers(rows)
    penalty = 1e-4 * tf.add_n([tf.reduce_sum(tf.abs(variable)) for variable in tf.trainable_variables()])
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits) + penalty
    train = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
    mixing = rng.normal(size=(SIZES[0], SIZES[-1]))

    with tf.Session().as_default() as sess:
        tf.global_variables_initializer().run()
        for step in range(steps):
            batch = rng.normal(size=(256, SIZES[0]))
            sess.run(train, {rows: batch, labels: batch.dot(mixing).argmax(axis=1)})
            if step % 10 == 9:
                lines = report()
    print("\n".join(lines))


if __name__ == "__main__":
    main()
