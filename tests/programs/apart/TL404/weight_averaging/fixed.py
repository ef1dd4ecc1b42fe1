"""Train a small classifier with a callback that averages the weights of an epoch."""
import sys
from collections import defaultdict

import keras
import numpy as np

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 200


class Ledger:
    def __init__(self):
        self.books = defaultdict(list)

    def file(self, epoch, entry):
        self.books[epoch].append(entry)

    def mean(self, epoch):
        columns = zip(*self.books[epoch])
        return [np.mean(column, axis=0) for column in columns]

    def drop(self, epoch):
        del self.books[epoch]


class WeightAveraging(keras.callbacks.Callback):
    def __init__(self, every=2):
        super().__init__()
        self.every = every
        self.ledger = Ledger()
        self.epoch = 0
        self.drift = []

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        if batch % self.every == 0:
            self.ledger.file(self.epoch, self.model.get_weights())

    def on_epoch_end(self, epoch, logs=None):
        average = self.ledger.mean(epoch)
        current = self.model.get_weights()
        gap = sum(float(np.abs(a - b).sum()) for a, b in zip(average, current))
        self.ledger.drop(epoch)
        self.drift = (self.drift + [gap])[-5:]


def main():
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x = rng.normal(size=(512, 120)).astype("float32")
    y = (x[:, :4] ** 2).sum(1).astype("float32")
    model = keras.Sequential(
        [
            keras.Input((120,)),
            keras.layers.Dense(160, activation="relu"),
            keras.layers.Dropout(0.2),
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(1),
        ]
    )
    model.compile("adam", "mse")
    averaging = WeightAveraging()
    model.fit(x, y, batch_size=64, epochs=ROUNDS, verbose=0, callbacks=[averaging])
    print("drift", ["%.2f" % d for d in averaging.drift])


if __name__ == "__main__":
    main()
