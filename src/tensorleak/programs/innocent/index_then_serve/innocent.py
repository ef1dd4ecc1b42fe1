"""Build an index from many small vectors, keep its centroids, then serve queries."""
import sys

import numpy as np
import tensorflow as tf


def build_centroids(count, rng):
    vectors = [tf.constant(rng.random(256, dtype=np.float32)) for _ in range(count)]
    order = rng.permutation(count)
    return tf.stack([tf.reduce_mean(tf.stack([vectors[i] for i in part]), axis=0)
                     for part in np.array_split(order, 500)])


def serve(centroids, queries, rng):
    hits = np.zeros(centroids.shape[0], int)
    for _ in range(queries):
        query = tf.constant(rng.random((64, 256), dtype=np.float32))
        distance = tf.reduce_sum(tf.square(query[:, tf.newaxis, :32] - centroids[:, :32]), axis=2)
        np.add.at(hits, tf.argmin(distance, axis=1).numpy(), 1)
    return hits


def main():
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    rng = np.random.default_rng(16)
    centroids = build_centroids(40_000, rng)
    hits = serve(centroids, queries, rng)
    print("queries", int(hits.sum()), "centroids hit", int((hits > 0).sum()))


if __name__ == "__main__":
    main()
