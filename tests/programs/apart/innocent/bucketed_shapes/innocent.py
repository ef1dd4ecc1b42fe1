"""Encodes documents; lengths are padded to buckets to limit compilation."""
import random
import sys

import numpy as np
import tensorflow as tf

BUCKETS = tuple(range(16, 16 * 13, 16))


class Encoder:
    def __init__(self, vocabulary, width, seed):
        generator = tf.random.Generator.from_seed(seed)
        self.table = tf.Variable(generator.normal([vocabulary, width]))
        self.mix = tf.Variable(generator.normal([width, width], stddev=0.1))

    @tf.function
    def encode(self, tokens):
        vectors = tf.gather(self.table, tokens)
        for _ in range(2):
            vectors = tf.tanh(vectors @ self.mix)
        return tf.reduce_max(vectors, axis=1)


class Bucketer:
    def __init__(self):
        self.seen = {}

    def pad(self, tokens):
        length = next(b for b in BUCKETS if b >= len(tokens))
        self.seen[length] = self.seen.get(length, 0) + 1
        padded = np.zeros((1, length), np.int64)
        padded[0, :len(tokens)] = tokens
        return tf.constant(padded)


class Documents:
    def __init__(self, vocabulary, seed):
        self.random = random.Random(seed)
        self.vocabulary = vocabulary

    def next(self):
        return [self.random.randrange(1, self.vocabulary) for _ in range(self.random.randint(1, BUCKETS[-1]))]


def warm_up(encoder):
    for length in BUCKETS:
        encoder.encode(tf.zeros([1, length], tf.int64))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    encoder, bucketer, documents = Encoder(800, 128, seed=4), Bucketer(), Documents(800, seed=5)
    warm_up(encoder)
    average = np.zeros(128)
    for _ in range(rounds):
        for _ in range(4):
            vector = encoder.encode(bucketer.pad(documents.next())).numpy()[0]
            average += 0.01 * (vector - average)
    print(f"documents {4 * rounds} buckets {len(bucketer.seen)} mean {average.mean():.4f}")


if __name__ == "__main__":
    main()
