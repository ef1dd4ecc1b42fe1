"""Write embeddings to a file in blocks of twenty-five batches."""
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf


class BlockWriter:
    """Collects tensors and writes them out when a block is full."""

    def __init__(self, path, block=25):
        self.path = path
        self.block = block
        self.waiting = []
        self.blocks = 0

    def add(self, tensor):
        self.waiting.append(tensor)
        if len(self.waiting) == self.block:
            self.flush()

    def flush(self):
        with open(self.path, "wb") as file:
            np.save(file, tf.concat(self.waiting, axis=0).numpy())
        self.waiting.clear()
        self.blocks += 1


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng = np.random.default_rng(15)
    kernel = tf.constant(rng.normal(size=(128, 96)), tf.float32)
    with tempfile.TemporaryDirectory() as folder:
        writer = BlockWriter(os.path.join(folder, "block.npy"))
        for _ in range(steps):
            writer.add(tf.matmul(tf.constant(rng.normal(size=(512, 128)), tf.float32), kernel))
        print("blocks written:", writer.blocks)


if __name__ == "__main__":
    main()
