"""Evolves small Keras models; only weights pass from one generation to the next."""
import argparse
import gc

import keras
import numpy as np


def build(weights=None):
    model = keras.Sequential([keras.Input((60,)), keras.layers.Dense(200, activation="tanh"), keras.layers.Dense(1)])
    if weights is not None:
        model.set_weights(weights)
    return model


def mutated(weights, rng):
    return [w + rng.normal(scale=0.02, size=w.shape) for w in weights]


def fitness(model, x, y):
    return -float(np.mean((np.asarray(model(x)) - y) ** 2))


def generation(parents, x, y, rng):
    keras.backend.clear_session()
    scored = []
    for number in range(6):
        model = build(mutated(parents[number % len(parents)], rng))
        scored.append((fitness(model, x, y), number, model.get_weights()))
    gc.collect()
    scored.sort(key=lambda entry: -entry[0])
    return [weights for _, _, weights in scored[:2]], scored[0][0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--generations", type=int, default=15)
    args = parser.parse_args()
    rng = np.random.default_rng(5)
    x = rng.normal(size=(200, 60)).astype("float32")
    y = x[:, :1]
    parents, best = [build().get_weights()], 0.0
    for _ in range(args.generations):
        parents, best = generation(parents, x, y, rng)
    print("best %.4f" % best)


if __name__ == "__main__":
    main()
