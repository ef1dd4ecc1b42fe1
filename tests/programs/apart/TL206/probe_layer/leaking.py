"""Fine-tune a small head for each task; a probe in the trunk reports activity."""
import sys

import numpy as np
import tensorflow as tf


class Probe(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self._seen = {"x": []}

    def call(self, x):
        self._seen["x"].append(x)  # LEAK
        return x

    def describe(self):
        return self._seen["x"][-1].shape


def finetune(trunk, head, x, y):
    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(trunk(x) @ head - y))
        head.assign_sub(0.05 * tape.gradient(loss, head))
        return loss

    for _ in range(4):
        loss = step(x, y)
    return float(loss)


def main():
    tasks = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    tf.keras.utils.set_random_seed(0)
    probe = Probe()
    trunk = tf.keras.Sequential([
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dense(32, activation="relu"),
        probe,
    ])
    head = tf.Variable(tf.zeros([32, 1]))
    rng = np.random.default_rng(0)
    losses = 0.0
    for task in range(tasks):
        x = tf.constant(rng.normal(size=(32, 16)), tf.float32)
        head.assign(tf.zeros([32, 1]))
        losses += finetune(trunk, head, x, x[:, :1])
    print("tasks", tasks, "probe", probe.describe(), f"mean {losses / tasks:.4f}")


if __name__ == "__main__":
    main()
