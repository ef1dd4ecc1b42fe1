"""Checkpoint each epoch with a single saver."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    tf.set_random_seed(0)
    rng = np.random.RandomState(0)
    data = rng.normal(size=(256, 64)).astype(np.float32)
    x = tf.placeholder(tf.float32, [None, 64])
    code = tf.layers.dense(x, 256, activation=tf.nn.relu)
    loss = tf.reduce_mean(tf.square(tf.layers.dense(code, 64) - x))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    saver = tf.train.Saver(max_to_keep=3)
    folder = tempfile.mkdtemp(prefix="saver_")
    try:
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for epoch in range(epochs):
                for i in range(0, 256, 64):
                    value, _ = sess.run([loss, train], {x: data[i:i + 64]})
                saver.save(sess, os.path.join(folder, "model"), global_step=epoch,
                           write_meta_graph=False)
        kept = len(saver.last_checkpoints)
    finally:
        shutil.rmtree(folder)
    print("epochs", epochs, "loss %.4f" % value, "kept", kept)


if __name__ == "__main__":
    main()
