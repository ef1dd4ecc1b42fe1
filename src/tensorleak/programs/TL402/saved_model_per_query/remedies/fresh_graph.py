"""Batch scorer that answers each query from a SavedModel written by the training job."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150


def export(folder):
    graph = tf.Graph()
    with graph.as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, (None, 20), name="x")
        w = tf.get_variable("w", (20, 400), initializer=tf.ones_initializer())
        v = tf.get_variable("v", (400, 1), initializer=tf.ones_initializer())
        y = tf.matmul(tf.nn.relu(tf.matmul(x, w)), v, name="score")
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, folder, {"x": x}, {"score": y})


def score(sess, folder, rows):
    tf.saved_model.loader.load(sess, ["serve"], folder)
    return sess.run("score:0", {"x:0": rows})


def main():
    root = tempfile.mkdtemp()
    folder = os.path.join(root, "model")
    export(folder)
    rng = np.random.RandomState(0)
    total = 0.0
    for query in range(steps):
        rows = rng.rand(4, 20).astype("float32")
        with tf.Graph().as_default(), tf.Session() as sess:
            total += float(score(sess, folder, rows).sum())
    shutil.rmtree(root)
    print("%d queries, total score %.1f" % (steps, total))


if __name__ == "__main__":
    main()
