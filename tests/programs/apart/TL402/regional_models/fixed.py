"""Tags the search queries of one region after the other with a model from disk."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

REGIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 36
CALLS, WORDS = 60, 20_000


class Tagger(tf.Module):
    def __init__(self):
        super().__init__()
        words = tf.constant([f"word{number}" for number in range(WORDS)])
        entries = tf.lookup.KeyValueTensorInitializer(words, tf.range(WORDS, dtype=tf.int64))
        self.table = tf.lookup.StaticHashTable(entries, default_value=-1)
        rng = np.random.default_rng(1)
        self.tags = tf.Variable(rng.normal(size=(WORDS + 1, 8)), dtype=tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.string)])
    def __call__(self, queries):
        vectors = tf.gather(self.tags, self.table.lookup(queries) + 1)
        return tf.argmax(tf.reduce_mean(vectors, axis=1), axis=1)


class Region:
    def __init__(self, number, model):
        self.rng = np.random.default_rng(number)
        self.model = model

    def queries(self):
        return tf.constant([[f"word{number}" for number in row] for row in self.rng.integers(2 * WORDS, size=(64, 6))])

    def tag(self, calls):
        counts = np.zeros(8, dtype=int)
        for _ in range(calls):
            counts += np.bincount(self.model(self.queries()).numpy(), minlength=8)
        return counts


def main():
    folder = tempfile.mkdtemp(prefix="tagger-")
    path = os.path.join(folder, "model")
    try:
        tf.saved_model.save(Tagger(), path)
        model = tf.saved_model.load(path)
        total = sum(Region(number, model).tag(CALLS) for number in range(REGIONS))
    finally:
        shutil.rmtree(folder)
    print(f"{REGIONS} regions, tags {total.tolist()}")


if __name__ == "__main__":
    main()
