"""Keeps a click model up to date: trains every day on the newest days, newest first."""
import sys

import numpy as np
import tensorflow as tf

FIELDS, CLICKS = 40, 600


def log_of(day):
    rng = np.random.default_rng(1000 + day)
    features = rng.normal(size=(CLICKS, FIELDS)).astype(np.float32)
    chance = 1.0 / (1.0 + np.exp(-features[:, 0] - 0.02 * day * features[:, 1]))
    return features, (rng.random(CLICKS) < chance).astype(np.float32)


class ClickModel(tf.Module):
    def __init__(self):
        super().__init__()
        self.weights = tf.Variable(tf.zeros([FIELDS]))
        self.bias = tf.Variable(0.0)

    @tf.function(input_signature=[tf.TensorSpec([None, FIELDS]), tf.TensorSpec([None])])
    def learn(self, features, clicked):
        with tf.GradientTape() as tape:
            logits = tf.linalg.matvec(features, self.weights) + self.bias
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(clicked, logits))
        for variable, gradient in zip((self.weights, self.bias), tape.gradient(loss, (self.weights, self.bias))):
            variable.assign_sub(0.2 * gradient)
        return loss


class Archive:
    """The days that were seen, as one dataset; the newest comes first."""

    def __init__(self):
        self.clicks = None

    def add(self, features, clicked):
        day = tf.data.Dataset.from_tensor_slices((features, clicked)).batch(100)
        self.clicks = day if self.clicks is None else day.concatenate(self.clicks)  # LEAK

    def newest(self, days):
        return self.clicks.take(days * CLICKS // 100)


def main():
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    model, archive = ClickModel(), Archive()
    for day in range(days):
        archive.add(*log_of(day))
        losses = [float(model.learn(*batch)) for batch in archive.newest(3)]
    print(f"{days} days, loss {np.mean(losses):.4f}")


if __name__ == "__main__":
    main()
