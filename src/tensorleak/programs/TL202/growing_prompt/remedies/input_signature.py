"""Generate a text token by token and stream it to the reader."""
import sys
import time

import numpy as np
import tensorflow as tf

VOCABULARY, WIDTH = 500, 64
rng = np.random.default_rng(1)


def matrix(rows, columns):
    return tf.constant(rng.normal(scale=0.3, size=(rows, columns)), tf.float32)


embedding, query, readout = matrix(VOCABULARY, WIDTH), matrix(1, WIDTH), matrix(WIDTH, VOCABULARY)


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def next_token(tokens):
    x = tf.gather(embedding, tokens)
    attention = tf.nn.softmax(tf.reduce_sum(x * query, axis=1))
    context = tf.reduce_sum(attention[:, tf.newaxis] * x, axis=0)
    return tf.argmax(tf.linalg.matvec(readout, context, transpose_a=True), output_type=tf.int32)


def stream(prompt, length):
    tokens = list(prompt)
    for _ in range(length):
        token = int(next_token(tf.constant(tokens)))
        tokens.append((token + len(tokens)) % VOCABULARY)
        time.sleep(0.015)
        yield tokens[-1]


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    text = [token for token in stream([1, 5, 9], steps)]
    print("generated", len(text), "tokens, last:", text[-5:])
