"""Evaluates the formulas that analysts type over the columns of a large table."""
import operator
import sys

import numpy as np
import tensorflow as tf

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, ">": tf.maximum, "<": tf.minimum}


def parse(formula):
    """Column numbers and operators of a formula such as `c1 * c4 - c2`."""
    first, *rest = formula.split()
    return int(first[1:]), [(OPERATORS[sign], int(column[1:])) for sign, column in zip(rest[::2], rest[1::2])]


class Sheet:
    def __init__(self, table):
        self.columns = tf.unstack(table, axis=1)

    def compile(self, cell, formula):
        first, steps = parse(formula)

        @tf.function
        def evaluate(columns):
            value = columns[first]
            for sign, column in steps:
                value = sign(value, columns[column])
            return tf.reduce_mean(value), tf.math.reduce_std(value)

        return evaluate

    def enter(self, cell, formula):
        mean, spread = self.compile(cell, formula)(self.columns)
        return float(mean), float(spread)


def typed(rng, columns):
    words = [f"c{rng.integers(columns)}"]
    for _ in range(rng.integers(6, 14)):
        words += [str(rng.choice(list(OPERATORS))), f"c{rng.integers(columns)}"]
    return " ".join(words)


def main():
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 240
    rng = np.random.default_rng(27)
    sheet = Sheet(tf.constant(rng.normal(size=(60_000, 12)), tf.float32))
    widest = 0.0
    for number in range(entries):
        _, spread = sheet.enter(f"R{number}", typed(rng, 12))
        widest = max(widest, spread)
    print(f"{entries} formulas, widest spread {widest:.4g}")


if __name__ == "__main__":
    main()
