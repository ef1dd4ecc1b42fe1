"""Streaming histogram of activations: block summaries are merged pairwise, level by level."""
import numpy as np
import tensorflow as tf

BINS = 25_000


class Levels:
    """levels[k] is None or the summary of 2**k blocks."""

    def __init__(self):
        self.levels = []

    def add(self, summary):
        for k, held in enumerate(self.levels):
            if held is None:
                self.levels[k] = summary
                return
            summary, self.levels[k] = held + summary, None
        self.levels.append(summary)

    def total(self):
        return tf.add_n([held for held in self.levels if held is not None])


def block(rng, kernel):
    rows = tf.constant(rng.normal(size=(64, 40)), tf.float32)
    return tf.reshape(tf.tanh(rows @ kernel), (-1,))


def main():
    rng = np.random.default_rng(55)
    kernel = tf.random.stateless_normal((40, 200), (2, 3), stddev=0.15)
    levels = Levels()
    reports = []
    for number in range(1, 16384):
        counts = tf.histogram_fixed_width(block(rng, kernel), [-1.0, 1.0], BINS)
        levels.add(tf.cast(counts, tf.float32))
        if number % 2047 == 0:
            reports.append(int(tf.argmax(levels.total())))
    print("reports:", len(reports))


if __name__ == "__main__":
    main()
