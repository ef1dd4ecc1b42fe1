"""Prices options with a cached surface per contract."""
import functools
import sys

import numpy as np
import tensorflow as tf

grid = tf.constant(np.linspace(0.5, 1.5, 96), tf.float32)


@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([96])])
def surface(volatility, drift):
    spread = grid[:, None] - grid[None, :] + drift[None, :]
    kernel = tf.exp(-tf.square(spread) / (2.0 * volatility * volatility))
    kernel = kernel / tf.reduce_sum(kernel, axis=1, keepdims=True)
    for _ in range(6):
        kernel = tf.matmul(kernel, kernel)
        kernel = kernel / tf.reduce_sum(kernel, axis=1, keepdims=True)
    return kernel


class Contract:
    def __init__(self, number, rng):
        self.number = number
        self.drift = rng.normal(scale=0.01, size=96).astype("float32")

    @functools.lru_cache(maxsize=100)
    def prices(self, volatility):
        return surface(volatility, tf.constant(self.drift))

    def price(self, volatility, strike):
        return float(tf.reduce_mean(tf.nn.relu(self.prices(volatility)[strike] * grid)))


def main():
    contracts = int(sys.argv[1]) if len(sys.argv) > 1 else 2400
    rng, total = np.random.default_rng(541), 0.0
    for number in range(contracts):
        contract = Contract(number, rng)
        for strike in (20, 48, 70):
            total += contract.price(0.1 + 0.1 * (number % 3), strike)
    print(f"mean price {total / contracts / 3:.5f}")


if __name__ == "__main__":
    main()
