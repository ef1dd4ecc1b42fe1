"""TF Hub: loads a module from a local folder ten times.

lanes = ["harm2"]
needs = ["tensorflow_hub"]
timeout = 300
"""
import shutil

import tensorflow as tf
import tensorflow_hub as hub


class Double(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, x):
        return x * 2


tf.saved_model.save(Double(), "module")
print([float(hub.load("module")(tf.constant([float(n)]))[0]) for n in range(10)])
print(hub.resolve("module"), hub.KerasLayer("module")(tf.constant([4.0])).numpy() if hasattr(hub, "KerasLayer") else "")
shutil.rmtree("module")
