"""Few-shot evaluation: class prototypes from a support set, nearest prototype for the queries."""
import argparse

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Embedder(object):
    def __init__(self, width, units):
        self.images = tf.placeholder(tf.float32, [None, width], "images")
        weights = tf.get_variable("weights", [width, units], use_resource=True)
        self.embedding = tf.nn.l2_normalize(tf.matmul(self.images, weights), axis=1)


class EpisodeSampler(object):
    def __init__(self, classes, width, ways, shots, seed):
        self.rng = np.random.RandomState(seed)
        self.centres = self.rng.normal(size=(classes, width))
        self.ways, self.shots = ways, shots

    def draw(self):
        chosen = self.rng.choice(len(self.centres), self.ways, replace=False)
        support = np.concatenate([self.sample(c) for c in chosen])
        queries = [np.concatenate([self.sample(c)[:1] for c in chosen]) for _ in range(10)]
        return support, queries, np.arange(self.ways)

    def sample(self, which):
        return self.centres[which] + self.rng.normal(scale=0.4, size=(self.shots, self.centres.shape[1]))


class Evaluator(object):
    def __init__(self, session, embedder, ways, shots):
        self.session, self.embedder = session, embedder
        self.ways, self.shots = ways, shots

    def prototypes(self, support):
        rows = self.session.run(self.embedder.embedding, {self.embedder.images: support})
        return rows.reshape(self.ways, self.shots, -1).mean(axis=1)

    def distances(self, prototypes):
        gaps = tf.expand_dims(self.embedder.embedding, 1) - prototypes[None].astype("float32")  # LEAK
        return tf.argmin(tf.reduce_sum(tf.square(gaps), axis=2), axis=1)

    def classify(self, support, queries):
        nearest = self.distances(self.prototypes(support))
        return [self.session.run(nearest, {self.embedder.images: rows}) for rows in queries]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--ways", type=int, default=64)
    args = parser.parse_args()
    sampler = EpisodeSampler(200, 64, args.ways, 3, seed=8)
    embedder = Embedder(64, 512)
    right = []
    with tf.Session() as session:
        evaluator = Evaluator(session, embedder, args.ways, 3)
        session.run(tf.global_variables_initializer())
        for _ in range(args.episodes):
            support, queries, labels = sampler.draw()
            right.append(float(np.mean(evaluator.classify(support, queries) == labels)))
            if len(right) == 50:
                print("accuracy %.3f" % np.mean(right))
                del right[:]


if __name__ == "__main__":
    main()
