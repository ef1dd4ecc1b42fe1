"""Parameter sweep in which every setting becomes a class, registered by a metaclass."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


class TrialMeta(type):
    registry = {}

    def __new__(mcs, name, bases, namespace):
        cls = super(TrialMeta, mcs).__new__(mcs, name, bases, namespace)
        if bases:
            mcs.registry[name] = cls  # LEAK
        return cls

    def curve_length(cls):
        return len(cls.curve)


Trial = TrialMeta("Trial", (object,), {"rate": 0.1, "curve": []})


class Solver(object):
    """Gradient descent on least squares inside one static graph."""

    def __init__(self, size, steps):
        self.steps = steps
        rng = np.random.RandomState(1)
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.rate = v1.placeholder(tf.float32, ())
            a = tf.constant((rng.normal(size=(size, size)) / size ** 0.5).astype("float32"))
            b = tf.constant(rng.normal(size=(size, 64)).astype("float32"))
            x, errors = tf.zeros((size, 64)), []
            for _ in range(steps):
                gap = tf.matmul(a, x) - b
                errors.append(tf.reduce_sum(tf.square(gap), axis=0))
                x = x - self.rate * tf.matmul(a, gap, transpose_a=True)
            self.errors = tf.stack(errors)
        self.sess = v1.Session(graph=self.graph)

    def curve(self, rate):
        errors = self.sess.run(self.errors, {self.rate: rate})
        return [{"step": s, "column": c, "error": float(errors[s, c])}
                for s in range(self.steps) for c in range(errors.shape[1])]


def run_trial(solver, number, rate):
    name = "Trial%04d" % number
    trial = TrialMeta(name, (Trial,), {"rate": rate, "curve": solver.curve(rate)})
    return trial.curve[-1]["error"], trial.curve_length()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 180
    solver = Solver(size=900, steps=20)
    best, points = float("inf"), 0
    for number in range(rounds):
        error, length = run_trial(solver, number, 0.01 + 0.2 * (number % 50) / 50.0)
        best, points = min(best, error), points + length
    print("best error %.5f from %d points" % (best, points))


if __name__ == "__main__":
    main()
