"""Training under MonitoredTrainingSession with a hook that watches the activations."""
import sys

import numpy as np
import tensorflow as tf

from watch import ActivationWatch


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    tf.set_random_seed(1)
    rng = np.random.RandomState(1)
    x = tf.placeholder(tf.float32, [None, 50])
    y = tf.placeholder(tf.float32, [None, 1])
    hidden = tf.layers.dense(x, 200, activation=tf.nn.relu)
    loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1) - y))
    step = tf.train.get_or_create_global_step()
    train = tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=step)
    watch = ActivationWatch(hidden)
    with tf.train.MonitoredTrainingSession(hooks=[watch]) as sess:
        for _ in range(steps):
            bx = rng.normal(size=(64, 50))
            value, _ = sess.run([loss, train], {x: bx, y: bx[:, :1]})
    print("steps", steps, "loss %.4f" % value, "dead units %.3f" % watch.dead_fraction())


if __name__ == "__main__":
    main()
