"""Writes text token by token with a tiny attention model after a prompt."""
import time

import numpy as np
import tensorflow as tf

VOCABULARY, WIDTH, LENGTH, WINDOW = 200, 32, 190, 64


class Writer(tf.Module):
    def __init__(self, seed):
        super().__init__()
        rng = np.random.default_rng(seed)
        weight = lambda *shape: tf.Variable(rng.normal(0, 0.2, shape), dtype=tf.float32)
        self.embedding = weight(VOCABULARY, WIDTH)
        self.blocks = [[weight(WIDTH, WIDTH) for _ in range(4)] for _ in range(2)]

    def attend(self, x, block):
        query, key, value, out = (x @ kernel for kernel in block)
        shares = tf.nn.softmax(tf.matmul(query, key, transpose_b=True) / WIDTH ** 0.5)
        return x + tf.nn.gelu(tf.matmul(shares, value)) + out

    @tf.function
    def following(self, tokens):
        x = tf.nn.embedding_lookup(self.embedding, tokens)
        for block in self.blocks:
            x = self.attend(x, block)
        return tf.matmul(x[-1:], self.embedding, transpose_b=True)[0]


def write(writer, prompt, rng):
    context = list(prompt)
    while len(context) < LENGTH:
        window = ([0] * WINDOW + context)[-WINDOW:]
        logits = writer.following(tf.constant(window)).numpy().astype("float64")
        time.sleep(0.02)
        shares = np.exp(logits - logits.max())
        context.append(int(rng.choice(VOCABULARY, p=shares / shares.sum())))
    return context


def main():
    rng = np.random.default_rng(17)
    text = write(Writer(18), rng.integers(0, VOCABULARY, size=6).tolist(), rng)
    print("tokens written:", len(text))


if __name__ == "__main__":
    main()
