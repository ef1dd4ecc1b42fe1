"""Scores the transactions of one account after the other, in eager mode."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()
accounts = int(sys.argv[1]) if len(sys.argv) > 1 else 3000


def transactions(account):
    return np.random.RandomState(account).rand(48, 12).astype("float32")


class Scorer:
    def __init__(self):
        self.model = tf.keras.Sequential([
            tf.keras.layers.Dense(16, activation="relu", input_shape=(12,)),
            tf.keras.layers.Dense(1, activation="sigmoid"),
        ])
        self.model.compile(loss="binary_crossentropy")

    def score(self, account):
        return float(self.model.predict_on_batch(transactions(account)).numpy().max())


def main():
    scorer = Scorer()
    worst = 0.0
    for account in range(accounts):
        worst = max(worst, scorer.score(account))
    print("%d accounts, worst score %.3f" % (accounts, worst))


if __name__ == "__main__":
    main()
