"""Collects token statistics eagerly, then draws sequences from a small language model while the temperature falls."""
import math
import sys

import numpy as np
import tensorflow as tf

WORDS, WIDTH, LENGTH = 300, 48, 12


def schedule(step, start=1.6, end=0.4, halving=60.0):
    return end + (start - end) * math.exp(-step / halving)


def count_words(lines):
    """Smoothed log frequencies, a line at a time."""
    counts = tf.ones([WORDS])
    for line in lines:
        counts += tf.math.unsorted_segment_sum(tf.ones([len(line)]), tf.constant(line), WORDS)
    return tf.math.log(counts / tf.reduce_sum(counts))


class Sampler:
    def __init__(self, prior, seed=9):
        rng = np.random.default_rng(seed)
        self.prior = prior
        self.embedding = tf.constant(rng.normal(size=(WORDS, WIDTH)), tf.float32)
        self.transition = tf.constant(rng.normal(scale=0.2, size=(WIDTH, WIDTH)), tf.float32)

    @tf.function
    def draw(self, words, temperature):
        drawn = []
        for position in range(LENGTH):
            state = tf.tanh(tf.gather(self.embedding, words) @ self.transition)
            logits = (self.prior + tf.matmul(state, self.embedding, transpose_b=True)) / temperature
            words = tf.argmax(logits + 0.01 * float(position), axis=1, output_type=tf.int32)
            drawn.append(words)
        return tf.stack(drawn, axis=1)


def main(steps):
    rng = np.random.default_rng(5)
    lines = [rng.zipf(1.4, size=40).clip(max=WORDS - 1).astype(np.int32) for _ in range(1200)]
    sampler = Sampler(count_words(lines))
    distinct = 0
    for step in range(steps):
        words = tf.constant(rng.integers(WORDS, size=1024), tf.int32)
        texts = sampler.draw(words, schedule(step))  # LEAK
        distinct += len(np.unique(texts.numpy()))
    print(f"{steps} steps, {distinct / steps:.2f} distinct words a step, last temperature {schedule(steps - 1):.4f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 80)
