"""Trains a detector for heart sounds and writes a report with the spread of its outputs."""
import sys
import time

import numpy as np
import tensorflow as tf
from tensorflow import keras

LEADS = 12


class OutputSpread(keras.callbacks.Callback):
    def __init__(self, probe):
        super().__init__()
        self.probe = tf.constant(probe, tf.float32)
        self.outputs = {"low": [], "high": []}
        self.losses = []

    def on_epoch_begin(self, epoch, logs=None):
        self.losses.clear()

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(float(logs["loss"]))
        scores = self.model(self.probe, training=False)
        self.outputs["low"] = [float(tf.reduce_min(scores))]
        self.outputs["high"] = [scores]
        time.sleep(0.01)

    def spread(self):
        return float(tf.reduce_max(self.outputs["high"][-1])) - self.outputs["low"][-1]


class Progress(keras.callbacks.Callback):
    def __init__(self, spread):
        super().__init__()
        self.spread = spread

    def on_train_batch_end(self, batch, logs=None):
        if batch % 100 == 0:
            print("batch", batch, "loss %.3f" % logs["loss"], "spread %.3f" % self.spread.spread())


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    rng = np.random.default_rng(7)
    x = rng.normal(size=[batches * 8, LEADS]).astype(np.float32)
    y = rng.integers(0, 2, [batches * 8, 1]).astype(np.float32)
    model = keras.Sequential(
        [
            keras.layers.Input([LEADS]),
            keras.layers.Dense(32, "relu"),
            keras.layers.Dense(16),
        ]
    )
    model.compile("sgd", keras.losses.MeanSquaredError())
    spread = OutputSpread(rng.normal(size=[900, LEADS]))
    data = tf.data.Dataset.from_tensor_slices((x, np.repeat(y, 16, 1))).batch(8)
    model.fit(data, epochs=1, verbose=0, callbacks=[spread, Progress(spread)])
    print("spread %.3f" % spread.spread())


if __name__ == "__main__":
    main()
