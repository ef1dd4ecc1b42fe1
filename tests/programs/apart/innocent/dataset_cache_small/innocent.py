"""Many epochs over a small cached dataset."""
import sys

import numpy as np
import tensorflow as tf


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(0)
    x = rng.normal(size=(256, 2000)).astype("float32")
    y = x[:, :1].copy()
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.map(lambda a, b: (a * 0.5, b)).cache().shuffle(256, seed=1).batch(32)
    w = tf.Variable(tf.zeros([2000, 1]))
    history = []
    for epoch in range(epochs):
        for bx, by in ds:
            err = bx @ w - by
            w.assign_sub(1e-3 * tf.matmul(bx, err, transpose_a=True) / 32)
        history.append(float(tf.reduce_mean(tf.square(err))))
    print(f"epochs {epochs} loss {history[-1]:.4f}")


if __name__ == "__main__":
    main()
