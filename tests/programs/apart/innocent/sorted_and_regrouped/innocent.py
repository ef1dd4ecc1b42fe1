"""Balances clusters of a fixed set of vectors by splitting and merging."""
import argparse

import numpy as np
import tensorflow as tf


def split(group):
    rows = tf.stack([vector for _, vector in group])
    side = (rows - tf.reduce_mean(rows, axis=0))[:, 0].numpy()
    return [g for g, s in zip(group, side) if s < 0], [g for g, s in zip(group, side) if s >= 0]


def merge(groups):
    groups.sort(key=len)
    first, second = groups.pop(0), groups.pop(0)
    groups.append(sorted(first + second, key=lambda item: item[0]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5000)
    args = parser.parse_args()
    rng = np.random.default_rng(6)
    items = [(n, tf.constant(rng.normal(size=4096), tf.float32)) for n in range(800)]
    groups = [items[start::20] for start in range(20)]
    sizes = []
    for _ in range(args.rounds):
        groups.sort(key=len)
        left, right = split(groups.pop())
        groups.extend(part for part in (left, right) if part)
        while len(groups) > 20:
            merge(groups)
        sizes = [len(group) for group in groups]
    print("sizes", min(sizes), max(sizes), sum(sizes))


if __name__ == "__main__":
    main()
