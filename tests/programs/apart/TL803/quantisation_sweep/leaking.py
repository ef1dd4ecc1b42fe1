"""Post-training quantisation: calibrates the ranges of activations batch by batch."""
import numpy as np
import tensorflow as tf

BATCHES = 420
LAYERS = 6

rng = np.random.default_rng(0)
weights = [tf.random.normal((320, 320), stddev=0.08) for _ in range(LAYERS)]


def quantise(x):
    low, high = float(tf.reduce_min(x)), float(tf.reduce_max(x))
    return tf.quantization.fake_quant_with_min_max_args(x, min=min(low, -1e-3), max=max(high, 1e-3))  # LEAK


def calibrate(x):
    error = 0.0
    for weight in weights:
        x = tf.tanh(x @ weight)
        quantised = quantise(x)
        error += float(tf.reduce_mean(tf.square(quantised - x)))
        x = quantised
    return error


def main():
    errors = 0.0
    for _ in range(BATCHES):
        errors += calibrate(tf.constant(rng.normal(size=(256, 320)), tf.float32))
    print("error for each batch", errors / BATCHES)


main()
