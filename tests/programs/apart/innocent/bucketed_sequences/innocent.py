"""Scores variable-length sequences, padded to a few bucket sizes."""
import time

import numpy as np
import tensorflow as tf

BUCKETS = (8, 16, 24, 32, 48, 64)


def bucket_for(length):
    return next(b for b in BUCKETS if b >= length)


class SequenceScorer:
    def __init__(self, vocab=300, dim=32):
        rng = np.random.default_rng(9)
        self.table = tf.Variable(rng.normal(scale=0.3, size=(vocab, dim)).astype("float32"))
        self._by_bucket = {}

    @tf.function
    def _score(self, tokens, mask, bucket):
        e = tf.gather(self.table, tokens) * mask[:, None]
        att = tf.nn.softmax(e @ tf.transpose(e) / float(bucket) ** 0.5)
        return tf.reduce_sum(att @ e) / tf.reduce_sum(mask)

    def __call__(self, sequence):
        bucket = bucket_for(len(sequence))
        padded = np.zeros(bucket, "int32")
        padded[:len(sequence)] = sequence
        mask = (np.arange(bucket) < len(sequence)).astype("float32")
        self._by_bucket.setdefault(bucket, []).append(len(sequence))
        if len(self._by_bucket[bucket]) > 50:
            del self._by_bucket[bucket][:25]
        return self._score(tf.constant(padded), tf.constant(mask), bucket)

    def fill(self):
        return {b: round(sum(v) / len(v) / b, 2) for b, v in sorted(self._by_bucket.items())}


def main():
    scorer = SequenceScorer()
    for b in BUCKETS:
        scorer(np.arange(b))
    rng = np.random.default_rng(10)
    total = 0.0
    for n in range(1, 1201):
        length = int(rng.integers(3, 64))
        total += float(scorer(rng.integers(0, 300, size=length)))
        if n % 240 == 0:
            print(f"{n} sequences, mean {total / n:+.4f}, fill {scorer.fill()}")
        time.sleep(0.008)


if __name__ == "__main__":
    main()
