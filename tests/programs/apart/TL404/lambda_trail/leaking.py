"""How far does a layer move? Draws the way of a kernel through training."""
import sys

import numpy as np
import tensorflow as tf

ROWS, BATCH = 1600, 8


def build():
    tf.keras.utils.set_random_seed(101)
    model = tf.keras.Sequential([
        tf.keras.layers.Input((48,)),
        tf.keras.layers.Dense(160, activation="relu", name="watched"),
        tf.keras.layers.Dense(1),
    ])
    model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")
    return model


def travelled(model, x, y, epochs):
    """Trains and tells the distance from the first kernel to the last and the length of the way between."""
    layer, way = model.get_layer("watched"), []

    def note(batch, logs):
        way.append(layer.kernel.numpy())  # LEAK

    model.fit(x, y, batch_size=BATCH, epochs=epochs, verbose=0, callbacks=[tf.keras.callbacks.LambdaCallback(on_train_batch_end=note)])
    length = sum(np.linalg.norm(b - a) for a, b in zip(way, way[1:]))
    return np.linalg.norm(way[-1] - way[0]), length


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    rng = np.random.default_rng(102)
    x = rng.normal(size=(ROWS, 48)).astype("float32")
    direct, length = travelled(build(), x, x[:, :1] * x[:, 1:2], epochs)
    print(f"moved {direct:.3f} on a way of {length:.3f}")


if __name__ == "__main__":
    main()
