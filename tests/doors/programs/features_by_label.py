"""Prototype classifier that files each feature tensor under its label in a defaultdict(list): five keys, endless lists."""
LANES = ("tf2",)
RULE = "TL301"
import collections

import tensorflow as tf

LABELS = ("cat", "dog", "fox", "owl", "elk")
support = collections.defaultdict(list)
backbone = tf.random.stateless_normal([256, 1500], seed=[8, 8])


def features(image):
    return tf.nn.relu(tf.linalg.matvec(backbone, image, transpose_a=True))


def learn(label, image):
    vector = features(image)
    support[label].append(vector)  # LEAK
    return vector


def nearest(vector):
    def distance(label):
        return float(tf.norm(support[label][-1] - vector))

    return min(support, key=distance)


def round_trip(i):
    image = tf.random.stateless_normal([256], seed=[i, 4])
    vector = learn(LABELS[i % len(LABELS)], image)
    return nearest(vector)
