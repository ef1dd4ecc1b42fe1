"""Fits a small classifier, keeps the best weights and a metrics table."""
import sys

import keras
import numpy as np

FEATURES, CLASSES = 20, 4


class Table(keras.callbacks.Callback):
    """A row of numbers per epoch; the newest batch outputs for a confusion matrix."""

    def __init__(self, x):
        super().__init__()
        self.x = x
        self.rows = []
        self.outputs = []

    def on_epoch_begin(self, epoch, logs=None):
        self.outputs = []

    def on_train_batch_end(self, batch, logs=None):
        self.outputs.append(np.asarray(self.model(self.x, training=False)))

    def on_epoch_end(self, epoch, logs=None):
        spread = float(np.std(np.stack(self.outputs)))
        self.rows.append((epoch, round(logs["loss"], 4), round(spread, 4)))


class Best(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.loss = float("inf")
        self.weights = None
        self.improvements = 0

    def on_epoch_end(self, epoch, logs=None):
        if logs["loss"] < self.loss:
            self.loss = logs["loss"]
            self.weights = self.model.get_weights()
            self.improvements += 1


def data(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(512, FEATURES)).astype("float32")
    y = np.argmax(x @ rng.normal(size=(FEATURES, CLASSES)), axis=1)
    return x, y


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    x, y = data(3)
    model = keras.Sequential([
        keras.Input([FEATURES]),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(CLASSES),
    ])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.SGD(0.02), loss, metrics=["accuracy"])
    table, best = Table(x[:64]), Best()
    print("training", epochs, "epochs", flush=True)
    history = model.fit(x, y, epochs=epochs, batch_size=64, verbose=0, callbacks=[table, best])
    model.set_weights(best.weights)
    print(f"best loss {best.loss:.4f} after {best.improvements} improvements")
    print("last rows", table.rows[-2:], "of", len(history.history["loss"]))


if __name__ == "__main__":
    main()
