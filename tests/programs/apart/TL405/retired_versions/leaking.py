"""Scores batches of transactions; a newer model file is put into service from time to time."""
import os
import sys
import tempfile

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf

DEPLOYMENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 16
CALLS = 60
FIELDS = 200


def publish(path, seed):
    """What the training job of another team leaves on the shared disk."""
    keras.utils.set_random_seed(seed)
    model = keras.Sequential([
        keras.layers.Input((FIELDS,)),
        keras.layers.Dense(512, activation="relu"),
        keras.layers.Dense(512, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.save(path)


class Service:
    def __init__(self, path):
        self.path = path
        self.model = keras.models.load_model(path, compile=False)
        self.previous = []
        self.served = 0

    def deploy(self):
        newer = keras.models.load_model(self.path, compile=False)
        self.previous.append(self.model)  # LEAK
        self.model = newer

    def roll_back(self):
        self.model = self.previous.pop()

    def score(self, rows):
        self.served += len(rows)
        return self.model(rows, training=False)


def main():
    rng = np.random.default_rng(77)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fraud.keras")
        publish(path, seed=3)
        service = Service(path)
        suspicious = 0
        for deployment in range(DEPLOYMENTS):
            for _ in range(CALLS):
                rows = tf.constant(rng.normal(size=(512, FIELDS)), tf.float32)
                suspicious += int(tf.reduce_sum(tf.cast(service.score(rows) > 0.8, tf.int32)))
            service.deploy()
    service.roll_back()
    print(f"{service.served} transactions, {suspicious} suspicious, {DEPLOYMENTS} deployments")


if __name__ == "__main__":
    main()
