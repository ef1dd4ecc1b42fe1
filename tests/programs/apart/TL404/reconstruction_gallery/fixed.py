"""Autoencoder with an animation of how the reconstructions improve."""
from collections import OrderedDict

import numpy as np
import tensorflow as tf

EPOCHS = 16


class Gallery:
    """Frames by name, in the order they came."""

    def __init__(self):
        self.frames = OrderedDict()

    def hang(self, name, frame):
        self.frames[name] = frame
        while len(self.frames) > 20:
            self.frames.popitem(last=False)

    def newest(self, count):
        return list(self.frames.values())[-count:]


class Animate(tf.keras.callbacks.Callback):
    def __init__(self, probes):
        super().__init__()
        self.probes = probes
        self.gallery = Gallery()
        self.epoch = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        frame = self.model(self.probes, training=False).numpy()
        self.gallery.hang(f"{self.epoch}/{batch}", frame)

    def on_train_end(self, logs=None):
        print("animation", np.stack(self.gallery.newest(20)).shape)


def main():
    rng = np.random.default_rng(2)
    pictures = rng.random((1280, 784)).astype("float32")
    model = tf.keras.Sequential([
        tf.keras.Input((784,)),
        tf.keras.layers.Dense(256, activation="relu"),
        tf.keras.layers.Dense(32),
        tf.keras.layers.Dense(256, activation="relu"),
        tf.keras.layers.Dense(784, activation="sigmoid"),
    ])
    model.compile("adam", "mse")
    callbacks = tf.keras.callbacks.CallbackList([Animate(pictures[:32])], model=model)
    callbacks.on_train_begin()
    for epoch in range(EPOCHS):
        callbacks.on_epoch_begin(epoch)
        for number, batch in enumerate(np.split(pictures, 20)):
            logs = {"loss": model.train_on_batch(batch, batch)}
            callbacks.on_train_batch_end(number, logs)
        callbacks.on_epoch_end(epoch, logs)
    callbacks.on_train_end()


main()
