"""Streaming features: vectors of recent events, kept in a TensorFlow hash table."""
import sys

import tensorflow as tf

DIM, PER_ROUND, WINDOW = 24, 3000, 8


class FeatureStore(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = tf.lookup.experimental.MutableHashTable(
            key_dtype=tf.int64, value_dtype=tf.float32, default_value=tf.zeros((DIM,)))

    def write(self, ids, vectors):
        self.table.insert(ids, vectors)

    def read(self, ids):
        return self.table.lookup(ids)

    def forget(self, ids):
        self.table.remove(ids)


class Stream:
    """Event ids grow with time; the vectors are projections of the raw events."""

    def __init__(self):
        self.projection = tf.random.stateless_normal((400, DIM), seed=(2, 2)) / 20.0

    def ids(self, number):
        start = number * PER_ROUND
        return tf.range(start, start + PER_ROUND, dtype=tf.int64) * 7919

    def events(self, number):
        return tf.random.stateless_normal((PER_ROUND, 400), seed=(number, 1))

    def vectors(self, number):
        return tf.nn.l2_normalize(tf.matmul(self.events(number), self.projection), axis=1)


def similarity(store, stream, number):
    recent = [store.read(stream.ids(n)) for n in range(max(0, number - WINDOW + 1), number + 1)]
    past = tf.concat(recent, axis=0)
    now = store.read(stream.ids(number))[:300]
    return tf.reduce_mean(tf.matmul(now, past, transpose_b=True))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 280
    store, stream = FeatureStore(), Stream()
    level = 0.0
    for number in range(rounds):
        store.write(stream.ids(number), stream.vectors(number))
        level += float(similarity(store, stream, number))
        if number >= WINDOW:
            store.forget(stream.ids(number - WINDOW))
    print("mean similarity %.6f over %d rounds" % (level / rounds, rounds))


if __name__ == "__main__":
    main()
