"""Index of a stream of pictures: those that came before are left out; the array behind the index doubles when it is full."""
import hashlib
import sys

import numpy as np
import tensorflow as tf

WIDTH, PICTURES = 4096, 1900


class Index:
    def __init__(self):
        self.rows = np.zeros((32, WIDTH), "float32")
        self.known = {}

    def __len__(self):
        return len(self.known)

    def add(self, row):
        digest = hashlib.sha1(row.tobytes()).digest()
        if digest in self.known:
            return False
        if len(self) == len(self.rows):
            larger = np.zeros((2 * len(self.rows), WIDTH), "float32")
            larger[: len(self)] = self.rows
            self.rows = larger
        self.rows[len(self)] = row
        self.known[digest] = len(self)
        return True


def main():
    arrivals = int(sys.argv[1]) if len(sys.argv) > 1 else 12000
    rng = np.random.default_rng(26)
    pictures = rng.normal(size=(PICTURES, 64)).astype("float32")
    project = tf.random.stateless_normal((64, WIDTH), (9, 9))
    index, duplicates = Index(), 0
    for number in range(arrivals):
        published = min(PICTURES, 40 + int(28 * np.sqrt(number)))
        picture = pictures[int(rng.integers(published))]
        row = tf.nn.l2_normalize(tf.constant(picture[None]) @ project, 1)[0].numpy()
        if not index.add(row):
            duplicates += 1
    print(f"{arrivals} pictures, {len(index)} in the index, {duplicates} duplicates")


if __name__ == "__main__":
    main()
