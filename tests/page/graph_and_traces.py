"""An old graph that grows beside a new function that is traced again and again."""

import time

import numpy as np
import tensorflow as tf

ROUNDS = 90

graph = tf.Graph()
session = tf.compat.v1.Session(graph=graph)


@tf.function
def scaled(values, factor):
    return tf.reduce_sum(values * factor)


def old_way(number):
    with graph.as_default():
        doubled = tf.constant(np.ones(64, np.float32)) * 2.0
        return session.run(tf.reduce_sum(doubled))


for number in range(ROUNDS):
    old_way(number)
    scaled(tf.ones([32]), number)
    time.sleep(0.02)  # close looks need a moment
