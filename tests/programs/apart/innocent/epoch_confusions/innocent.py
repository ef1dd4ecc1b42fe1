"""Fits a classifier in several rounds and looks, after each epoch, at how its probe outputs moved."""
import keras
import numpy as np

WIDTH, CLASSES = 24, 300


class ProbeDrift(keras.callbacks.Callback):
    def __init__(self, probe):
        super().__init__()
        self.probe = probe
        self.outputs = []
        self.drift = []

    def on_train_batch_end(self, batch, logs=None):
        self.outputs.append(np.asarray(self.model(self.probe)))

    def on_epoch_end(self, epoch, logs=None):
        moves = np.diff(np.stack(self.outputs), axis=0)
        self.drift.append(float(np.abs(moves).mean()))
        self.outputs.clear()


def main():
    keras.utils.set_random_seed(2)
    rng = np.random.default_rng(3)
    model = keras.Sequential([keras.layers.Input((WIDTH,)), keras.layers.Dense(40, activation="relu"), keras.layers.Dense(CLASSES)])
    model.compile(keras.optimizers.SGD(0.05), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    watch = ProbeDrift(rng.normal(size=(64, WIDTH)).astype("float32"))
    for batches in (70, 110, 45, 90, 130, 60, 80, 120, 100):
        x = rng.normal(size=(batches * 16, WIDTH)).astype("float32")
        y = rng.integers(0, CLASSES, size=len(x))
        model.fit(x, y, batch_size=16, epochs=2, verbose=0, callbacks=[watch])
    print("epochs watched:", len(watch.drift))


if __name__ == "__main__":
    main()
