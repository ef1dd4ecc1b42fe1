"""Temporal convolution network, parameters kept in a flat list."""
import numpy as np
import tensorflow as tf

TAPS = []
WIDTHS = (32, 64, 64, 64)


def tap(name, tensor):
    """Remember the shape of an activation for later inspection."""
    if len(TAPS) < 3:
        TAPS.append((name, tuple(tensor.shape)))
    return tensor


def init(rng):
    params = []
    for a, b in zip(WIDTHS, WIDTHS[1:]):
        params.append(tf.Variable((rng.randn(5, a, b) / np.sqrt(5 * a)).astype("float32")))
    params.append(tf.Variable(np.zeros((WIDTHS[-1], 4), "float32")))
    return params


def hidden(params, x, tap):
    for i, kernel in enumerate(params[:-1]):
        x = tf.nn.relu(tf.nn.conv1d(x, kernel, stride=1, padding="SAME"))
        x = tap("conv%d" % i, x)
    return tf.reduce_mean(x, axis=1)


def logits(params, h):
    return tf.matmul(h, params[-1])
