"""Evolution strategy: candidates register themselves so that tools can find them."""
import itertools
import sys
import weakref

import numpy as np
import tensorflow as tf

registry = weakref.WeakValueDictionary()
serial = itertools.count()


class Candidate(tf.Module):
    def __init__(self, values):
        super().__init__()
        self.kernels = [tf.Variable(value) for value in values]
        self.serial = next(serial)
        registry[self.serial] = self
        self.births = []

    def __call__(self, rows):
        hidden = tf.tanh(rows @ self.kernels[0])
        return hidden @ self.kernels[1]

    def child(self, rng, scale):
        values = [k.numpy() + scale * rng.normal(size=k.shape).astype(np.float32) for k in self.kernels]
        child = Candidate(values)
        self.births.append(weakref.ref(child))
        return child


class Evolution:
    def __init__(self, seed, inputs=40, width=600):
        self.rng = np.random.default_rng(seed)
        first = [self.rng.normal(scale=0.1, size=shape).astype(np.float32) for shape in ((inputs, width), (width, 1))]
        self.champion = Candidate(first)
        self.rows = tf.constant(self.rng.normal(size=(64, inputs)), tf.float32)
        self.targets = tf.sin(self.rows[:, :1])
        self.error = self.measure(self.champion)

    def measure(self, candidate):
        return float(tf.reduce_mean(tf.square(candidate(self.rows) - self.targets)))

    def generation(self, size=6):
        children = [self.champion.child(self.rng, 0.02) for _ in range(size)]
        errors = [self.measure(child) for child in children]
        best = int(np.argmin(errors))
        if errors[best] < self.error:
            self.champion, self.error = children[best], errors[best]
        if len(self.champion.births) > 60:
            self.champion.births = [ref for ref in self.champion.births if ref() is not None]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    evolution = Evolution(seed=5)
    for _ in range(rounds):
        evolution.generation()
    print(f"generations {rounds} error {evolution.error:.4f} alive {len(registry)}")


if __name__ == "__main__":
    main()
