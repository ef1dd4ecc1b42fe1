"""Evaluation state in nested dicts of a module: the attention maps under STATE["eval"]["maps"] are only ever added to."""
LANES = ("tf2",)
RULE = "TL301"
import tensorflow as tf

STATE = {
    "train": {"step": 0},
    "eval": {"count": 0, "maps": [], "entropy": 0.0},
}


def attention(query, key):
    scores = tf.matmul(query, key, transpose_b=True) / 8.0
    return tf.nn.softmax(scores, axis=-1)


def entropy(weights):
    return -tf.reduce_mean(tf.reduce_sum(weights * tf.math.log(weights + 1e-9), axis=-1))


def evaluate(query, key):
    weights = attention(query, key)
    section = STATE["eval"]
    section["count"] += 1
    section["entropy"] += float(entropy(weights))
    section["maps"].append(weights)  # LEAK


def round_trip(i):
    STATE["train"]["step"] = i
    q = tf.random.stateless_normal([48, 64], seed=[i, 0])
    k = tf.random.stateless_normal([48, 64], seed=[i, 1])
    evaluate(q, k)
    return STATE["eval"]["entropy"] / STATE["eval"]["count"]
