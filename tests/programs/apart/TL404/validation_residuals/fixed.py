"""Trains a forecaster and reports the spread of its residuals on held-out weeks."""
import sys

import keras
import numpy as np
import tensorflow as tf

HISTORY, HORIZON = 96, 48


def weeks(count, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(HISTORY + HORIZON)
    phase, size = rng.uniform(0, 24, size=(count, 1)), rng.uniform(0.5, 2.0, size=(count, 1))
    load = size * np.sin((time + phase) * 2 * np.pi / 24) + rng.normal(scale=0.2, size=(count, len(time)))
    return load[:, :HISTORY].astype("float32"), load[:, HISTORY:].astype("float32")


class Residuals(keras.callbacks.Callback):
    """Spread of the residuals by hour of the forecast."""

    def __init__(self, history, future, batch_size):
        super().__init__()
        self.batches = [(history[k:k + batch_size], future[k:k + batch_size])
                        for k in range(0, len(history), batch_size)]
        self.residuals = []
        self.spread = None

    def on_test_batch_end(self, batch, logs=None):
        history, future = self.batches[batch]
        self.residuals.append(self.model(history, training=False) - future)

    def on_epoch_end(self, epoch, logs=None):
        recent = tf.concat(self.residuals, axis=0)
        self.residuals.clear()
        self.spread = tf.math.reduce_std(recent, axis=0).numpy()


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    keras.utils.set_random_seed(6)
    model = keras.Sequential([
        keras.layers.Input((HISTORY,)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(HORIZON),
    ])
    model.compile(optimizer="adam", loss="mse", jit_compile=False)
    held_out = weeks(1536, seed=2)
    callback = Residuals(*held_out, batch_size=128)
    model.fit(*weeks(2048, seed=1), validation_data=held_out, epochs=epochs, batch_size=128, verbose=0,
              callbacks=[callback])
    print(f"{epochs} epochs, spread in the first hour {callback.spread[0]:.3f}, in the last {callback.spread[-1]:.3f}")


if __name__ == "__main__":
    main()
