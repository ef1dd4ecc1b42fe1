"""Classifies sound clips that are cut at pauses, so that hardly two have the same length."""
import argparse
import collections
import sys
import time

import numpy as np
import tensorflow as tf

RATE = 8000
LABELS = ["speech", "music", "engine", "silence"]

parser = argparse.ArgumentParser()
parser.add_argument("clips", nargs="?", type=int, default=int(sys.argv[1]) if len(sys.argv) > 1 else 110)
options = parser.parse_args()

kernel = tf.Variable(tf.random.stateless_normal([129, 32], [7, 7]) * 0.1)
head = tf.Variable(tf.random.stateless_normal([32, len(LABELS)], [8, 8]))


@tf.function
def classify(wave):
    frames = tf.signal.frame(wave, 256, 128)
    spectrum = tf.abs(tf.signal.rfft(frames * tf.signal.hann_window(256)))
    loudness = tf.math.log1p(spectrum)
    hidden = tf.nn.relu(tf.matmul(loudness, kernel))
    pooled = tf.reduce_mean(hidden, axis=0)
    return tf.nn.softmax(tf.linalg.matvec(head, pooled, transpose_a=True))


def microphone(seed=0):
    """Yields clips for as long as somebody listens."""
    rng = np.random.default_rng(seed)
    while True:
        length = int(rng.integers(2000, 30000))
        tone = np.sin(np.arange(length) * rng.uniform(0.05, 1.0))
        yield (tone * rng.uniform(0, 1) + rng.normal(0, 0.1, length)).astype(np.float32)


def listen(source, count):
    heard = collections.Counter()
    seconds = 0.0
    for number, wave in zip(range(count), source):
        chances = classify(wave)  # LEAK
        heard[LABELS[int(tf.argmax(chances))]] += 1
        seconds += len(wave) / RATE
        time.sleep(len(wave) / RATE / 50)
        if number % 25 == 0:
            print(f"clip {number}: {seconds:.1f} s heard, {heard.most_common(1)}")
    return heard


print(dict(listen(microphone(), options.clips)))
