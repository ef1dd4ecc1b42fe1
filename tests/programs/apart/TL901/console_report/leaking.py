"""Prints a table of evaluation figures for every model checkpoint, and exports the last one as text."""
import os
import sys

import numpy as np
import tensorflow as tf
from rich.console import Console
from rich.table import Table

CLASSES = 24


class Evaluation:
    def __init__(self):
        rng = np.random.default_rng(191)
        self.rows = tf.constant(rng.normal(size=(1500, 64)), tf.float32)
        self.labels = tf.constant(rng.integers(CLASSES, size=1500))
        self.rng = rng

    @tf.function
    def confusion(self, weights):
        guess = tf.argmax(tf.matmul(self.rows, weights), axis=1)
        return tf.math.confusion_matrix(self.labels, guess, CLASSES)

    def checkpoint(self):
        return tf.constant(self.rng.normal(size=(64, CLASSES)), tf.float32)


def table_of(matrix):
    table = Table(title="newest checkpoint")
    for name in ("class", "precision", "recall", "support"):
        table.add_column(name, justify="right", style="cyan" if name == "class" else None)
    for k in range(CLASSES):
        right, guessed, there = matrix[k, k], matrix[:, k].sum(), matrix[k].sum()
        table.add_row(str(k), f"{right / max(1, guessed):.2f}", f"{right / max(1, there):.2f}", str(there))
    return table


class Report:
    def __init__(self, file):
        self.console = Console(file=file, width=100, record=True)

    def show(self, matrix):
        self.console.print(table_of(matrix))  # LEAK

    def last_lines(self, count):
        return self.console.export_text().splitlines()[-count:]


def main():
    checkpoints = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    evaluation = Evaluation()
    with open(os.devnull, "w") as file:
        report = Report(file)
        for _ in range(checkpoints):
            report.show(evaluation.confusion(evaluation.checkpoint()).numpy())
        print(report.last_lines(2)[0])


if __name__ == "__main__":
    main()
