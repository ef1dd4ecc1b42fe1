"""Game actor with a deque of the last sixteen frame tensors: the deque has a maxlen, so it does not grow."""
LANES = ("tf2",)
RULE = ""
from collections import deque

import tensorflow as tf

STATE = {"actor": {"frames": deque(maxlen=16), "score": 0.0}}
policy = tf.random.stateless_normal([48 * 48, 3], seed=[2, 2]) * 0.01


def act(frame):
    section = STATE["actor"]
    section["frames"].append(frame)
    mean = tf.add_n(list(section["frames"])) / float(len(section["frames"]))
    logits = tf.matmul(tf.reshape(mean, [1, -1]), policy)
    section["score"] = float(tf.reduce_max(logits))
    return int(tf.argmax(logits, axis=1)[0])


def round_trip(i):
    return act(tf.random.stateless_uniform([48, 48], seed=[i, 1]))
