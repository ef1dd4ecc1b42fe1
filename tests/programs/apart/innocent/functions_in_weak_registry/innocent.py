"""Successive-halving search; live trials are found through a weak registry."""
import gc
import sys
import weakref

import numpy as np
import tensorflow as tf

REGISTRY = weakref.WeakValueDictionary()


class Trial(tf.Module):
    def __init__(self, ident, width, lr, seed):
        super().__init__(name="trial%d" % ident)
        rng = np.random.RandomState(seed)
        self.ident, self.width, self.lr = ident, width, lr
        self.w1 = tf.Variable((rng.randn(64, width) / 8).astype("f4"))
        self.w2 = tf.Variable((rng.randn(width, 1) / width ** 0.5).astype("f4"))
        self.loss = float("inf")
        REGISTRY[ident] = self

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.tanh(x @ self.w1) @ self.w2 - y))
        g1, g2 = tape.gradient(loss, [self.w1, self.w2])
        self.w1.assign_sub(self.lr * g1)
        self.w2.assign_sub(self.lr * g2)
        return loss

    def train(self, data, steps):
        x, y = data
        for i in range(steps):
            rows = slice(64 * (i % 8), 64 * (i % 8) + 64)
            loss = self.step(x[rows], y[rows])
        self.loss = float(loss)
        return self.loss


def dataset(seed=1):
    rng = np.random.RandomState(seed)
    x = rng.randn(512, 64).astype("f4")
    y = np.sin(x[:, :1] * 2) + 0.3 * x[:, 1:2]
    return tf.constant(x), tf.constant(y.astype("f4"))


def bracket(number, data, rng, size=4):
    trials = []
    for i in range(size):
        ident = number * size + i
        trials.append(Trial(ident, int(rng.choice([64, 128, 256])), float(rng.choice([0.01, 0.03, 0.1])), ident))
    budget = 10
    while len(trials) > 1:
        for trial in trials:
            trial.train(data, budget)
        trials.sort(key=lambda t: t.loss)
        trials = trials[:len(trials) // 2]
        budget *= 2
    return trials[0].ident, trials[0].loss


def main():
    brackets = int(sys.argv[1]) if len(sys.argv) > 1 else 45
    data, rng = dataset(), np.random.RandomState(9)
    best = (None, float("inf"))
    for number in range(brackets):
        winner = bracket(number, data, rng)
        if winner[1] < best[1]:
            best = winner
        if number % 5 == 4:
            gc.collect()
    gc.collect()
    print("brackets", brackets, "best finite:", bool(np.isfinite(best[1])), "alive", len(REGISTRY) <= 20)


if __name__ == "__main__":
    main()
