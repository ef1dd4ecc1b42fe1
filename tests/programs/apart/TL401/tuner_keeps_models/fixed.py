"""KerasTuner-like random search written by hand."""
import random
import sys

import numpy as np
import tensorflow as tf
import keras


class RandomSearch:
    def __init__(self, build, space, seed):
        self.build, self.space = build, space
        self.rnd = random.Random(seed)
        self.results = []

    def trial(self, number, x, y):
        hp = {name: self.rnd.choice(values) for name, values in self.space.items()}
        keras.utils.set_random_seed(number)
        model = self.build(hp["units"], hp["activation"])
        loss = train(model, x, y, hp["lr"])
        self.results.append({"loss": loss, "number": number, "hp": hp})

    def ranking(self, n):
        return sorted(self.results, key=lambda r: r["loss"])[:n]


def build(units, activation):
    return keras.Sequential([
        keras.layers.Input((128,)),
        keras.layers.Dense(units, activation=activation),
        keras.layers.Dense(units, activation=activation),
        keras.layers.Dense(1),
    ])


def train(model, x, y, lr):
    weights = [v.value for v in model.trainable_variables]
    for _ in range(4):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
        for w, g in zip(weights, tape.gradient(loss, weights)):
            w.assign_sub(lr * g)
    return float(loss)


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rng = np.random.default_rng(0)
    x = tf.constant(rng.normal(size=(128, 128)), tf.float32)
    y = x[:, :1] * x[:, 1:2]
    space = {"units": [256, 320], "activation": ["relu", "tanh"], "lr": [1e-3, 1e-2]}
    search = RandomSearch(build, space, seed=3)
    for number in range(trials):
        search.trial(number, x, y)
    for r in search.ranking(3):
        print(f"trial {r['number']} loss {r['loss']:.4f}", r["hp"])


if __name__ == "__main__":
    main()
