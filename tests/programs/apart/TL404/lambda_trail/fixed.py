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
    layer, way = model.get_layer("watched"), {"length": 0.0}

    def note(batch, logs):
        kernel = layer.kernel.numpy()
        way.setdefault("first", kernel)
        way["length"] += np.linalg.norm(kernel - way.get("last", kernel))
        way["last"] = kernel

    model.fit(x, y, batch_size=BATCH, epochs=epochs, verbose=0, callbacks=[tf.keras.callbacks.LambdaCallback(on_train_batch_end=note)])
    return np.linalg.norm(way["last"] - way["first"]), way["length"]


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    rng = np.random.default_rng(102)
    x = rng.normal(size=(ROWS, 48)).astype("float32")
    direct, length = travelled(build(), x, x[:, :1] * x[:, 1:2], epochs)
    print(f"moved {direct:.3f} on a way of {length:.3f}")


if __name__ == "__main__":
    main()
