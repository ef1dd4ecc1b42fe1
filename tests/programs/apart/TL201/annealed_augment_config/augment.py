"""Augmentations; all of them accept Python numbers or scalar tensors."""
import tensorflow as tf


def normalise(images):
    return (images - tf.reduce_mean(images)) / (tf.math.reduce_std(images) + 1e-4)


def jitter(x, seed, strength):
    n = tf.shape(x)[0]
    gain = 1.0 + strength * tf.random.stateless_uniform([n, 1, 1, 3], seed, -0.5, 0.5)
    shift = strength * tf.random.stateless_uniform([n, 1, 1, 3], seed + 3, -0.5, 0.5)
    noise = 0.1 * strength * tf.random.stateless_normal(tf.shape(x), seed + 5)
    return x * gain + shift + noise


def mixup(x, amount):
    return x * (1.0 - amount) + tf.roll(x, 1, axis=0) * amount
