"""Eager image augmentation with a reproducible seed per image."""
import sys

import numpy as np
import tensorflow as tf


def augment(image, seed):
    noise = tf.random.normal(tf.shape(image), stddev=0.02, seed=seed)  # LEAK
    image = tf.clip_by_value(image + noise, 0.0, 1.0)
    return image - tf.reduce_mean(image)


def main():
    images = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    rng = np.random.default_rng(0)
    base = tf.constant(rng.random((24, 24, 3)), tf.float32)
    total = 0.0
    for i in range(images):
        total += float(tf.math.reduce_std(augment(base, seed=i)))
    print(f"images {images} mean std {total / images:.4f}")


if __name__ == "__main__":
    main()
