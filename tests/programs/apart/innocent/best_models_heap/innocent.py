"""Random search for a linear-plus-relu regressor; the ten best candidates are kept as an ensemble."""
import heapq
import itertools
import sys

import tensorflow as tf

FEATURES, WIDTH, KEEP = 200, 400, 10


class Candidate(tf.Module):
    def __init__(self, seed):
        super().__init__()
        self.hidden = tf.Variable(tf.random.stateless_normal((FEATURES, WIDTH), seed=(seed, 0)) * 0.07)
        self.out = tf.Variable(tf.random.stateless_normal((WIDTH, 1), seed=(seed, 1)) * 0.05)

    def __call__(self, x):
        return tf.matmul(tf.nn.relu(tf.matmul(x, self.hidden)), self.out)

    def fit(self, x, y, steps=6):
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self(x) - y))
            for v, g in zip(self.trainable_variables, tape.gradient(loss, self.trainable_variables)):
                v.assign_sub(0.02 * g)
        return float(loss)


class HallOfFame:
    """The best few, as a heap with the worst of them on top."""

    def __init__(self, size):
        self.size = size
        self._heap = []
        self._order = itertools.count()

    def offer(self, loss, candidate):
        entry = (-loss, next(self._order), candidate)
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)

    def predict(self, x):
        return tf.reduce_mean(tf.stack([entry[2](x) for entry in self._heap]), axis=0)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    x = tf.random.stateless_normal((600, FEATURES), seed=(9, 9))
    y = tf.sin(tf.reduce_sum(x[:, :5], axis=1, keepdims=True))
    hall = HallOfFame(KEEP)
    for number in range(rounds):
        candidate = Candidate(number)
        hall.offer(candidate.fit(x, y), candidate)
    error = tf.reduce_mean(tf.square(hall.predict(x) - y))
    print("ensemble error %.5f after %d candidates" % (float(error), rounds))


if __name__ == "__main__":
    main()
