"""A registry of adapters by project."""
import argparse

import numpy as np
import tensorflow as tf


class Adapter(tf.Module):
    def __init__(self, number, width):
        super().__init__()
        self.down = tf.Variable(tf.random.stateless_normal([width, 64], seed=(number, 1)))
        self.up = tf.Variable(tf.random.stateless_normal([64, width], seed=(number, 2)))

    def __call__(self, rows):
        return rows + tf.matmul(tf.matmul(rows, self.down), self.up)


class Hub:
    def __init__(self):
        self.adapters = {}
        self.versions = {}

    def upload(self, project, adapter):
        self.adapters[project] = adapter
        self.versions[project] = self.versions.get(project, 0) + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--uploads", type=int, default=1600)
    args = parser.parse_args()
    rng, hub, total = np.random.default_rng(3), Hub(), 0.0
    projects = args.uploads // 8
    for number in range(args.uploads):
        project = number // 2 if number < projects * 2 else int(rng.integers(projects))
        hub.upload(project, Adapter(number, 512))
        rows = tf.constant(rng.normal(size=(8, 512)), tf.float32)
        total += float(tf.reduce_mean(hub.adapters[project](rows)))
    print(len(hub.adapters), "projects,", max(hub.versions.values()), "versions at most, %.3f" % total)


if __name__ == "__main__":
    main()
