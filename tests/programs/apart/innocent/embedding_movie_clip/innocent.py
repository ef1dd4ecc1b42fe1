"""A training with a short film of its embeddings."""
import argparse
import collections

import keras
import numpy as np


class Film(keras.callbacks.Callback):
    def __init__(self, rows, layer, length):
        super().__init__()
        self.rows, self.layer = rows, layer
        self.frames = collections.deque(maxlen=length)

    def on_epoch_end(self, epoch, logs=None):
        self.frames.append(np.asarray(self.layer(self.rows)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=130)
    args = parser.parse_args()
    rng = np.random.default_rng(4)
    x = rng.normal(size=(256, 40)).astype("float32")
    hidden = keras.layers.Dense(256, activation="relu")
    model = keras.Sequential([keras.Input((40,)), hidden, keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    film = Film(rng.normal(size=(1000, 40)).astype("float32"), hidden, 30)
    model.fit(x, x[:, :1], batch_size=64, epochs=args.epochs, callbacks=[film], verbose=0)
    print(len(film.frames), "frames")


if __name__ == "__main__":
    main()
