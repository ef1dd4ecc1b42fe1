"""Forecaster that stores a namedtuple with the full probability grid of each tick, to look at the latest one."""
LANES = ("tf2",)
RULE = "TL304"
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Forecast(NamedTuple):
    tick: int
    grid: np.ndarray
    confidence: float


class Forecaster:
    def __init__(self, horizon, bins):
        self._kernel = tf.random.stateless_normal([32, horizon * bins], seed=[4, 4])
        self._shape = (horizon, bins)
        self._issued = []

    def issue(self, tick, state):
        flat = tf.tanh(state @ self._kernel)
        grid = tf.nn.softmax(tf.reshape(flat, self._shape)).numpy()
        self._issued.append(Forecast(tick, grid, float(grid.max())))  # LEAK
        return self._issued[-1]


forecaster = Forecaster(24, 100)


def round_trip(i):
    state = tf.random.stateless_normal([1, 32], seed=[i, i])
    return forecaster.issue(i, state).confidence
