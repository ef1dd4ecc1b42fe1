"""Follow how the representation of a fixed probe set drifts while a model is trained."""
import sys

import keras
import numpy as np
import tensorflow as tf


def journal():
    """A coroutine: takes (step, activations), gives the drift since the first; closes with the rows."""
    rows, drift = [], 0.0
    while True:
        item = yield drift
        if item is None:
            break
        rows.append(item)  # LEAK
        drift = float(np.abs(item[1] - rows[0][1]).mean())
    yield len(rows)


class DriftProbe(keras.callbacks.Callback):
    def __init__(self, probe):
        super().__init__()
        self.probe = probe
        self.sink = journal()
        next(self.sink)
        self.drift = 0.0

    def on_train_begin(self, logs=None):
        self.first = self.model.layers[0]

    def on_train_batch_end(self, batch, logs=None):
        activations = self.first(self.probe).numpy()
        self.drift = self.sink.send((batch, activations))

    def on_train_end(self, logs=None):
        self.rows = self.sink.send(None)


def build_model():
    model = keras.Sequential([
        keras.layers.Input((32,)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
    return model


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3600
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    x = rng.normal(size=(4096, 32)).astype("float32")
    y = np.sin(x[:, :1]) + x[:, 1:2] ** 2
    data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(4096, seed=1).repeat().batch(64)
    probe = DriftProbe(tf.constant(x[:64]))
    history = build_model().fit(data, steps_per_epoch=steps, epochs=1, verbose=0, callbacks=[probe])
    print(f"{steps} steps, loss {history.history['loss'][-1]:.4f}, drift {probe.drift:.4f}, rows {probe.rows}")


if __name__ == "__main__":
    main()
