"""Lidar pre-processing on scans with ever different numbers of points: a trace per number of points."""
LANES = ("tf2",)
RULE = "TL202"
import numpy as np
import tensorflow as tf


@tf.function
def centre_and_extent(points):
    centre = tf.reduce_mean(points, axis=0, keepdims=True)
    moved = points - centre
    distance = tf.norm(moved, axis=1)
    return moved / tf.reduce_max(distance), tf.reduce_max(distance)


def scan(number):
    rng = np.random.default_rng(number)
    hits = 50 + (number * 37) % 2003
    return rng.normal(size=(hits, 3)).astype(np.float32)


largest = 0.0


def round_trip(i):
    global largest
    cloud = tf.convert_to_tensor(scan(i))
    _, extent = centre_and_extent(cloud)  # LEAK
    largest = max(largest, float(extent))
