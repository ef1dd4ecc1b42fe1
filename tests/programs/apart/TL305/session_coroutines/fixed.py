"""Dialogue state tracking: one generator per client, fed through send()."""
import time

import numpy as np
import tensorflow as tf


class Tracker:
    def __init__(self, dim):
        rng = np.random.default_rng(150)
        self.dim = dim
        self.u = tf.constant(rng.normal(scale=0.1, size=(dim, dim)), tf.float32)
        self.clients = {}

    def _belief(self, first):
        state = tf.tile(tf.constant(first)[None, :], [64, 1])
        history = tf.zeros_like(state)
        while True:
            utterance = yield float(tf.reduce_mean(state))
            if utterance is None:
                return
            history = 0.5 * history + 0.5 * state
            state = tf.tanh(state @ self.u + tf.constant(utterance)[None, :] + 0.1 * history)

    def hear(self, client, vector):
        gen = self.clients.get(client)
        if gen is None:
            gen = self._belief(vector)
            self.clients[client] = gen
            return next(gen)
        return gen.send(vector)

    def goodbye(self, client):
        gen = self.clients.pop(client)
        try:
            gen.send(None)
        except StopIteration:
            pass
        return 0.0


def visits(count, dim):
    rng = np.random.default_rng(151)
    for n in range(count):
        yield f"client-{n:05d}", rng.normal(size=(3, dim)).astype("float32")


def main():
    tracker = Tracker(48)
    mood = 0.0
    for n, (client, lines) in enumerate(visits(800, 48), 1):
        for line in lines:
            mood += tracker.hear(client, line)
        tracker.goodbye(client)
        if n % 160 == 0:
            print(f"{n} clients served, mood {mood / n:+.4f}")
        time.sleep(0.011)


if __name__ == "__main__":
    main()
