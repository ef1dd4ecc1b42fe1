"""Random search over loss settings with one shared training step."""
import random
import sys

import numpy as np
import tensorflow as tf


class Trial:
    def __init__(self, number, rnd):
        self.number = number
        self.l2 = 10 ** rnd.uniform(-5, -1)
        self.huber = rnd.choice([0.5, 1.0, 2.0])
        self.score = None


class Regressor(tf.Module):
    def __init__(self, n_in):
        super().__init__()
        self.w = tf.Variable(tf.zeros([n_in, 24]))
        self.v = tf.Variable(tf.ones([24, 1]) * 0.1)

    def reset(self):
        g = tf.random.Generator.from_seed(5)
        self.w.assign(g.normal(self.w.shape) * 0.2)
        self.v.assign(g.normal(self.v.shape) * 0.2)

    @tf.function
    def step(self, x, y, trial):
        params = (self.w, self.v)
        with tf.GradientTape() as tape:
            err = tf.abs(tf.nn.tanh(x @ self.w) @ self.v - y)
            d = trial.huber
            loss = tf.reduce_mean(tf.where(err < d, 0.5 * err * err, d * (err - 0.5 * d)))
            loss += trial.l2 * tf.add_n([tf.nn.l2_loss(p) for p in params])
        for p, g in zip(params, tape.gradient(loss, params)):
            p.assign_sub(0.1 * g)
        return loss


class Tuner:
    def __init__(self, model, rnd):
        self.model, self.rnd = model, rnd
        self.trials = []

    def run(self, number, x, y):
        trial = Trial(number, self.rnd)
        self.trials.append(trial)
        self.model.reset()
        for _ in range(20):
            loss = self.model.step(x, y, trial)  # LEAK
        trial.score = float(loss)


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    rng = np.random.default_rng(0)
    x = tf.constant(rng.normal(size=(64, 12)), tf.float32)
    y = tf.reduce_sum(x[:, :2], axis=1, keepdims=True)
    tuner = Tuner(Regressor(12), random.Random(1))
    for number in range(trials):
        tuner.run(number, x, y)
    best = min(tuner.trials, key=lambda t: t.score)
    print(f"best trial {best.number} l2 {best.l2:.2e} score {best.score:.4f}")


if __name__ == "__main__":
    main()
