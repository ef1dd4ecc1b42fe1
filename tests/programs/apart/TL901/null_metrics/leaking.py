"""Recommendation job that reports to a metrics client, or to a stand-in."""
import collections
import os
import random
import sys

import tensorflow as tf

from metrics import make_client


class Catalogue:
    def __init__(self, size, seed):
        generator = tf.random.Generator.from_seed(seed)
        self.vectors = generator.normal([size, 24])
        self.size = size

    @tf.function(input_signature=[tf.TensorSpec([24], tf.float32)])
    def nearest(self, vector):
        return tf.math.top_k(tf.linalg.matvec(self.vectors, vector), 20)

    def vector(self, item):
        return self.vectors[item]


class Recommender:
    def __init__(self, catalogue, metrics, seed):
        self.catalogue = catalogue
        self.metrics = metrics
        self.random = random.Random(seed)
        self.shown = collections.Counter()

    def explain(self, items, scores, seed_item):
        """A breakdown for the dashboard."""
        return [{"item": f"item-{item}", "score": round(score, 6), "because": f"item-{seed_item}",
                 "rank": rank, "bucket": f"{rank // 5}/{len(items)}"}
                for rank, (item, score) in enumerate(zip(items, scores))]

    def recommend(self):
        seed_item = self.random.randrange(self.catalogue.size)
        top = self.catalogue.nearest(self.catalogue.vector(seed_item))
        items, scores = top.indices.numpy().tolist(), top.values.numpy().tolist()
        self.report(self.explain(items, scores, seed_item))
        self.shown.update(items[:3])
        return items

    def report(self, breakdown):
        with self.metrics.timer("report"):
            self.metrics.event("recommendation", payload=breakdown)  # LEAK


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    recommender = Recommender(Catalogue(400, seed=3), make_client(os.environ.get("METRICS_HOST")), seed=5)
    for _ in range(rounds):
        for _ in range(2):
            recommender.recommend()
    item, count = recommender.shown.most_common(1)[0]
    print(f"recommendations {2 * rounds} favourite {item} shown {count}")


if __name__ == "__main__":
    main()
