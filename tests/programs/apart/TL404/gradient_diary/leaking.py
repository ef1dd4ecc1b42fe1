"""Trains with Keras and keeps a diary of how the output weights move, to plot the end of each chapter."""
import sys

import keras
import numpy as np
from diary import Diary


class Motion(keras.callbacks.Callback):
    """How far the weights went in each batch."""

    def __init__(self):
        super().__init__()
        self.diary = Diary()
        self.before = None

    def on_train_batch_end(self, batch, logs=None):
        now = self.model.layers[-1].get_weights()[0]
        if self.before is not None:
            self.diary.chapter(f"rate {self.model.optimizer.learning_rate.numpy():.4f}").write(now - self.before)
        self.before = now

    def furthest(self):
        return max(float(np.abs(chapter.pages[-1]).max()) for chapter in self.diary.chapters.values())


def build():
    return keras.Sequential([
        keras.layers.Input((40,)),
        keras.layers.Dense(160, activation="relu"),
        keras.layers.Dense(80),
    ])


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 2400
    keras.utils.set_random_seed(641)
    rng = np.random.default_rng(642)
    x = rng.normal(size=(64 * 60, 40)).astype("float32")
    y = x @ rng.normal(size=(40, 80)).astype("float32")
    model, motion = build(), Motion()
    model.compile(keras.optimizers.SGD(0.05), "mse")
    model.fit(x, y, batch_size=64, epochs=max(1, batches // 60), callbacks=[motion], verbose=0)
    print(f"last motion below one: {motion.furthest() < 1.0}")


if __name__ == "__main__":
    main()
