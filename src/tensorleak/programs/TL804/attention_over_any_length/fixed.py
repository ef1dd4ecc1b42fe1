"""Generate a sequence token by token with one attention layer."""
import sys
import time

import numpy as np
import tensorflow as tf

VOCABULARY, WIDTH = 4000, 192
rng = np.random.default_rng(1)


def matrix(rows, columns):
    return tf.constant(rng.normal(scale=0.3, size=(rows, columns)), tf.float32)


embedding = matrix(VOCABULARY, WIDTH)
query, key, value = matrix(WIDTH, WIDTH), matrix(WIDTH, WIDTH), matrix(WIDTH, WIDTH)
readout = matrix(WIDTH, VOCABULARY)


@tf.function(input_signature=[tf.TensorSpec([1, None], tf.int32), tf.TensorSpec([], tf.int32)])
def next_logits(tokens, length):
    x = tf.gather(embedding, tokens)
    attention = tf.matmul(x[:, length - 1:length] @ query, x @ key, transpose_b=True)
    attention += tf.where(tf.range(tf.shape(tokens)[1]) < length, 0.0, -1e9)
    context = tf.matmul(tf.nn.softmax(attention / WIDTH ** 0.5), x @ value)
    return tf.squeeze(context @ readout, axis=1)


def generate(prompt, length):
    tokens = np.zeros((1, len(prompt) + length), np.int32)
    tokens[0, :len(prompt)] = prompt
    for end in range(len(prompt), tokens.shape[1]):
        padded = tokens[:, :128 * (1 + end // 128)]
        logits = next_logits(tf.constant(padded), tf.constant(end))
        time.sleep(0.012)
        choice = tf.argmax(logits, axis=-1, output_type=tf.int32)
        tokens[0, end] = int(choice[0] + end) % VOCABULARY
    return tokens


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    produced = generate([1, 5, 9], steps)
    print("generated", produced.shape[1], "tokens, last:", produced[0, -5:].tolist())
