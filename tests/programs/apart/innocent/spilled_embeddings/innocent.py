"""Exports embeddings: gathered in memory, written to disk when the buffer is full."""
import os
import tempfile

import numpy as np
import tensorflow as tf

BATCHES = 1300
LIMIT = 2 << 20


class Export:
    def __init__(self, folder):
        self.folder = folder
        self.buffer = bytearray()
        self.parts = 0

    def add(self, rows):
        self.buffer += rows.tobytes()
        if len(self.buffer) > LIMIT:
            self.spill()

    def spill(self):
        with open(os.path.join(self.folder, f"part-{self.parts:04d}"), "wb") as file:
            file.write(self.buffer)
        self.buffer.clear()
        self.parts += 1


@tf.function
def embed(x, w):
    for _ in range(8):
        x = tf.nn.elu(x @ w)
    return x


def main():
    w = tf.random.normal((300, 300), stddev=0.06)
    with tempfile.TemporaryDirectory() as folder:
        export = Export(folder)
        for number in range(BATCHES):
            export.add(embed(tf.random.normal((128, 300)), w).numpy())
        export.spill()
        print("parts", export.parts)


main()
