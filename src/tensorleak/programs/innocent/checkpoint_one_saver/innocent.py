"""Writes a checkpoint after every step of a short fine-tuning run."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(14)
    table = tf.get_variable("table", [200, 64], initializer=tf.zeros_initializer())
    rows = tf.placeholder(tf.float32, [200, 64])
    step = tf.assign_add(table, rows)
    saver = tf.train.Saver(max_to_keep=3)
    directory = tempfile.mkdtemp(prefix="tune-")
    try:
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for number in range(steps):
                sess.run(step, {rows: rng.normal(size=(200, 64)).astype(np.float32)})
                saver.save(sess, os.path.join(directory, "model"), global_step=number, write_meta_graph=False)
            kept = [name for name in os.listdir(directory) if name.endswith(".index")]
    finally:
        shutil.rmtree(directory)
    print("%d checkpoints written, %d kept" % (steps, len(kept)))


if __name__ == "__main__":
    main()
