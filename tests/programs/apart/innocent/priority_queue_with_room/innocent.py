"""Curriculum queue that holds at most a few hundred batches of samples."""
import sys

import numpy as np
import tensorflow as tf


def build(width):
    rank = tf.placeholder(tf.int64, [None])
    rows = tf.placeholder(tf.float32, [None, width])
    queue = tf.PriorityQueue(-1, types=[tf.float32], shapes=[[width]])
    code = tf.placeholder(tf.float32, [None, width])
    return rank, rows, queue.enqueue_many([rank, rows]), queue.dequeue_many(64), queue.size(), code, tf.reduce_sum(tf.square(code))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    width, limit = 512, 8000
    rank, rows, put, take, size, code, energy = build(width)
    rng, total = np.random.RandomState(4), 0.0
    with tf.Session() as session:
        for _ in range(rounds):
            batch = rng.normal(size=(96, width)).astype(np.float32)
            session.run(put, {rank: rng.randint(0, 1000, 96), rows: batch})
            while session.run(size) > limit:
                total += session.run(energy, {code: session.run(take)[1]})
    print("energy %.1f" % total)


if __name__ == "__main__":
    main()
