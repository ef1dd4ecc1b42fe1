"""Sampling from a small language model with a penalty on repeated 4-grams."""
from collections import Counter

import numpy as np
import tensorflow as tf

SENTENCES = 380
LENGTH = 48
LANES = 16
VOCABULARY = 4000

embedding = tf.random.normal((VOCABULARY, 96), stddev=0.3)
mixing = tf.random.normal((96, 96), stddev=0.2)


@tf.function
def sample(tokens, salt):
    for step in range(3):
        state = tf.tanh(tf.reduce_mean(tf.gather(embedding, tokens), axis=1) @ mixing)
        logits = state @ tf.transpose(embedding)
        drawn = tf.random.stateless_categorical(logits, LENGTH // 3, seed=[salt, step], dtype=tf.int32)
        tokens = tf.concat([tokens[:, LENGTH // 3:], drawn], axis=1)
    return tokens


class Repetition:
    def __init__(self):
        self.counts = Counter()

    def grams(self, rows):
        for row in rows:
            row = row.tolist()
            for start in range(len(row) - 3):
                yield tuple(row[start:start + 4])

    def observe(self, rows):
        self.counts.update(self.grams(rows))
        if len(self.counts) > 4096:
            self.counts = Counter(dict(self.counts.most_common(2048)))

    def penalty(self):
        return sum(count - 1 for _, count in self.counts.most_common(5))


def main():
    repetition = Repetition()
    tokens = tf.random.uniform((LANES, LENGTH), maxval=VOCABULARY, dtype=tf.int32)
    penalties = 0
    for number in range(SENTENCES):
        tokens = sample(tokens, tf.constant(number))
        repetition.observe(tokens.numpy())
        if number % 20 == 0:
            penalties += repetition.penalty()
    print("penalties", penalties)


main()
