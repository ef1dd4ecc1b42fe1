"""Cleans a stream of measurements: batches that look wrong are rejected with an error that tells the whole story."""
import sys
import time

import numpy as np
import tensorflow as tf


class Rejected(ValueError):
    """A batch that cannot be used."""


class Cleaner:
    def __init__(self):
        rng = np.random.default_rng(201)
        self.mixing = tf.constant(rng.normal(scale=0.08, size=(160, 160)), tf.float32)
        self.failure = None
        self.kept = 0

    def clean(self, batch):
        whitened = tf.matmul(batch - tf.reduce_mean(batch, axis=0), self.mixing)
        outliers = tf.reduce_sum(tf.cast(tf.abs(whitened) > 3.0, tf.int32))
        if int(outliers) > 40:
            raise Rejected(f"{int(outliers)} outliers in {batch.shape[0]} rows")
        self.kept += int(batch.shape[0])
        return whitened

    def feed(self, batch):
        try:
            return self.clean(batch)
        except Rejected as error:
            error.__cause__ = self.failure and Rejected(str(self.failure))
            self.failure = error.with_traceback(None)
            return None


def batches(count):
    rng = np.random.default_rng(202)
    for number in range(count):
        time.sleep(0.006)
        yield tf.constant(rng.normal(size=(300, 160)) * (1.6 if number % 2 else 0.6), tf.float32)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    cleaner = Cleaner()
    for batch in batches(count):
        cleaner.feed(batch)
    print(f"{cleaner.kept} rows kept, last failure: {cleaner.failure}")


if __name__ == "__main__":
    main()
