"""Architecture search in TF 1 graph mode that builds each candidate as a Keras model just to weigh it; the global graph keeps all."""
LANES = ("tf1",)
RULE = "TL401"
import random

import tensorflow as tf

random.seed(12)
BUDGET = 400


def candidate(units):
    hidden = dict(units=units, activation="relu", input_shape=(6,))
    return tf.keras.Sequential([tf.keras.layers.Dense(**hidden)])  # LEAK


best = (0, None)


def round_trip(i):
    global best
    units = random.randint(2, 64)
    model = candidate(units)
    size = model.count_params()
    if best[0] < size <= BUDGET:
        best = (size, units)
    return size, model.output_shape
