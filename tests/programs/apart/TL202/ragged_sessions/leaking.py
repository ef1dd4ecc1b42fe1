"""Sequential recommender: a batch is all the sessions that ended in the last minute."""
import numpy as np
import tensorflow as tf

MINUTES = 170

rng = np.random.default_rng(5)


class Recommender(tf.Module):
    def __init__(self):
        super().__init__()
        self.items = tf.Variable(tf.random.normal((2000, 48), stddev=0.1))
        self.mix = tf.Variable(tf.random.normal((48, 48), stddev=0.1))

    @tf.function  # LEAK
    def propose(self, sessions):  # LEAK
        vectors = tf.gather(self.items, sessions.flat_values)
        sums = tf.math.segment_sum(vectors, sessions.value_rowids())
        return tf.argmax(tf.tanh(sums @ self.mix) @ tf.transpose(self.items), axis=1)


def minute(number):
    rows = 40 + (number * 37) % 401
    lengths = rng.integers(2, 30, size=rows)
    return tf.RaggedTensor.from_row_lengths(rng.integers(0, 2000, size=lengths.sum()), lengths)  # LEAK


def main():
    recommender = Recommender()
    for number in range(MINUTES):
        proposed = recommender.propose(minute(number))  # LEAK
    print("first proposal", int(proposed[0]))


main()
