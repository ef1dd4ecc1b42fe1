"""Sweep over activations: each compiled variant is made once and then served from a registry."""
import functools
import sys
import time

import numpy as np
import tensorflow as tf

ACTIVATIONS = {"relu": tf.nn.relu, "tanh": tf.tanh, "elu": tf.nn.elu, "swish": tf.nn.silu, "plus": tf.nn.softplus}


@functools.lru_cache(maxsize=None)
def variant(name, depth):
    activation = ACTIVATIONS[name]

    @tf.function
    def run(x, training):
        for layer in range(depth):
            x = activation(tf.matmul(x, weights[layer]))
            if training:
                x = tf.nn.dropout(x, 0.1)
        return tf.reduce_mean(x)

    return run


weights = [tf.Variable(tf.random.stateless_normal([32, 32], [n, 1]) * 0.2) for n in range(3)]


class Table:
    def __init__(self):
        self.best = {}
        self.notes = []

    def record(self, key, value):
        self.best[key] = max(value, self.best.get(key, value))
        self.notes.append(f"{key[0]}/{key[1]}: {value:.3f}")
        self.notes = self.notes[-100:]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng = np.random.default_rng(0)
    table = Table()
    names = list(ACTIVATIONS)
    for number in range(rounds):
        key = (names[number % 5], 1 + number // 5 % 3)
        run = variant(*key)
        x = tf.constant(rng.normal(size=[64, 32]), tf.float32)
        table.record(key, float(run(x, training=number % 2 == 0)))
        time.sleep(0.012)
        if number % 100 == 0:
            print("round", number, "variants", variant.cache_info().currsize, table.notes[-1])
    print("best", max(table.best, key=table.best.get))


if __name__ == "__main__":
    main()
