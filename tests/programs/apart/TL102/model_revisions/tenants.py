"""Tenants and the models that were deployed for them."""
import collections

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
