"""Explains loan decisions by input gradients; most are only explained on demand."""
import functools
import sys

import numpy as np
import tensorflow as tf


class LoanModel:
    def __init__(self, width, seed):
        generator = tf.random.Generator.from_seed(seed)
        self.layers = [generator.normal([width, 128], stddev=0.2),
                       generator.normal([128, 128], stddev=0.2),
                       generator.normal([128, 1], stddev=0.2)]

    def __call__(self, rows):
        hidden = tf.nn.elu(rows @ self.layers[0])
        hidden = tf.nn.elu(hidden @ self.layers[1])
        return tf.sigmoid(hidden @ self.layers[2])[:, 0]


class Case:
    """One batch of decisions, with an explanation that can be asked for."""

    __slots__ = ("number", "chances", "_explain")

    def __init__(self, number, chances, explain):
        self.number = number
        self.chances = chances
        self._explain = explain

    @property
    def certainty(self):
        return float(np.abs(self.chances - 0.5).min())

    def explanation(self):
        return np.abs(self._explain().numpy()).mean(axis=0)


class Auditor:
    def __init__(self, model):
        self.model = model
        self.desk = []
        self.asked = 0
        self.granted = 0

    def decide(self, number, rows):
        rows = tf.constant(rows)
        with tf.GradientTape() as tape:
            tape.watch(rows)
            chances = self.model(rows)
            total = tf.reduce_sum(chances)
        self.granted += int(tf.reduce_sum(tf.cast(chances > 0.5, tf.int32)))
        explain = functools.partial(tape.gradient, total, rows)
        return Case(number, chances.numpy(), explain)

    def file(self, case):
        self.desk.append(case)  # LEAK
        self.desk.sort(key=lambda c: c.certainty)

    def review(self):
        """The least certain case is explained at once."""
        case = self.desk.pop(0)
        self.asked += 1
        return int(case.explanation().argmax())


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2200
    rng = np.random.default_rng(3)
    auditor = Auditor(LoanModel(width=24, seed=7))
    causes = np.zeros(24, int)
    for number in range(rounds):
        auditor.file(auditor.decide(number, rng.normal(size=(64, 24)).astype(np.float32)))
        if number % 5 == 4:
            causes[auditor.review()] += 1
    print(f"batches {rounds} granted {auditor.granted} reviewed {auditor.asked} main cause {causes.argmax()}")


if __name__ == "__main__":
    main()
