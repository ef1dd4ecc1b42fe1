"""Ranking model; quality is measured by a numpy metric called through the graph."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


def ndcg(scores, relevance, k=10):
    order = np.argsort(-scores, axis=1)[:, :k]
    gains = np.take_along_axis(relevance, order, axis=1)
    ideal = -np.sort(-relevance, axis=1)[:, :k]
    discount = 1.0 / np.log2(np.arange(2, k + 2))
    return ((gains * discount).sum(1) / (ideal * discount).sum(1)).mean().astype(np.float32)


class Ranker(object):
    def __init__(self, dim):
        self.items = tf.placeholder(tf.float32, (None, 40, dim))
        self.w = tf.get_variable("w", (dim,), initializer=tf.zeros_initializer())
        self.scores = tf.tensordot(self.items, self.w, 1)
        self.target = tf.placeholder(tf.float32, (None, 40))
        loss = tf.reduce_mean(tf.square(self.scores - self.target))
        self.train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
        self.quality = tf.py_func(ndcg, [self.scores, self.target], tf.float32)


def evaluate(sess, ranker, items, relevance):
    return sess.run(ranker.quality, {ranker.items: items, ranker.target: relevance})


def sample(rng, truth):
    items = rng.normal(size=(64, 40, 12)).astype(np.float32)
    relevance = np.clip(items.dot(truth) + rng.normal(scale=0.3, size=(64, 40)), 0.01, None)
    return items, relevance.astype(np.float32)


def main():
    rng = np.random.RandomState(51)
    truth = rng.normal(size=12) * 0.3
    ranker = Ranker(12)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for n in range(1, 501):
            items, relevance = sample(rng, truth)
            sess.run(ranker.train, {ranker.items: items, ranker.target: relevance})
            quality = evaluate(sess, ranker, items, relevance)
            if n % 100 == 0:
                print("step %d: ndcg@10 %.4f" % (n, quality))
            time.sleep(0.017)


if __name__ == "__main__":
    main()
