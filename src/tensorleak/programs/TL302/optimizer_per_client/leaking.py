"""Federated averaging: the server model is adapted to each client with the client's own optimiser."""
import sys

import keras
import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
keras.utils.set_random_seed(0)

model = keras.Sequential([
    keras.layers.Input((64,)),
    keras.layers.Dense(128, activation="relu"),
    keras.layers.Dense(1),
])
optimizers = {}


def optimizer_for(client):
    if client not in optimizers:
        optimizers[client] = keras.optimizers.Adam(1e-3)  # LEAK
    return optimizers[client]


def local_update(client, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer_for(client).apply_gradients(zip(gradients, model.trainable_variables))
    return float(loss)


rng = np.random.default_rng(4)
for client in range(steps):
    x = rng.normal(size=(32, 64)).astype("float32")
    y = x[:, :1] - x[:, 1:2]
    loss = local_update(client, x, y)
print(f"{steps} clients, last loss {loss:.4f}")
