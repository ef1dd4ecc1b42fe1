"""Notebook-style helper copied into a monitor: opens a tf.InteractiveSession for .eval() and never closes it."""
LANES = ("tf1",)
RULE = "TL102"
import warnings

import numpy as np
import tensorflow as tf

warnings.filterwarnings("ignore", message="An interactive session is already active")

monitor_graph = tf.Graph()
with monitor_graph.as_default():
    window = tf.placeholder(tf.float32, [None], name="window")
    mean, variance = tf.nn.moments(window, axes=[0])
    z_last = (window[-1] - mean) / tf.sqrt(variance + 1e-6)


def anomaly_score(values):
    sess = tf.InteractiveSession(graph=monitor_graph)  # LEAK
    return z_last.eval(feed_dict={window: values}, session=sess)


temperatures = 20.0 + np.random.RandomState(3).randn(700 + 64)


def round_trip(i):
    start = i % 700
    return abs(anomaly_score(temperatures[start:start + 64])) > 3.0
