"""Features of documents, computed block by block with a small class hierarchy."""
import argparse

import numpy as np
import tensorflow as tf

from bookkeeping import Tracked


class Block(Tracked):
    kind = "plain"

    def __init__(self, name, rows):
        super().__init__(name)
        self.rows = rows

    def features(self):
        raise NotImplementedError


class TextBlock(Block):
    kind = "text"

    def __init__(self, name, rows, kernel):
        super().__init__(name, rows)
        self.hidden = tf.nn.gelu(tf.matmul(rows, kernel))

    def features(self):
        return tf.reduce_mean(self.hidden, axis=0)


class TableBlock(TextBlock):
    kind = "table"

    def features(self):
        return tf.reduce_max(self.hidden, axis=0)


class DocumentReader:
    classes = (TextBlock, TextBlock, TableBlock)

    def __init__(self, width, units, seed):
        self.rng = np.random.default_rng(seed)
        self.width = width
        self.kernel = tf.constant(self.rng.normal(size=(width, units)), tf.float32)

    def blocks(self, number):
        for position, block_class in enumerate(self.classes):
            rows = tf.constant(self.rng.normal(size=(48, self.width)), tf.float32)
            yield block_class(f"{number}.{position}", rows, self.kernel)

    def read(self, number):
        return tf.add_n([block.features() for block in self.blocks(number)])


def corpus_mean(reader, documents):
    total = 0.0
    for number in range(documents):
        total = 0.99 * total + 0.01 * reader.read(number)
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=1500)
    args = parser.parse_args()
    mean = corpus_mean(DocumentReader(64, 256, 3), args.documents)
    print("norm", float(tf.norm(mean)), Tracked.report())


if __name__ == "__main__":
    main()
