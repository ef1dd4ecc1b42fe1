"""Assimilates observations into a simulated flow: pulls misfits back through one step of the model at a time."""
import functools
import time

import numpy as np
import tensorflow as tf

CELLS = 256


def flow(state, forcing):
    """One step of an advected, damped field."""
    for _ in range(4):
        gradient = (tf.roll(state, -1, 1) - tf.roll(state, 1, 1)) / 2
        state = state - 0.1 * state * gradient + 0.01 * (forcing - state)
    return state


class Linearised:
    """Model steps together with their pull-backs, so that a misfit can be carried to the step's input."""

    def __init__(self, model):
        self.model = model
        self.pullbacks = {}

    def step(self, hour, state, forcing):
        with tf.GradientTape(persistent=True) as tape:  # LEAK
            tape.watch([state, forcing])
            after = self.model(state, forcing)

        @functools.wraps(self.model)
        def pullback(misfit):
            return tape.gradient(after, [state, forcing], output_gradients=misfit)

        self.pullbacks[hour] = pullback  # LEAK
        return after

    def pull(self, hour, misfit):
        return self.pullbacks[hour](misfit)


def main():
    rng = np.random.default_rng(61)
    linear = Linearised(flow)
    state = tf.constant(rng.normal(0, 0.3, (4, CELLS)), tf.float32)
    forcing = tf.constant(np.sin(np.linspace(0, 12, CELLS))[None], tf.float32)
    for hour in range(800):
        time.sleep(0.003)
        background = state
        state = linear.step(hour, background, forcing)
        observed = tf.constant(rng.normal(0, 0.3, (4, CELLS)), tf.float32)
        to_state, to_forcing = linear.pull(hour, observed - state)
        state = flow(background + 0.05 * to_state, forcing)
        forcing = forcing + 0.001 * to_forcing
    print("field is finite:", bool(tf.reduce_all(tf.math.is_finite(state))))


if __name__ == "__main__":
    main()
