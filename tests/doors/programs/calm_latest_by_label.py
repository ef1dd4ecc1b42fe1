"""Prototype store keyed by five labels: each new tensor takes the place of the label's former one."""
LANES = ("tf2",)
RULE = ""
import tensorflow as tf

LABELS = ("cat", "dog", "fox", "owl", "elk")
prototypes = {}
backbone = tf.random.stateless_normal([256, 1500], seed=[8, 8])


def learn(label, image):
    vector = tf.linalg.matvec(backbone, image, transpose_a=True)
    former = prototypes.get(label)
    prototypes[label] = vector if former is None else 0.9 * former + 0.1 * vector
    return min(prototypes, key=lambda name: float(tf.norm(prototypes[name] - vector)))


def round_trip(i):
    return learn(LABELS[i % 5], tf.random.stateless_normal([256], seed=[i, 4]))
