"""Nightly stock job that builds a small Keras model for each store in TF 1 graph mode; the global graph keeps all of them."""
LANES = ("tf1",)
RULE = "TL401"
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(14)
coefficients = [rng.randn(6, 1).astype("float32"), np.zeros(1, "float32")]


def expected_sales(history):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(6,))])  # LEAK
    model.set_weights(coefficients)
    return model.predict_on_batch(history)


def round_trip(i):
    history = rng.rand(8, 6).astype("float32")
    return float(np.sum(expected_sales(history)))
