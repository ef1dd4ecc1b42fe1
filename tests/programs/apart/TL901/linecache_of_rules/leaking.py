"""Compiles business rules written by analysts into Python functions over arrays."""
import argparse
import itertools
import linecache

import numpy as np
import tensorflow as tf

COLUMNS = 40


class RuleWriter:
    """Stands for the analysts' tool: emits long lists of weighted conditions."""

    def __init__(self, seed, terms):
        self.rng = np.random.default_rng(seed)
        self.terms = terms

    def grade(self):
        return int(self.rng.integers(-8, 9)) / 4.0

    def write(self):
        lines = ["def rule(x):", "    score = np.zeros(len(x))"]
        for column in self.rng.integers(0, COLUMNS, self.terms):
            weight, limit = self.rng.normal(size=2)
            lines.append(f"    # contributed by analyst {self.rng.integers(10 ** 9)}: column {column} over {limit!r} counts {weight!r}")
        for column in self.rng.integers(0, COLUMNS, 6):
            lines.append(f"    score += {self.grade()} * (x[:, {column}] > {self.grade()})")
        lines.append("    return score")
        return "\n".join(lines) + "\n"


class RuleCompiler:
    numbers = itertools.count()

    def file_name(self):
        return f"<rule {next(self.numbers)}>"

    def remember_source(self, name, source):
        lines = source.splitlines(True)
        linecache.cache[name] = (len(source), None, lines, name)  # LEAK

    def compile(self, source):
        name = self.file_name()
        self.remember_source(name, source)
        scope = {"np": np}
        exec(compile(source, name, "exec"), scope)
        return scope["rule"]


class Engine:
    def __init__(self):
        self.compiler = RuleCompiler()
        self.rule = None
        self.failures = 0

    def install(self, source):
        self.rule = self.compiler.compile(source)

    def score(self, rows):
        try:
            return float(tf.reduce_mean(tf.constant(self.rule(rows), tf.float32)))
        except (ValueError, tf.errors.InvalidArgumentError):
            self.failures += 1
            return 0.0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", type=int, default=1300)
    parser.add_argument("--terms", type=int, default=400)
    args = parser.parse_args()
    writer, engine = RuleWriter(87, args.terms), Engine()
    rows = np.random.default_rng(1).normal(size=(100, COLUMNS))
    total = 0.0
    for _ in range(args.rules):
        engine.install(writer.write())
        total += engine.score(rows)
    print(f"{total:.3f}, {engine.failures} failures")


if __name__ == "__main__":
    main()
