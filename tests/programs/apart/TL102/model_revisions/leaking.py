"""Model server for tenants: an upload becomes the tenant's newest revision, and requests go to that one."""
import collections
import sys

import numpy as np
import tensorflow as tf

Revision = collections.namedtuple("Revision", ["number", "session", "rows", "score"])


class Tenant(object):
    __slots__ = ("name", "_revisions")

    def __init__(self, name):
        self.name = name
        self._revisions = []

    @property
    def live(self):
        return self._revisions[-1]

    def deploy(self, weights):
        number = len(self._revisions)
        self._revisions.append(load(number, weights))  # LEAK

    def score(self, rows):
        live = self.live
        return live.session.run(live.score, {live.rows: rows})


def load(number, weights):
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, [None, weights.shape[0]])
        table = tf.get_variable("weights", weights.shape, use_resource=True)
        given = tf.placeholder(tf.float32, weights.shape)
        assign = table.assign(given)
        score = tf.reduce_sum(tf.nn.relu(tf.matmul(rows, table)), axis=1)
    session = tf.Session(graph=graph)  # LEAK
    session.run(assign, {given: weights})
    return Revision(number, session, rows, score)


class Registry(object):
    def __init__(self, names):
        self.tenants = {name: Tenant(name) for name in names}

    def upload(self, name, weights):
        self.tenants[name].deploy(weights)


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(311)
    registry = Registry(["bakery", "garage", "florist"])
    total = 0.0
    for number in range(uploads):
        name = ("bakery", "garage", "florist")[number % 3]
        registry.upload(name, rng.normal(size=(128, 96)))
        for _ in range(10):
            total += float(registry.tenants[name].score(rng.normal(size=(40, 128))).mean())
    print("mean score %.2f" % (total / uploads / 10))


if __name__ == "__main__":
    main()
