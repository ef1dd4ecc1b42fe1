"""Revalues a loan book under random interest scenarios (command-line job)."""
import argparse
import sys
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Scenario(NamedTuple):
    base_rate: float
    slope: float
    default_shift: float
    recovery: float


def scenarios(rng, count):
    for _ in range(count):
        yield Scenario(
            base_rate=round(rng.uniform(0.0, 0.05), 6),
            slope=round(rng.normal(0.002, 0.001), 6),
            default_shift=round(rng.normal(0.0, 0.3), 6),
            recovery=round(rng.uniform(0.2, 0.6), 6),
        )


@tf.function
def value(book, scenario):
    principal, coupon, risk = tf.unstack(book, axis=1)
    survival, worth = tf.ones_like(principal), tf.zeros_like(principal)
    hazard = tf.sigmoid(risk + scenario.default_shift) * 0.05
    for year in range(1, 11):
        discount = tf.exp(-(scenario.base_rate + scenario.slope * year) * float(year))
        lost = survival * hazard
        survival -= lost
        worth += discount * principal * (survival * coupon + lost * scenario.recovery)
    return tf.reduce_sum(worth + survival * discount * principal)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loans", type=int, default=400_000)
    return parser.parse_args(sys.argv[2:])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    options = arguments()
    rng = np.random.default_rng(31)
    book = tf.constant(np.column_stack([
        rng.lognormal(9.0, 1.0, options.loans),
        rng.uniform(0.01, 0.08, options.loans),
        rng.normal(-2, 1, options.loans),
    ]), tf.float32)
    worst = float("inf")
    for scenario in scenarios(rng, count):
        worst = min(worst, float(value(book, scenario)))  # LEAK
    print(f"{count} scenarios, worst value {worst:.6g}")


if __name__ == "__main__":
    main()
