"""Random search for a small network, with a leaderboard of the best candidates."""
import gc
import heapq
import sys

import keras
import numpy as np

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
KEEP = 3


class Leaderboard:
    def __init__(self, keep):
        self.keep = keep
        self.heap = []

    def offer(self, score, trial, model):
        heapq.heappush(self.heap, (score, trial, model))  # LEAK

    def best(self):
        return heapq.nlargest(self.keep, self.heap)


def candidate(rng):
    depth = int(rng.integers(1, 4))
    width = int(rng.choice([128, 192, 256]))
    layers = [keras.Input((200,))]
    for _ in range(depth):
        layers.append(keras.layers.Dense(width, activation="relu"))
    layers.append(keras.layers.Dense(3))
    return keras.Sequential(layers)


def accuracy(model, x, y):
    hidden = np.asarray(keras.Sequential(model.layers[:-1])(x))
    target = np.eye(3, dtype="float32")[y]
    ridge = hidden.T @ hidden + 10.0 * np.eye(hidden.shape[1], dtype="float32")
    solution = np.linalg.solve(ridge, hidden.T @ target)
    kernel, bias = model.layers[-1].get_weights()
    model.layers[-1].set_weights([solution.astype("float32"), bias * 0])
    return float((np.asarray(model(x)).argmax(1) == y).mean())


def main():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(600, 200)).astype("float32")
    y = (np.abs(x[:, :20]).sum(1) * 3 / 24).astype(int).clip(0, 2)
    board = Leaderboard(KEEP)
    for trial in range(ROUNDS):
        keras.utils.set_random_seed(trial)
        model = candidate(rng)
        board.offer(accuracy(model, x, y), trial, model)
        if trial % 10 == 0:
            gc.collect()
        if trial % 30 == 0:
            print(trial, [(round(s, 3), t) for s, t, _ in board.best()])


if __name__ == "__main__":
    main()
