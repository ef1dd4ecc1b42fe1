"""Indexes a sound archive with a pool of threads; every thread has scratch space of its own."""
import concurrent.futures
import sys
import threading

import numpy as np
import tensorflow as tf


class Scratch(threading.local):
    """What one thread works with."""

    def __init__(self):
        self.filters = tf.constant(np.random.default_rng(7).normal(scale=0.1, size=(257, 64)), tf.float32)
        self.features = []


class Indexer:
    def __init__(self):
        self.scratch = Scratch()
        self.lock = threading.Lock()
        self.loud = 0

    def features(self, clip):
        spectrum = tf.abs(tf.signal.stft(tf.constant(clip), 512, 96))
        return tf.math.log1p(tf.nn.relu(tf.matmul(spectrum, self.scratch.filters)))

    def index(self, seed):
        clip = np.random.default_rng(seed).normal(size=12_000).astype("float32")
        self.scratch.features[:] = [self.features(clip)]
        newest = self.scratch.features[-1]
        with self.lock:
            self.loud += float(tf.reduce_max(newest)) > 2.0
        return float(tf.reduce_mean(newest))


def main():
    clips = int(sys.argv[1]) if len(sys.argv) > 1 else 2200
    indexer, total = Indexer(), 0.0
    with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="index") as pool:
        for begin in range(0, clips, 30):
            total += sum(pool.map(indexer.index, range(begin, min(clips, begin + 30))))
    print(f"{indexer.loud} loud clips, mean feature {total / clips:.4f}")


if __name__ == "__main__":
    main()
