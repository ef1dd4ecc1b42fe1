"""Callbacks of the training job."""
import keras
import numpy as np


class WeightMonitor(keras.callbacks.Callback):
    """Reports how much the weights drift over the training."""

    def on_train_begin(self, logs=None):
        self.seen = {}
        self.batches = 0

    def on_train_batch_end(self, batch, logs=None):
        self.batches += 1
        self.seen[self.batches] = (logs["loss"], self.model.get_weights())  # LEAK

    def drift(self):
        first, last = self.seen[1][1], self.seen[self.batches][1]
        return float(np.mean([np.abs(a - b).mean() for a, b in zip(first, last)]))
