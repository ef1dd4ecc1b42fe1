"""Solves u'' = -u on [0, 6] with a small network; derivatives come from persistent tapes."""
import sys
import typing

import numpy as np
import tensorflow as tf

POINTS, HIDDEN = 128, 40


class Step(typing.NamedTuple):
    number: int
    residual: float
    tape: typing.Optional[tf.GradientTape]
    inputs: typing.Optional[tf.Tensor]


class Solution(tf.Module):
    def __init__(self):
        super().__init__()
        normal = tf.random.stateless_normal
        self.w1 = tf.Variable(normal([1, HIDDEN], [0, 1]))
        self.b1 = tf.Variable(tf.zeros([HIDDEN]))
        self.w2 = tf.Variable(normal([HIDDEN, HIDDEN], [0, 2], stddev=0.15))
        self.w3 = tf.Variable(normal([HIDDEN, 1], [0, 3], stddev=0.15))

    def __call__(self, t):
        hidden = tf.tanh(tf.matmul(t, self.w1) + self.b1)
        return t * tf.matmul(tf.tanh(tf.matmul(hidden, self.w2)), self.w3)


class Solver:
    def __init__(self):
        self.network = Solution()
        self.journal = []
        self.rates = []
        self.rng = np.random.default_rng(0)

    def residual(self, t):
        """Returns the mean square residual and the tape that knows u and u'."""
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(t)
            with tf.GradientTape() as inner:
                inner.watch(t)
                u = self.network(t)
            slope = inner.gradient(u, t)
        curvature = tape.gradient(slope, t)
        return tf.reduce_mean(tf.square(curvature + u)), tape

    def step(self, number):
        points = self.rng.uniform(0, 6, size=(POINTS, 1)).astype(np.float32)
        t = tf.constant(points)
        weights = self.network.trainable_variables
        with tf.GradientTape() as outer:
            loss, tape = self.residual(t)
            start = tf.square(self.network.w3[0, 0] - 0.2)
            total = loss + 0.1 * start
        rate = 0.01 / (1.0 + number / 200.0)
        self.rates.append(rate)
        for weight, gradient in zip(weights, outer.gradient(total, weights)):
            if gradient is not None:
                weight.assign_sub(rate * tf.clip_by_norm(gradient, 1.0))
        del tape
        self.journal.append(Step(number, float(loss), None, None))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    solver = Solver()
    print("solving", flush=True)
    for number in range(steps):
        solver.step(number)
        if number % 100 == 99:
            newest = solver.journal[-1]
            print(f"step {newest.number}: residual {newest.residual:.5f}")
    residuals = [entry.residual for entry in solver.journal]
    print(f"best residual {min(residuals):.5f}, last rate {solver.rates[-1]:.5f}")


if __name__ == "__main__":
    main()
