"""Trains an encoder and records how the embedding of the validation set moves."""
import argparse

import keras
import numpy as np
import tensorflow as tf


class Encoder(keras.Model):
    def __init__(self, units, classes):
        super().__init__()
        self.hidden = keras.layers.Dense(units, activation="relu")
        self.out = keras.layers.Dense(classes)

    def embed(self, x):
        return self.hidden(x)

    def call(self, x):
        return self.out(self.embed(x))


class Movie:
    """Two-dimensional pictures of embeddings."""

    def __init__(self, length):
        self.length = length
        self.frames = []

    def add(self, embedding):
        self.frames.append(embedding)  # LEAK

    def project(self, embedding):
        return embedding[:, :2] - embedding[:, :2].mean(axis=0)

    def render(self):
        return [self.project(frame) for frame in self.frames[-self.length:]]


class EmbeddingRecorder(keras.callbacks.Callback):
    def __init__(self, rows, movie):
        super().__init__()
        self.rows = tf.constant(rows)
        self.movie = movie
        self.drift = []

    def snapshot(self):
        return self.model.embed(self.rows).numpy()

    def on_epoch_end(self, epoch, logs=None):
        embedding = self.snapshot()
        if self.movie.frames:
            self.drift.append(float(np.abs(embedding - self.movie.frames[-1]).mean()))
        self.movie.add(embedding)


def data(count, width, classes, rng):
    x = rng.normal(size=(count, width)).astype("float32")
    return x, np.argmax(x[:, :classes], axis=1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=150)
    parser.add_argument("--units", type=int, default=256)
    args = parser.parse_args()
    rng = np.random.default_rng(12)
    x, y = data(256, 48, 5, rng)
    rows, _ = data(1200, 48, 5, rng)
    model = Encoder(args.units, 5)
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    movie = Movie(length=24)
    recorder = EmbeddingRecorder(rows, movie)
    model.fit(x, y, batch_size=128, epochs=args.epochs, callbacks=[recorder], verbose=0)
    pictures = movie.render()
    print(f"{len(pictures)} pictures, last drift {recorder.drift[-1]:.5f}")


if __name__ == "__main__":
    main()
