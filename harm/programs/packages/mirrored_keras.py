"""Keras under MirroredStrategy on two virtual CPUs.

lanes = ["harm2", "tf215"]
timeout = 300
"""
import tensorflow as tf
from graphs import bits

cpus = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
tf.keras.utils.set_random_seed(4)
with tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"]).scope():
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
data = tf.data.Dataset.from_tensor_slices((tf.reshape(tf.range(128.0), [32, 4]) / 100, tf.ones([32, 1]))).batch(8)
history = model.fit(data, epochs=4, verbose=0)
print([float(v).hex() for v in history.history["loss"]], bits([w.numpy() for w in model.trainable_variables]))
