"""Curriculum training: each stage brings harder recordings, and a validation set of its own."""
import sys

import keras
import numpy as np
import tensorflow as tf

BANDS = 80


class Stage:
    """Recordings of one level of difficulty."""

    def __init__(self, number, rng):
        noise = 0.1 + 0.01 * number
        self.labels = rng.integers(4, size=1600)
        tone = np.eye(4, BANDS)[self.labels]
        self.spectra = (tone + rng.normal(scale=noise, size=(1600, BANDS))).astype("float32")

    def training(self):
        return self.spectra[:800], self.labels[:800]

    def replay(self):
        """Validation batches in an order that is drawn anew."""
        order = 800 + np.random.default_rng(len(self.labels)).permutation(800)
        for begin in range(0, 800, 100):
            chosen = order[begin:begin + 100]
            yield self.spectra[chosen], self.labels[chosen]


SIGNATURE = (tf.TensorSpec((None, BANDS), tf.float32), tf.TensorSpec((None,), tf.int64))


def classifier():
    keras.utils.set_random_seed(4)
    model = keras.Sequential([
        keras.layers.Input((BANDS,)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(4),
    ])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer="adam", loss=loss, metrics=["accuracy"], jit_compile=False)
    return model


def main():
    stages = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    rng = np.random.default_rng(15)
    model = classifier()
    for number in range(stages):
        stage = Stage(number, rng)
        validation = tf.data.Dataset.from_generator(stage.replay, output_signature=SIGNATURE)  # LEAK
        history = model.fit(*stage.training(), validation_data=validation, batch_size=100, epochs=1, shuffle=False,
                            verbose=0)
    print(f"{stages} stages, validation accuracy {history.history['val_accuracy'][-1]:.3f}")


if __name__ == "__main__":
    main()
