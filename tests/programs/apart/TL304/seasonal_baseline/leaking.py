"""Energy meters: tells apart what is unusual by comparing a week with its seasonal baseline."""
import datetime
import sys
import time

import numpy as np
import tensorflow as tf

START = datetime.date(1990, 1, 1)
season = tf.constant(np.random.default_rng(291).normal(scale=0.1, size=(168, 168)), tf.float32)


@tf.function(input_signature=[tf.TensorSpec([None, 168])])
def fit(history):
    centred = history - tf.reduce_mean(history, axis=1, keepdims=True)
    for _ in range(8):
        centred = 0.5 * centred + 0.5 * tf.nn.tanh(tf.matmul(centred, season))
    return centred


def baseline(meter, week, history, known={}):
    """The expected curves of a meter in a week."""
    key = (meter, week)
    if key not in known:
        known[key] = fit(tf.constant(history)).numpy()  # LEAK
    return known[key]


def unusual(meter, week, history, newest):
    curves = baseline(meter, week, history)
    spread = curves.std(axis=0) + 0.1
    return int((np.abs(newest - curves.mean(axis=0)) > 3.5 * spread).sum())


def main():
    readings = int(sys.argv[1]) if len(sys.argv) > 1 else 1600
    rng = np.random.default_rng(292)
    meters = [f"meter-{number}" for number in range(40)]
    hours = 0
    for number in range(readings):
        week = START + datetime.timedelta(weeks=number // len(meters))
        history = rng.normal(size=(64, 168)).astype("float32")
        time.sleep(0.003)
        hours += unusual(meters[number % len(meters)], week, history, rng.normal(size=168))
    print(f"{hours} unusual hours in {readings} weeks of meters")


if __name__ == "__main__":
    main()
