"""Functional-style training: every step returns a new state; a look-back compares with two steps ago."""
import argparse
import dataclasses
import typing

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class TrainState:
    step: int
    weights: tf.Tensor
    loss: typing.Optional[tf.Tensor] = None
    tape: typing.Optional[tf.GradientTape] = None
    previous: typing.Optional["TrainState"] = None

    def gradient(self):
        return self.tape.gradient(self.loss, self.weights)

    def back(self, steps):
        state = self
        while steps and state.previous is not None:
            state, steps = state.previous, steps - 1
        return state


def loss_of(weights, x, y):
    hidden = tf.nn.relu(tf.matmul(x, weights))
    return tf.reduce_mean(tf.square(tf.reduce_sum(hidden, axis=1) - y))


def evaluate(state, x, y):
    tape = tf.GradientTape(persistent=True)
    with tape:
        tape.watch(state.weights)
        loss = loss_of(state.weights, x, y)
    return dataclasses.replace(state, loss=loss, tape=tape)


def advance(state, rate):
    weights = state.weights - rate * state.gradient()
    return TrainState(state.step + 1, weights, previous=state)  # LEAK


def agreement(state):
    """Cosine between this gradient and the one two steps ago."""
    older = state.back(2)
    if older is state or older.tape is None:
        return 0.0
    now, then = state.gradient(), older.gradient()
    return float(tf.reduce_sum(now * then) / (tf.norm(now) * tf.norm(then) + 1e-9))


def train(state, batches, rate):
    agreed = 0.0
    for x, y in batches:
        state = evaluate(state, x, y)
        agreed = 0.95 * agreed + 0.05 * agreement(state)
        state = advance(state, rate)
    return state, agreed


def batches(count, rng):
    for _ in range(count):
        x = rng.normal(size=(64, 80)).astype(np.float32)
        yield tf.constant(x), tf.constant(np.abs(x[:, 0]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1000)
    args = parser.parse_args()
    weights = tf.random.stateless_normal([80, 120], seed=(5, 5), stddev=0.02)
    state, agreed = train(TrainState(0, weights), batches(args.steps, np.random.default_rng(2)), 1e-3)
    print(f"step {state.step}, agreement {agreed:.3f}")


if __name__ == "__main__":
    main()
