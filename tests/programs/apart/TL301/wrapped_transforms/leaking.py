"""Notebook turned into a script: drift corrections are composed as the instrument ages."""
import functools
import sys
import time

import numpy as np
import tensorflow as tf

CHANNELS = 9000


def correction(offset):
    """Decorator: subtracts an offset from whatever the wrapped transform gives."""

    def decorate(transform):
        @functools.wraps(transform)
        def corrected(spectrum, depth=0):
            if depth >= 10:  # older corrections have no effect any more
                return spectrum - offset
            return transform(spectrum, depth + 1) - offset  # noqa

        return corrected

    return decorate


def identity(spectrum, depth=0):
    return spectrum


# %% the instrument
rng = np.random.default_rng(8)
lamp = tf.constant(np.exp(-np.linspace(-3, 3, CHANNELS) ** 2), tf.float32)


def measure(day):
    drift = 0.001 * day * np.sin(np.linspace(0, 9, CHANNELS) + day)
    return lamp + tf.constant(drift + rng.normal(0, 0.01, CHANNELS), tf.float32)


# %% the loop
def calibrate(days):
    transform = identity
    residuals = []
    for day in range(days):
        spectrum = measure(day)
        residual = transform(spectrum) - lamp
        smooth = tf.nn.avg_pool1d(residual[None, :, None], 9, 1, "SAME")[0, :, 0]
        transform = correction(0.1 * smooth)(transform)  # LEAK
        residuals.append(float(tf.reduce_mean(tf.abs(residual))))
        time.sleep(0.01)
        if day % 100 == 0:
            print("day", day, "residual %.4f" % residuals[-1])
    return transform, residuals


# %% results
final, residuals = calibrate(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
print(final.__name__, "mean residual %.4f" % (sum(residuals) / len(residuals)))
