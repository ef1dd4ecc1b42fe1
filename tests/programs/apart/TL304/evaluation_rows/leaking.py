"""Trains a ranker; after a warm-up it is evaluated after every block of steps."""
import collections
import sys

import numpy as np
import tensorflow as tf

DOCUMENTS, FEATURES = 400, 24


class Ranker(object):
    def __init__(self):
        self.features = tf.placeholder(tf.float32, [None, FEATURES])
        self.relevance = tf.placeholder(tf.float32, [None])
        self.hidden = tf.layers.dense(self.features, 48, activation=tf.nn.relu)
        self.score = tf.squeeze(tf.layers.dense(self.hidden, 1), axis=1)
        self.loss = tf.reduce_mean(tf.square(self.score - self.relevance))
        self.train = tf.train.AdamOptimizer(1e-3).minimize(self.loss)


class Evaluation(object):
    """Answers by name of the query group."""

    def __init__(self):
        self.answers = collections.defaultdict(list)

    def add(self, group, rows):
        self.answers[group].append(rows)  # LEAK

    def stability(self, group):
        newest = self.answers[group][-1]
        before = self.answers[group][-2] if len(self.answers[group]) > 1 else newest
        return float(np.corrcoef(newest[:, -1], before[:, -1])[0, 1])


def queries(rng, taste):
    features = rng.normal(size=(DOCUMENTS, FEATURES))
    return features, features.dot(taste)


def main():
    blocks = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    rng = np.random.RandomState(40)
    taste = rng.normal(size=FEATURES)
    groups = {name: queries(rng, taste)[0] for name in ("head", "torso", "tail")}
    ranker, evaluation = Ranker(), Evaluation()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for block in range(-blocks // 4, blocks):
            for _ in range(15):
                features, relevance = queries(rng, taste)
                sess.run(ranker.train, {ranker.features: features, ranker.relevance: relevance})
            if block < 0:
                continue
            for group, features in groups.items():
                hidden, score = sess.run([ranker.hidden, ranker.score], {ranker.features: features})
                evaluation.add(group, np.column_stack([hidden, score]))
        stability = min(evaluation.stability(group) for group in groups)
    print("%d blocks, stable: %s" % (blocks, stability > 0.9))


if __name__ == "__main__":
    main()
