"""A loaded model is called through one tf.function with a fixed signature."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4000

folder = tempfile.mkdtemp()
path = os.path.join(folder, "model.keras")
keras.Sequential([
    keras.layers.Input((32,)),
    keras.layers.Dense(512, activation="relu"),
    keras.layers.Dense(1),
]).save(path)
model = keras.models.load_model(path)
shutil.rmtree(folder)


@tf.function(input_signature=[tf.TensorSpec((None, 32), tf.float32)])
def serve(rows):
    return model(rows, training=False)


rng = np.random.default_rng(0)
total = 0.0
for request in range(steps):
    total += float(serve(tf.constant(rng.random((4, 32), dtype="float32"))).numpy().sum())
print(f"{steps} requests, mean {total / steps:.4f}")
