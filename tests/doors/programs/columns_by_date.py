"""Feature job that names the input columns by date: the dict's structure is new for every day and so is the trace."""
LANES = ("tf2",)
RULE = "TL202"
import datetime

import tensorflow as tf

START = datetime.date(2020, 1, 1)
weights = tf.constant([[0.5], [0.3], [0.2]])


@tf.function
def weekly_index(columns):
    stacked = tf.stack([columns[name] for name in sorted(columns)], axis=1)
    return tf.reduce_mean(tf.matmul(stacked, weights))


def load_columns(day):
    frame = {}
    for back in range(3):
        stamp = START + datetime.timedelta(days=day - back)
        frame["sales_" + stamp.isoformat()] = tf.random.stateless_uniform([365], seed=[day, back])
    return frame


def round_trip(i):
    table = load_columns(i)
    return float(weekly_index(table))  # LEAK
