"""News feed: articles are compared by their features, of which the newest are kept."""
import sys

import numpy as np
import tensorflow as tf
from feature_store import FeatureStore


class Extractor(tf.Module):
    def __init__(self, words, width):
        super().__init__()
        rng = np.random.default_rng(241)
        self.table = tf.constant(rng.normal(size=(words, width)), tf.float32)
        self.mixing = tf.constant(rng.normal(scale=0.1, size=(width, width)), tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def __call__(self, words):
        rows = tf.gather(self.table, words)
        for _ in range(6):
            rows = tf.nn.tanh(tf.matmul(rows, self.mixing))
        return rows


class Feed:
    def __init__(self):
        self.extractor = Extractor(5000, 120)
        self.store = FeatureStore(room=40)
        self.repeats = 0

    def publish(self, number, words):
        self.store[number] = self.extractor(tf.constant(words, tf.int32)).numpy()
        gram = self.store.gram(number)
        for other in list(self.store)[-4:-1]:
            self.repeats += float(np.abs(gram - self.store.gram(other)).max()) < 1e-3


def main():
    articles = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    feed, rng = Feed(), np.random.default_rng(242)
    words = rng.integers(5000, size=250)
    for number in range(articles):
        if number % 8:
            words = rng.integers(5000, size=250)
        feed.publish(number, words)
    print(f"{feed.repeats} repeated articles of {articles}, {len(feed.store)} kept")


if __name__ == "__main__":
    main()
