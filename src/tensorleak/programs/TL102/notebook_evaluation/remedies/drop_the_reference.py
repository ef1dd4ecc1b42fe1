"""Grid of thresholds evaluated the way the prototype notebook did it, one cell per threshold."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def build():
    rng = np.random.RandomState(6)
    embeddings = tf.constant(rng.normal(size=(64, 64)).astype(np.float32))
    features = tf.placeholder(tf.float32, [None, 64])
    threshold = tf.placeholder(tf.float32, [])
    activation = tf.nn.relu(tf.matmul(features, embeddings) - threshold)
    density = tf.reduce_mean(tf.cast(activation > 0, tf.float32))
    return features, threshold, density


def evaluate(features, threshold, density, batch, value):
    session = tf.Session()
    return session.run(density, {features: batch, threshold: value})


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    rng = np.random.RandomState(9)
    features, threshold, density = build()
    best, distance = None, 1.0
    for cell in range(steps):
        batch = rng.normal(size=(4000, 64)).astype(np.float32)
        value = 0.1 * (cell % 50)
        gap = abs(float(evaluate(features, threshold, density, batch, value)) - 0.2)
        if gap < distance:
            best, distance = value, gap
    print("%d evaluations, best threshold %.1f" % (steps, best))


if __name__ == "__main__":
    main()
