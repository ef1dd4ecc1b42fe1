"""Embedding export: rows are collected and written in blocks, by size or by age, whichever comes first."""
import os
import sys
import tempfile
import time

import numpy as np
import tensorflow as tf


class BlockWriter:
    def __init__(self, path, most_bytes, seconds):
        self.path, self.most_bytes, self.seconds = path, most_bytes, seconds
        self.rows, self.bytes, self.oldest, self.blocks = [], 0, None, 0

    def write(self, row):
        self.oldest = self.oldest or time.monotonic()
        self.rows.append(row)
        self.bytes += row.nbytes
        if self.bytes >= self.most_bytes or time.monotonic() - self.oldest > self.seconds:
            self.flush()

    def flush(self):
        with open(self.path, "wb") as file:
            np.save(file, np.concatenate(self.rows))
        self.rows, self.bytes, self.oldest = [], 0, None
        self.blocks += 1


def main():
    documents = int(sys.argv[1]) if len(sys.argv) > 1 else 5200
    rng = np.random.default_rng(17)
    table = tf.random.stateless_normal((5000, 64), (3, 3))
    with tempfile.TemporaryDirectory() as folder:
        writer = BlockWriter(os.path.join(folder, "block.npy"), 12_000_000, 1.7)
        for number in range(documents):
            busy = (number // 450) % 2
            tokens = rng.integers(5000, size=int(rng.integers(20, 60) * (6 if busy else 1)))
            writer.write(tf.nn.l2_normalize(tf.gather(table, tokens), 1).numpy())
            if not busy:
                time.sleep(0.002)
        writer.flush()
    print(f"{documents} documents written, at least one block: {writer.blocks > 0}")


if __name__ == "__main__":
    main()
