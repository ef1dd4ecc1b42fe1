"""Calibrates the camera parameters of a rig from a stream of point matches."""
import itertools
import sys

import numpy as np
import tensorflow as tf

POINTS = 800


def project(points, rotation, scale, offset):
    cos, sin = tf.cos(rotation), tf.sin(rotation)
    turned = tf.stack([cos * points[:, 0] - sin * points[:, 1], sin * points[:, 0] + cos * points[:, 1]], axis=1)
    return turned * tf.exp(scale) + offset


def matches(seed):
    """Pairs of points, as the matcher delivers them."""
    rng = np.random.default_rng(seed)
    turn, size, shift = 0.4, 1.3, np.array([0.5, -0.2])
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    while True:
        points = rng.normal(size=(POINTS, 2))
        seen = points @ matrix * size + shift + rng.normal(scale=0.01, size=(POINTS, 2))
        yield tf.constant(points, tf.float32), tf.constant(seen, tf.float32)


def calibration(pairs, rate=0.1):
    """Yields the loss after each update of the parameters."""
    rotation, scale = tf.Variable(0.0), tf.Variable(0.0)
    offset = tf.Variable([0.0, 0.0])
    parameters = [rotation, scale, offset]
    for points, seen in pairs:
        with tf.GradientTape() as tape:
            error = project(points, rotation, scale, offset) - seen
            loss = tf.reduce_mean(tf.square(error))
        for parameter, gradient in zip(parameters, tape.gradient(loss, parameters)):
            parameter.assign_sub(rate * gradient)
        yield float(loss), float(rotation), float(scale)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for loss, rotation, scale in itertools.islice(calibration(matches(seed=8)), steps):
        pass
    print(f"{steps} steps, loss {loss:.6f}, rotation {rotation:.4f}, scale {np.exp(scale):.4f}")


if __name__ == "__main__":
    main()
