"""Asks an estimator for the first forecast of every shop; more can be read from the same stream later."""
import sys
import tempfile

import numpy as np
import tensorflow as tf

tf.logging.set_verbosity(tf.logging.ERROR)


def model_fn(features, labels, mode):
    hidden = tf.layers.dense(features["x"], 64, tf.nn.relu, name="hidden")
    forecast = tf.layers.dense(hidden, 1, name="forecast")[:, 0]
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={"forecast": forecast})
    loss = tf.losses.mean_squared_error(labels, forecast)
    train = tf.train.AdamOptimizer(0.01).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


def rows_of(shop):
    return np.random.RandomState(shop).normal(size=(200, 48)).astype("float32")


def train_input():
    x = rows_of(0)
    return tf.data.Dataset.from_tensors(({"x": x}, x.sum(axis=1))).repeat()


class Forecasts(object):
    """Streams of forecasts, one per shop."""

    def __init__(self, estimator):
        self.estimator = estimator
        self.streams = {}

    def first(self, shop):
        def shop_input():
            return tf.data.Dataset.from_tensors({"x": rows_of(shop)})

        self.streams[shop] = self.estimator.predict(shop_input)
        return float(next(self.streams[shop])["forecast"])  # LEAK

    def close(self):
        while self.streams:
            self.streams.popitem()[1].close()


def main():
    shops = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    config = tf.estimator.RunConfig(tf_random_seed=1, save_summary_steps=None, log_step_count_steps=None)
    estimator = tf.estimator.Estimator(model_fn, tempfile.mkdtemp(prefix="shops-"), config)
    estimator.train(train_input, steps=20)
    forecasts = Forecasts(estimator)
    total = sum(forecasts.first(shop) for shop in range(shops))
    forecasts.close()
    print("%d shops, mean of the first forecasts %.3f" % (shops, total / shops))


if __name__ == "__main__":
    main()
