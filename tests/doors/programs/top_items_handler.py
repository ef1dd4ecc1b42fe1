"""Recommender that ranks with tf.nn.top_k inside the request handler: every request adds a top_k and its k to the graph."""
LANES = ("tf1",)
RULE = "TL101"
import numpy as np
import tensorflow as tf


class Recommender(object):
    def __init__(self, users=200, items=500, factors=24):
        rng = np.random.RandomState(0)
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.user = tf.placeholder(tf.int32, [])
            user_table = tf.constant(rng.rand(users, factors).astype(np.float32))
            item_table = tf.constant(rng.rand(items, factors).astype(np.float32))
            taste = tf.gather(user_table, self.user)
            self.scores = tf.reduce_sum(item_table * taste, axis=1)
        self.sess = tf.Session(graph=self.graph)

    def recommend(self, user, how_many):
        with self.graph.as_default():
            best = tf.nn.top_k(self.scores, k=how_many).indices  # LEAK
        return self.sess.run(best, {self.user: user}).tolist()


service = Recommender()


def round_trip(i):
    return service.recommend(user=i % 200, how_many=5 + i % 3)
