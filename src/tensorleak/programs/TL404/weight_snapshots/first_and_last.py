"""Callbacks of the training job."""
import keras
import numpy as np


class WeightMonitor(keras.callbacks.Callback):
    """Reports how much the weights drift over the training."""

    def on_train_begin(self, logs=None):
        self.first = None

    def on_train_batch_end(self, batch, logs=None):
        if self.first is None:
            self.first = self.model.get_weights()

    def drift(self):
        return float(np.mean([np.abs(a - b).mean() for a, b in zip(self.first, self.model.get_weights())]))
