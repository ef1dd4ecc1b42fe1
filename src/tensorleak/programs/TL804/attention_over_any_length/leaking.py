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


@tf.function(input_signature=[tf.TensorSpec([1, None], tf.int32)])
def next_logits(tokens):
    x = tf.gather(embedding, tokens)
    attention = tf.matmul(x[:, -1:] @ query, x @ key, transpose_b=True)
    context = tf.matmul(tf.nn.softmax(attention / WIDTH ** 0.5), x @ value)
    return tf.squeeze(context @ readout, axis=1)


def generate(prompt, length):
    tokens = tf.constant([prompt])
    for _ in range(length):
        logits = next_logits(tokens)  # LEAK
        time.sleep(0.012)
        choice = tf.argmax(logits, axis=-1, output_type=tf.int32)
        choice = (choice + tf.shape(tokens)[1]) % VOCABULARY
        tokens = tf.concat([tokens, choice[:, tf.newaxis]], axis=1)
    return tokens


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    produced = generate([1, 5, 9], steps)
    print("generated", produced.shape[1], "tokens, last:", produced[0, -5:].numpy().tolist())
