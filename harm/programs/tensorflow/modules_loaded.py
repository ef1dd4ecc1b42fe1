"""The modules that TensorFlow has loaded after work without Keras: lazy ones stay unloaded.

lanes = ["tf2", "tf215", "tf1"]
"""
import sys
import time

import tensorflow as tf

x = tf.constant([1.0, 2.0])
if tf.executing_eagerly():
    function = tf.function(lambda v: v * 2)
    start = time.monotonic()
    while time.monotonic() - start < 2:
        function(x)
else:
    with tf.compat.v1.Session() as session:
        start = time.monotonic()
        while time.monotonic() - start < 2:
            session.run(x)
names = sorted(n for n in sys.modules if n.split(".")[0] in ("tensorflow", "keras", "tf_keras", "numpy", "h5py", "tensorboard", "tensorflow_core", "scipy", "pandas"))
print(len(names), "\n".join(names))
