"""Repeated cross-validation; each fold trains in its own graph."""
import contextlib
import gc
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


@contextlib.contextmanager
def fresh_session():
    graph = tf.Graph()
    with graph.as_default():
        tf.set_random_seed(0)
        with tf.Session(graph=graph) as sess:
            yield sess


def fold(x, y, k, total):
    mask = np.arange(len(x)) % total == k
    return x[~mask], y[~mask], x[mask], y[mask]


def fit(sess, x, y, steps=4):
    tx = tf.placeholder(tf.float32, (None, x.shape[1]))
    ty = tf.placeholder(tf.float32, (None, 1))
    w = tf.get_variable("w", (x.shape[1], 1), initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(tx, w) - ty))
    train = tf.assign_sub(w, 0.3 * tf.gradients(loss, w)[0])
    sess.run(tf.global_variables_initializer())
    for _ in range(steps):
        sess.run(train, {tx: x, ty: y})
    return lambda a, b: float(sess.run(loss, {tx: a, ty: b}))


def main():
    rng = np.random.RandomState(80)
    x = rng.normal(size=(100, 20)).astype(np.float32)
    y = x.dot(rng.normal(size=(20, 1))).astype(np.float32)
    scores = []
    for n in range(1, 401):
        xtr, ytr, xte, yte = fold(x, y, n % 5, 5)
        with fresh_session() as sess:
            scores.append(fit(sess, xtr, ytr)(xte, yte))
        if n % 20 == 0:
            gc.collect()
        if n % 80 == 0:
            print("fold %d: mean error %.4f" % (n, np.mean(scores)))
        time.sleep(0.008)


if __name__ == "__main__":
    main()
