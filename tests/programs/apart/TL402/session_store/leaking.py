"""A recommendation service with visitor sessions; the model comes from a .keras file."""
import dataclasses
import os
import sys
import tempfile

import keras
import numpy as np
import tensorflow as tf

FEATURES = 256


@dataclasses.dataclass
class Visit:
    user: int
    basket: list = dataclasses.field(default_factory=list)
    extras: dict = dataclasses.field(default_factory=dict)


class Sessions:
    def __init__(self):
        self._open = {}

    def begin(self, key, visit):
        self._open[key] = visit
        return visit

    def end(self, key):
        visit = self._open.pop(key, None)
        return visit is not None

    def __len__(self):
        return len(self._open)


class Recommender:
    def __init__(self, path, sessions):
        self.path = path
        self.sessions = sessions

    def visit(self, key, user, history):
        visit = self.sessions.begin(key, Visit(user))
        visit.extras["model"] = keras.models.load_model(self.path, compile=False)  # LEAK
        for _ in range(6):  # replay the history with decay
            scores = visit.extras["model"](history)
            history = history * 0.9
        visit.basket = tf.math.top_k(scores, k=3).indices[0].numpy().tolist()
        return visit.basket


def publish(folder):
    keras.utils.set_random_seed(3)
    model = keras.Sequential([
        keras.Input((FEATURES,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(300),
    ])
    path = os.path.join(folder, "recommender.keras")
    model.save(path)
    return path


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    rng = np.random.default_rng(9)
    sold = set()
    with tempfile.TemporaryDirectory() as folder:
        service = Recommender(publish(folder), Sessions())
        for i in range(rounds):
            history = tf.constant(rng.random((1500, FEATURES), dtype=np.float32))
            key = "visit-%06d" % i
            sold.update(service.visit(key, i % 17, history))
    print("recommended %d different articles" % len(sold))


if __name__ == "__main__":
    main()
