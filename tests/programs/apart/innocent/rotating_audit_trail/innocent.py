"""Writes an audit trail of predictions in rotated files."""
import argparse
import json
import os
import tempfile

import numpy as np
import tensorflow as tf


class Trail:
    def __init__(self, folder, length, keep):
        self.folder, self.length, self.keep = folder, length, keep
        self.entries, self.files, self.written = [], [], 0

    def add(self, entry):
        self.entries.append(entry)
        if len(self.entries) >= self.length:
            self.rotate()

    def rotate(self):
        path = os.path.join(self.folder, f"trail-{self.written}.json")
        with open(path, "w") as file:
            json.dump(self.entries, file)
        self.entries.clear()
        self.files.append(path)
        self.written += 1
        while len(self.files) > self.keep:
            os.remove(self.files.pop(0))


@tf.function(input_signature=[tf.TensorSpec([None])])
def predict(values):
    return tf.nn.softmax(tf.sin(values))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=16000)
    args = parser.parse_args()
    rng = np.random.default_rng(5)
    with tempfile.TemporaryDirectory() as folder:
        trail = Trail(folder, 1000, 3)
        for number in range(args.requests):
            values = predict(tf.constant(rng.normal(size=60), tf.float32)).numpy()
            trail.add({"request": number, "scores": [round(float(v), 6) for v in values], "user": f"u{number % 97}"})
    print(trail.written, "files,", len(trail.entries), "entries left")


if __name__ == "__main__":
    main()
