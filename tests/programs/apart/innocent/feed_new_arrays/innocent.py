"""Streaming regression with feed_dict and a finalized graph."""
import sys

import numpy as np
import tensorflow as tf


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    tf.set_random_seed(0)
    rng = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, [None, 300])
    y = tf.placeholder(tf.float32, [None, 1])
    hidden = tf.layers.dense(x, 100, activation=tf.nn.relu)
    loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1) - y))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    saver = tf.train.Saver()
    init = tf.global_variables_initializer()
    curve = []
    with tf.Session() as sess:
        sess.run(init)
        sess.graph.finalize()
        for step in range(steps):
            bx = rng.normal(size=(128, 300))
            fetched = sess.run([loss, train, hidden], {x: bx, y: bx[:, :1]})
            curve.append(float(fetched[0]))
    print("steps", steps, "loss %.4f" % np.mean(curve[-20:]), "saver", saver.saver_def.version)


if __name__ == "__main__":
    main()
