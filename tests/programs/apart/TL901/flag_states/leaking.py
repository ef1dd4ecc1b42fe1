"""Tabular exploration with 40 binary sensors: the visited state is a set of flags."""
import enum

import numpy as np
import tensorflow as tf

EPISODES = 480
STEPS = 120

Sensors = enum.IntFlag("Sensors", [f"S{k:02d}" for k in range(40)])
rng = np.random.default_rng(3)


class Policy:
    def __init__(self):
        self.weights = tf.Variable(tf.random.normal((40, 600), stddev=0.1))
        self.value = tf.Variable(tf.random.normal((600, 1), stddev=0.1))

    @tf.function
    def improve(self, bits):
        with tf.GradientTape() as tape:
            value = tf.tanh(bits @ self.weights) @ self.value
            loss = tf.reduce_mean(tf.square(value - tf.reduce_sum(bits[:, :4], 1, keepdims=True)))
        for variable, gradient in zip((self.weights, self.value), tape.gradient(loss, (self.weights, self.value))):
            variable.assign_sub(0.01 * gradient)
        return loss


def observe():
    return int(rng.integers(0, 1 << 40))


def reward(state):
    good = bool(state & Sensors.S00) + bool(state & Sensors.S07)  # LEAK
    return good - bool(state & Sensors.S31)  # LEAK


def episode():
    rows, earned = [], 0
    for _ in range(STEPS):
        state = Sensors(observe())  # LEAK
        earned += reward(state)
        rows.append([(state.value >> k) & 1 for k in range(40)])
    return np.array(rows, "float32"), earned


def main():
    policy = Policy()
    earned = 0
    for _ in range(EPISODES):
        bits, gained = episode()
        earned += gained
        for _ in range(16):
            policy.improve(bits)
    print("earned", earned)


main()
