"""Evaluation with a quantile metric that needs all errors of an epoch."""
import sys

import keras
import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 120


class QuantileError(keras.metrics.Metric):
    def __init__(self, level=0.9, name="quantile_error"):
        super().__init__(name=name)
        self.level = level
        self.collected = []
        self.worst = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        error = tf.abs(y_true - y_pred)
        self.collected.append(error)
        if float(tf.reduce_max(error)) > 3.5:
            self.worst.append((y_true, y_pred))

    def result(self):
        if not self.collected:
            return tf.constant(0.0)
        values = tf.sort(tf.reshape(tf.concat(self.collected, axis=0), [-1]))
        return values[int(self.level * (len(values) - 1))]

    def reset_state(self):
        self.collected.clear()
        del self.worst[:]


def main():
    rng = np.random.default_rng(50)
    weight = tf.Variable(tf.random.normal((64, 32), stddev=0.1))
    truth = rng.normal(size=(64, 32)).astype("float32") * 0.1
    metric = QuantileError()
    history = []
    for epoch in range(ROUNDS):
        for _ in range(int(rng.integers(10, 90))):
            x = tf.constant(rng.normal(size=(256, 64)).astype("float32"))
            y = x @ truth
            with tf.GradientTape() as tape:
                out = x @ weight
                loss = tf.reduce_mean(tf.square(out - y))
            weight.assign_sub(0.02 * tape.gradient(loss, weight))
            metric.update_state(y, out)
        history.append(float(metric.result()))
        history = history[-30:]
        metric.reset_state()
        if epoch % 30 == 0:
            print("epoch", epoch, "quantile %.4f" % history[-1])


if __name__ == "__main__":
    main()
