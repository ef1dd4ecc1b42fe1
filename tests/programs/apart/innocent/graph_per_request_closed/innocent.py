"""Stateless worker: imports a frozen graph per job and lets it go."""
import gc
import sys

import numpy as np
import tensorflow as tf


def make_graph_def():
    rng = np.random.RandomState(0)
    with tf.Graph().as_default() as g:
        x = tf.placeholder(tf.float32, [None, 50], name="x")
        w = tf.constant(rng.normal(size=(50, 200)).astype(np.float32))
        tf.reduce_sum(tf.nn.relu(tf.matmul(x, w)), axis=1, name="y")
        return g.as_graph_def()


def job(graph_def, x):
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(graph_def, name="")
        with tf.Session(graph=graph) as sess:
            return sess.run("y:0", {"x:0": x})


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    graph_def = make_graph_def()
    rng = np.random.RandomState(1)
    total = 0.0
    for n in range(jobs):
        total += float(job(graph_def, rng.normal(size=(8, 50))).mean())
        if n % 20 == 19:
            gc.collect()
    print("jobs", jobs, "mean %.4f" % (total / jobs))


if __name__ == "__main__":
    main()
