"""Retries failed requests and shows the last failures on a page."""
import argparse
import collections
import traceback

import numpy as np
import tensorflow as tf


class Failures:
    def __init__(self, shown):
        self.recent = collections.deque(maxlen=shown)
        self.count = 0

    def note(self, error):
        self.count += 1
        self.recent.append("".join(traceback.format_exception(error))[-400:])


def solve(rows):
    square = tf.matmul(rows, rows, transpose_a=True)
    factor = tf.linalg.cholesky(square - 40.0 * tf.eye(square.shape[0]))
    if not bool(tf.reduce_all(tf.math.is_finite(factor))):
        raise ValueError("not positive definite")
    return float(tf.linalg.trace(factor))


def attempt(rows, failures, tries=2):
    for extra in range(tries):
        try:
            return solve(rows * (1.0 + extra))
        except (ValueError, tf.errors.InvalidArgumentError) as error:
            failures.note(error)
    return 0.0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=2500)
    args = parser.parse_args()
    rng, failures, total = np.random.default_rng(4), Failures(20), 0.0
    for _ in range(args.requests):
        rows = tf.constant(rng.normal(size=(300, 80)), tf.float32)
        total += attempt(rows, failures)
    print(failures.count, "failures", "%.1f" % total)


if __name__ == "__main__":
    main()
