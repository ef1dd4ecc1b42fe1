"""Imports uploads of many shops: each has columns of its own, and rows become vectors through one generic function."""
import dataclasses
import sys

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(slots=True)
class Row:
    values: list


def vector(row, codes):
    return np.array(row.values, "float32") @ codes


def columns_of(number):
    rng = np.random.default_rng(number)
    return [f"c{k}" for k in sorted(rng.choice(400, size=6, replace=False).tolist())]


def declare(number):
    """The codes of the columns of one upload."""
    names = columns_of(number)
    codes = np.random.default_rng(number).normal(size=(len(names), 1024)).astype("float32")
    return codes, len(names)


class Importer:
    def __init__(self):
        rng = np.random.default_rng(1)
        self.inner = tf.constant(rng.normal(scale=0.04, size=(1024, 384)), tf.float32)
        self.outer = tf.constant(rng.normal(scale=0.04, size=(384, 2)), tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None, 1024])])
    def suspicious(self, rows):
        logits = tf.matmul(tf.nn.relu(tf.matmul(rows, self.inner)), self.outer)
        return tf.reduce_sum(tf.argmax(logits, axis=1))

    def load(self, number, rng):
        codes, width = declare(number)
        rows = [Row(values) for values in rng.normal(size=(64, width)).tolist()]
        return int(self.suspicious(tf.constant(np.stack([vector(row, codes) for row in rows]))))


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
    importer, rng = Importer(), np.random.default_rng(2)
    found = sum(importer.load(number, rng) for number in range(uploads))
    print(f"{found} suspicious rows in {uploads} uploads")


if __name__ == "__main__":
    main()
