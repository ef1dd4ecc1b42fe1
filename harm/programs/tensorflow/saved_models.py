"""Saves and loads a module, functions and a Keras model; signatures, results and variables.

lanes = ["tf2", "tf215"]
"""
import shutil

import tensorflow as tf
from graphs import bits

tf.keras.utils.set_random_seed(2)


class Scaler(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, x):
        if tf.size(x) > 2:
            return x * self.scale
        return x


for number in range(5):
    tf.saved_model.save(Scaler(), "saved")
    loaded = tf.saved_model.load("saved")
    print(loaded(tf.constant([1.0, 2.0, 3.0])).numpy(), sorted(loaded.signatures), type(loaded).__name__)
    shutil.rmtree("saved")
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
for name in ("model.keras", "model.h5"):
    model.save(name)
    again = tf.keras.models.load_model(name)
    print(name, bits(again.get_weights()) == bits(model.get_weights()), bits([again.predict(tf.ones([2, 3]), verbose=0)]))
model.save_weights("only.weights.h5")
model.load_weights("only.weights.h5")
if hasattr(model, "export"):
    model.export("exported", verbose=False) if tf.__version__ >= "2.16" else model.export("exported")
    served = tf.saved_model.load("exported")
    print(served.serve(tf.ones([1, 3])).shape)
    shutil.rmtree("exported")
for name in ("model.keras", "model.h5", "only.weights.h5"):
    import os

    os.unlink(name)
