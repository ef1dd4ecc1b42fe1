"""Small training steps with one evaluation on the whole validation set in the middle."""
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1500

model = keras.Sequential([
    keras.layers.Input((64,)),
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(1),
])
optimizer = keras.optimizers.SGD(0.01)
optimizer.build(model.trainable_variables)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


def evaluate():
    x = np.random.default_rng(9).normal(size=(60_000, 64)).astype("float32")
    return float(tf.reduce_mean(tf.square(model(x) - x[:, :1])))


rng = np.random.default_rng(0)
for step in range(steps):
    x = rng.normal(size=(32, 64)).astype("float32")
    train_step(x, x[:, :1])
    if step == steps // 3:
        validation = evaluate()
print(f"{steps} steps, validation loss {validation:.4f}")
