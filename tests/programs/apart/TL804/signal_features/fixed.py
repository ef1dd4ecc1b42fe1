"""Extracts features from signals of any length with compiled code."""
import math
import sys

import numpy as np
import tensorflow as tf


class Extractor:
    """Energy and level of a signal above a gate."""

    def __init__(self, gate):
        self.gate = tf.constant(gate, tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def features(self, signal):
        loud = tf.nn.relu(tf.abs(signal) - self.gate)
        return tf.stack([tf.reduce_mean(tf.square(signal)), tf.reduce_mean(loud)])


class Recording:
    def __init__(self, name, samples):
        self.name = name
        self.samples = samples


class Archive:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def recordings(self, count):
        for number in range(count):
            length = 200 + int(self.rng.integers(4000))
            pitch = self.rng.uniform(0.01, 0.3)
            wave = np.sin(pitch * np.arange(length)) + 0.2 * self.rng.normal(size=length)
            yield Recording(f"rec{number:05d}", wave.astype(np.float32))


class FeatureJob:
    def __init__(self, extractor):
        self.extractor = extractor
        self.done = 0
        self.mean = 0.0
        self.loudest = (0.0, "")

    def process(self, recording):
        vector = self.extract(recording.samples)
        self.done += 1
        self.mean = self.mean + (vector - self.mean) / self.done
        self.loudest = max(self.loudest, (float(vector[0]), recording.name))

    def extract(self, samples):
        return self.extractor.features(samples).numpy()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    job = FeatureJob(Extractor(gate=0.3))
    for recording in Archive(seed=3).recordings(rounds):
        job.process(recording)
    print(f"recordings {job.done} loudest {job.loudest[1]} energy {math.sqrt(job.mean[0]):.3f}")


if __name__ == "__main__":
    main()
