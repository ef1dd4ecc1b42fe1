"""Score sentence pairs with one attention layer and report how sharp its maps are."""
import sys

import numpy as np
import tensorflow as tf


def sentence_pairs(count, length=48, width=64):
    rng = np.random.default_rng(51)
    for _ in range(count):
        yield (tf.constant(rng.normal(size=(8, length, width)), tf.float32),
               tf.constant(rng.normal(size=(8, length, width)), tf.float32))


def attend(left, right):
    scores = tf.matmul(left, right, transpose_b=True) / 8.0
    attention = tf.nn.softmax(scores)
    return tf.matmul(attention, right), attention


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
    peaks = []
    similarity = 0.0
    for left, right in sentence_pairs(count):
        mixed, attention = attend(left, right)
        similarity += float(tf.reduce_mean(mixed * left))
        peaks.append(float(tf.reduce_max(attention)))
    sharpness = np.mean(peaks)
    print("similarity %.5f, sharpness %.4f" % (similarity / count, sharpness))


main()
