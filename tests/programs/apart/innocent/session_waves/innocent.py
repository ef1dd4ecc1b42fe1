"""Session store with expiry: users come in waves, their embeddings live for a number of ticks."""
import collections
import math
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Store(object):
    def __init__(self, lifetime):
        self.lifetime = lifetime
        self.sessions = collections.OrderedDict()

    def login(self, token, tick, embedding):
        self.sessions[token] = (tick, {"embedding": embedding, "clicks": []})

    def touch(self, token, value):
        self.sessions[token][1]["clicks"].append(value)

    def expire(self, tick):
        gone = 0
        while self.sessions:
            token, (born, _) = next(iter(self.sessions.items()))
            if tick - born < self.lifetime:
                break
            del self.sessions[token]
            gone += 1
        return gone


def main():
    ticks = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng, store, expired, serial = np.random.RandomState(5), Store(lifetime=30), 0, 0
    kernel = tf.constant(rng.randn(128, 128).astype("float32") / 12.0)
    for tick in range(ticks):
        arriving = int(round(2 + 2 * math.sin(tick / 12.0)))
        for _ in range(arriving):
            start = tf.constant(rng.randn(256, 128).astype("float32"))
            store.login("user-%d" % serial, tick, tf.tanh(tf.matmul(start, kernel)))
            serial += 1
        for token in list(store.sessions)[-6:]:
            embedding = store.sessions[token][1]["embedding"]
            store.touch(token, float(tf.reduce_max(tf.matmul(embedding, kernel))))
        expired += store.expire(tick)
    print("%d ticks, %d logins, %d expired, %d live" % (ticks, serial, expired, len(store.sessions)))


if __name__ == "__main__":
    main()
