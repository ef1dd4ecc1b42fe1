"""Mixed precision, loss scaling and bfloat16: policies and results.

lanes = ["tf2", "tf215"]
"""
import tensorflow as tf
from graphs import bits

tf.keras.utils.set_random_seed(6)
tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8), tf.keras.layers.Dense(1, dtype="float32")])
model.compile("adam", "mse")
history = model.fit(tf.ones([64, 4]), tf.ones([64, 1]), epochs=15, batch_size=4, verbose=0)
print([float(v).hex() for v in history.history["loss"]][-2:], bits(model.get_weights()))
print([layer.compute_dtype for layer in model.layers], tf.keras.mixed_precision.global_policy().name)
