"""Tunes a dose schedule: a differentiable plant is simulated and the controller is trained step by step."""
import argparse

import numpy as np
import tensorflow as tf


class Plant(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.drift = tf.Variable(0.02)
        self.mix = tf.Variable(tf.random.stateless_normal([units, units], seed=(2, 2), stddev=0.05))

    def __call__(self, state, dose):
        return tf.tanh(tf.matmul(state, self.mix) + dose) - self.drift


class Controller(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.kernel = tf.Variable(tf.zeros([units, units]))

    def __call__(self, state):
        return tf.matmul(state, self.kernel)


class Study:
    def __init__(self, units, patients):
        self.plant = Plant(units)
        self.controller = Controller(units)
        self.rng = np.random.default_rng(1)
        self.shape = (patients, units)

    def cohort(self):
        return tf.constant(self.rng.normal(size=self.shape), tf.float32)

    def cost(self, state, horizon=3):
        for _ in range(horizon):
            state = self.plant(state, self.controller(state))
        return tf.reduce_mean(tf.square(state))

    def step(self, rate):
        with tf.GradientTape() as tape:
            cost = self.cost(self.cohort())
        kernel = self.controller.kernel
        kernel.assign_sub(rate * tape.gradient(cost, kernel))
        return cost

    def train(self, steps, rate=0.5):
        for _ in range(steps):
            cost = self.step(rate)
        return cost


def sensitivity(study, steps):
    """How the cost that is left depends on the plant's drift."""
    with tf.GradientTape(persistent=True) as outer:  # LEAK
        study.train(steps)
        final = study.cost(study.cohort())
    return final, outer.gradient(final, study.plant.drift)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--patients", type=int, default=96)
    args = parser.parse_args()
    final, slope = sensitivity(Study(64, args.patients), args.steps)
    print(f"cost {float(final):.4f}, slope {float(slope):.4f}")


if __name__ == "__main__":
    main()
