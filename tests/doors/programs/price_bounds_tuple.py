"""Pricing service that hands the day's (low, high) bounds to a tf.function as a tuple of Python floats."""
LANES = ("tf2",)
RULE = "TL201"
import random

import tensorflow as tf

random.seed(4)
demand = tf.linspace(0.0, 1.0, 256)


@tf.function
def clipped_revenue(prices, bounds=(0.0, 1.0)):
    low, high = bounds
    allowed = tf.clip_by_value(prices, low, high)
    return tf.reduce_sum(allowed * demand)


def todays_bounds(day):
    base = 10.0 + 0.01 * day
    return base * 0.9, base * 1.1 + random.random()


def quote(day, prices):
    limits = todays_bounds(day)
    return clipped_revenue(prices, bounds=limits)  # LEAK


def round_trip(i):
    prices = tf.fill([256], 10.0 + (i % 5))
    return float(quote(i, prices))
