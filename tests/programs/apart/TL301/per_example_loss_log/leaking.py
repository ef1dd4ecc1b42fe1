"""Custom training loop that reports its hardest examples."""
import sys

import numpy as np
import tensorflow as tf


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
    tf.keras.utils.set_random_seed(0)
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dense(1),
    ])
    opt = tf.keras.optimizers.Adam(1e-3)

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            per_example = tf.square(model(x, training=True) - y)[:, 0]
            loss = tf.reduce_mean(per_example)
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        return loss, per_example

    rng = np.random.default_rng(0)
    hardest = []
    for step in range(steps):
        x = rng.normal(size=(8192, 8)).astype("float32")
        y = np.sin(x[:, :1])
        loss, per_example = train_step(x, y)
        hardest.append(per_example)  # LEAK
        if step % 100 == 99:
            top = tf.math.top_k(hardest[-1], 3).values.numpy()
            print(f"step {step + 1} loss {float(loss):.4f} hardest {top.round(2)}")


if __name__ == "__main__":
    main()
