"""Personalised ranking: a session gets a low-rank adapter that is tuned by its own clicks."""
import sys
import uuid

import numpy as np
import tensorflow as tf

WIDTH, RANK = 256, 64


class Ranker:
    def __init__(self, tenants):
        self.base = tf.Variable(tf.random.stateless_normal((WIDTH, 1), seed=(1, 1)) * 0.1)
        self.adapters = {}
        for tenant in tenants:
            self.adapters[tenant] = tf.Variable(tf.zeros((WIDTH, RANK)), name="shared")

    def open(self, token):
        start = tf.random.stateless_normal((WIDTH, RANK), seed=(7, len(token))) * 0.01
        self.adapters[token] = tf.Variable(start, name="private")

    def close(self, token):
        return float(tf.norm(self.adapters.pop(token)))

    def tune(self, token, items, clicks):
        adapter = self.adapters[token]
        with tf.GradientTape() as tape:
            scores = items @ self.base + tf.reduce_sum(items @ adapter, axis=1, keepdims=True)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(clicks, scores))
        adapter.assign_sub(0.1 * tape.gradient(loss, adapter))
        return loss


class SessionStore:
    def __init__(self, ranker):
        self.ranker, self.live = ranker, {}

    def login(self, tenant):
        token = str(uuid.UUID(int=len(tenant) * 1000 + len(self.live)))
        token = f"{tenant}:{token}:{self.counter()}"
        self.live[token] = tenant
        self.ranker.open(token)
        return token

    def counter(self, state=[0]):
        state[0] += 1
        return state[0]

    def logout(self, token):
        self.live.pop(token)
        return self.ranker.close(token)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng, tenants = np.random.default_rng(5), [f"shop{i}" for i in range(24)]
    store = SessionStore(Ranker(tenants))
    norms = 0.0
    for round_ in range(rounds):
        token = store.login(tenants[round_ % len(tenants)])
        for _ in range(4):
            items = tf.constant(rng.normal(size=(64, WIDTH)).astype("float32"))
            store.ranker.tune(token, items, tf.constant(rng.integers(0, 2, (64, 1)).astype("float32")))
        norms += store.logout(token)
    print(f"{rounds} sessions, mean adapter norm {norms / rounds:.4f}")


if __name__ == "__main__":
    main()
