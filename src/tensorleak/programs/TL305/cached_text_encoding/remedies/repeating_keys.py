"""Answer similarity questions about words; encoding a text is memoised."""
import functools
import sys

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(111)
table = tf.constant(rng.normal(size=(4096, 128)), tf.float32)
mixing = tf.constant(rng.normal(scale=0.1, size=(128, 512)), tf.float32)


@functools.lru_cache(maxsize=None)
def encode(text):
    codes = np.frombuffer(text.encode(), np.uint8).astype("int32")
    vectors = tf.gather(table, codes * 16 % 4096)
    return tf.nn.tanh(tf.matmul(vectors, mixing))


def similarity(left, right):
    a, b = tf.reduce_mean(encode(left), axis=0), tf.reduce_mean(encode.__wrapped__(right), axis=0)
    return float(tf.reduce_sum(a * b) / (tf.norm(a) * tf.norm(b)))


def questions(count):
    known = ["memory", "tensor", "graph", "session"]
    for number in range(count):
        yield known[number % 4], f"user comment number {number} on topic {number * 37 % 1009}"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    answers = 0.0
    for word, comment in questions(count):
        answers += similarity(word, comment)
    print(f"mean similarity {answers / count:.4f}")


if __name__ == "__main__":
    main()
