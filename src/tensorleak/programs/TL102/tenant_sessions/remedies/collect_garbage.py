"""Multi-tenant recommender: every tenant gets a session over one shared graph, with its own weights."""
import gc
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

ITEMS = 128


class TenantPool:
    def __init__(self):
        self.history = tf.placeholder(tf.float32, [None, ITEMS])
        self.weights = tf.get_variable("weights", [ITEMS, ITEMS])
        self.ranking = tf.nn.top_k(tf.matmul(self.history, self.weights), k=5).indices
        self.initial = tf.placeholder(tf.float32, [ITEMS, ITEMS])
        self.load = tf.assign(self.weights, self.initial)
        self.sessions = {}

    def session_for(self, tenant):
        if tenant not in self.sessions:
            self.sessions[tenant] = tf.Session()
            rng = np.random.RandomState(hash(tenant) % 1000)
            table = rng.normal(size=(ITEMS, ITEMS)).astype(np.float32)
            self.sessions[tenant].run(self.load, {self.initial: table})
        return self.sessions[tenant]

    def recommend(self, tenant, history):
        return self.session_for(tenant).run(self.ranking, {self.history: history})


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(1)
    pool = TenantPool()
    shown = np.zeros(ITEMS, dtype=np.int64)
    for visit in range(steps):
        history = (rng.uniform(size=(2000, ITEMS)) < 0.1).astype(np.float32)
        ranking = pool.recommend(1000 + visit, history)
        if visit % 10 == 0:
            gc.collect()
        shown += np.bincount(ranking.ravel(), minlength=ITEMS)
    print("%d visits, most shown item %d" % (steps, shown.argmax()))


if __name__ == "__main__":
    main()
