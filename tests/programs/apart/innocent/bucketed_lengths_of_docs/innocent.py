"""Sentence scoring with length buckets and one compiled step per bucket."""
import sys
from functools import lru_cache

import numpy as np
import tensorflow as tf

BUCKETS = (16, 24, 32, 48, 64, 96, 128, 160)
VOCAB, DIM = 2000, 128


class Attention(tf.Module):
    def __init__(self, seed=3, depth=3):
        super().__init__()
        rng = np.random.RandomState(seed)
        self.embed = tf.Variable(rng.normal(0, 0.1, (VOCAB, DIM)).astype("f4"))
        self.qkv = [[tf.Variable(rng.normal(0, 0.09, (DIM, DIM)).astype("f4")) for _ in range(3)]
                    for _ in range(depth)]

    @tf.function
    def score(self, ids, length):
        x = tf.gather(self.embed, ids)
        mask = tf.sequence_mask(length, tf.shape(ids)[1])[:, None, :]
        for wq, wk, wv in self.qkv:
            att = tf.matmul(x @ wq, x @ wk, transpose_b=True) / DIM ** 0.5
            att = tf.where(mask, att, -1e9)
            x = x + tf.matmul(tf.nn.softmax(att), x @ wv)
        logits = tf.matmul(x[:, :-1], self.embed, transpose_b=True)
        nll = tf.nn.sparse_softmax_cross_entropy_with_logits(ids[:, 1:], logits)
        keep = tf.sequence_mask(length - 1, tf.shape(ids)[1] - 1, tf.float32)
        return tf.reduce_sum(nll * keep, axis=1) / tf.reduce_sum(keep, axis=1)


@lru_cache(maxsize=None)
def bucket(n):
    return next(b for b in BUCKETS if b >= n)


def sentences(n, seed=50):
    rng = np.random.RandomState(seed)
    for _ in range(n):
        yield rng.randint(1, VOCAB, (4, rng.randint(8, 160))).astype("int32")


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    model = Attention()
    lengths, total = set(), 0.0
    for ids in sentences(n):
        width = ids.shape[1]
        lengths.add(width)
        padded = np.pad(ids, ((0, 0), (0, bucket(width) - width)))
        total += float(tf.reduce_mean(model.score(tf.constant(padded), tf.fill([len(ids)], width))))
    print("sentences %d lengths %d nll %.1f" % (n, len(lengths), total / n))


if __name__ == "__main__":
    main()
