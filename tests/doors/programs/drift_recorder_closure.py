"""A drift detector made by a factory: the closure's list keeps every embedding though it compares with the last one only."""
LANES = ("tf2",)
RULE = "TL301"
import tensorflow as tf


def make_detector(limit):
    seen = []

    def detect(embedding):
        drifted = False
        if seen:
            drifted = bool(tf.norm(embedding - seen[-1]) > limit)
        seen.append(embedding)  # LEAK
        return drifted

    return detect


projection = tf.random.stateless_normal([96, 48], seed=[5, 5])
detect = make_detector(limit=40.0)


def embed(batch):
    return tf.nn.l2_normalize(tf.tanh(tf.matmul(batch, projection)), axis=-1)


def round_trip(i):
    return detect(embed(tf.random.stateless_normal([64, 96], seed=[i, 2])))
