"""Fit a model for many short epochs and plot how far its weights moved."""
import sys

import numpy as np
import keras


class WeightRecorder(keras.callbacks.Callback):
    """Remembers weights so that the path of training can be drawn."""

    def __init__(self):
        super().__init__()
        self.path = []
        self.length = 0.0

    def on_train_begin(self, logs=None):
        self.path.append(self.model.get_weights())

    def on_epoch_end(self, epoch, logs=None):
        now = self.model.get_weights()
        before = self.path[-1]
        self.length += sum(float(np.abs(a - b).sum()) for a, b in zip(now, before))
        self.path.append(now)  # LEAK


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 140
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x = rng.normal(size=(128, 64)).astype("float32")
    y = x[:, :1] - x[:, 1:2]
    model = keras.Sequential([
        keras.layers.Input((64,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile("sgd", "mse")
    recorder = WeightRecorder()
    hist = model.fit(x, y, epochs=epochs, batch_size=64, verbose=0, callbacks=[recorder])
    print(f"loss {hist.history['loss'][-1]:.4f} path length {recorder.length:.2f}")


if __name__ == "__main__":
    main()
