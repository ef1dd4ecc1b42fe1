"""Custom training loop that keeps the last fifty losses to decide when to lower the learning rate."""
import collections
import sys

import keras
import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300


class Plateau:
    def __init__(self, optimizer, size=50):
        self.optimizer = optimizer
        self.recent = collections.deque(maxlen=size)

    def update(self, loss):
        self.recent.append(loss)
        if len(self.recent) == self.recent.maxlen and float(self.recent[0]) < float(loss):
            self.optimizer.learning_rate = max(1e-5, float(self.optimizer.learning_rate) * 0.99)


def main():
    model = keras.Sequential([keras.layers.Input((32,)), keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
    optimizer = keras.optimizers.SGD(0.01)
    plateau = Plateau(optimizer)
    rng = np.random.default_rng(0)
    for step in range(steps):
        x = rng.normal(size=(32, 32)).astype("float32")
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - x[:, :1]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        plateau.update(loss)
    print(f"{steps} steps, mean of recent losses {np.mean(plateau.recent):.4f}")


if __name__ == "__main__":
    main()
