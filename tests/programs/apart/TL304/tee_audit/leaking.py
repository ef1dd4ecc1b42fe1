"""Score a stream of images; the live branch is thresholded, the audit branch is looked at in the end."""
import itertools
import sys
import time
from typing import Iterator

import numpy as np
import tensorflow as tf


def batches(rounds: int, seed: int = 9) -> tf.data.Dataset:
    def make(index):
        return tf.random.stateless_uniform((24, 40, 40, 1), seed=tf.stack([seed, tf.cast(index, tf.int32)]))

    return tf.data.Dataset.range(rounds).map(make, num_parallel_calls=1).prefetch(1)


class Segmenter:
    def __init__(self) -> None:
        self.first = tf.Variable(tf.random.stateless_normal((5, 5, 1, 8), seed=(1, 2)) * 0.2)
        self.second = tf.Variable(tf.random.stateless_normal((3, 3, 8, 1), seed=(2, 3)) * 0.2)

    @tf.function
    def __call__(self, images: tf.Tensor) -> tf.Tensor:
        hidden = tf.nn.relu(tf.nn.conv2d(images - 0.5, self.first, 1, "SAME"))
        return tf.sigmoid(tf.nn.conv2d(hidden, self.second, 1, "SAME"))


class Pipeline:
    """One pass over the data that feeds two readers."""

    def __init__(self, segmenter: Segmenter, rounds: int) -> None:
        self.segmenter, self.rounds = segmenter, rounds
        self.live, self.audit = itertools.tee(self._masks())

    def _masks(self) -> Iterator[np.ndarray]:
        for images in batches(self.rounds):
            yield self.segmenter(images).numpy()

    def run(self) -> float:
        covered = 0.0
        for _ in range(self.rounds):
            masks = next(self.live)  # LEAK
            covered += float((masks > 0.5).mean())
            time.sleep(0.012)
        return covered / self.rounds

    def report(self) -> float:
        return max((float(masks.max()) for masks in self.audit), default=0.0)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 650
    pipeline = Pipeline(Segmenter(), rounds)
    share = pipeline.run()
    print(f"{rounds} batches, {share:.3f} covered, peak {pipeline.report():.3f}")


if __name__ == "__main__":
    main()
