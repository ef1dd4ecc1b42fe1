"""A staged experiment: every stage overrides some settings and reads its own shuffled stream."""
import collections
import sys

import numpy as np
import tensorflow as tf

FEATURES = 200


class Settings:
    """Nested settings; inner scopes hide outer ones."""

    def __init__(self, **defaults):
        self._scope = collections.ChainMap(defaults)

    def __getattr__(self, name):
        try:
            return self.__dict__["_scope"][name]
        except KeyError:
            raise AttributeError(name)

    def enter(self, **overrides):
        self._scope = self._scope.new_child(overrides)

    def leave(self):
        self._scope = self._scope.parents


def make_stream(table, stage, batch):
    """Blocks of rows in random order, without end."""
    return (tf.data.Dataset.from_tensor_slices(table)
            .batch(batch)
            .map(lambda block: block - tf.reduce_mean(block, axis=0))
            .shuffle(40, seed=stage)
            .repeat())


class Regressor:
    def __init__(self):
        self.w = tf.Variable(tf.zeros((FEATURES - 1, 1)))

    def update(self, rows, rate):
        x, y = rows[:, :-1], rows[:, -1:]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, self.w) - y))
        self.w.assign_sub(rate * tape.gradient(loss, self.w))
        return loss


def run_stage(settings, model, stage, table):
    dataset = make_stream(table, stage, settings.batch)
    settings.enter(stage=stage, rate=0.01 / (1 + stage), stream=iter(dataset))
    loss = 0.0
    for _ in range(settings.steps):
        loss = float(model.update(next(settings.stream), settings.rate))
    settings.leave()
    return loss


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    table = tf.constant(np.random.default_rng(6).normal(size=(4000, FEATURES)), tf.float32)
    settings = Settings(batch=50, steps=20, rate=0.01)
    model, loss = Regressor(), 0.0
    for stage in range(rounds):
        loss = run_stage(settings, model, stage, table)
    print("%d stages, last loss %.4f" % (rounds, loss))


if __name__ == "__main__":
    main()
