"""A scoring service that notes why requests failed, to report it once a day."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()
requests = int(sys.argv[1]) if len(sys.argv) > 1 else 40000
weights = tf.Variable(tf.random.normal([64, 32], seed=1))


class Implausible(ValueError):
    pass


def score(features):
    hidden = tf.nn.relu(tf.matmul(features, weights))
    total = float(tf.reduce_sum(hidden))
    if total > 0:
        raise Implausible("%.0f is too high" % total)
    return total


class Service:
    def __init__(self):
        self.failed = []

    def answer(self, features):
        try:
            return score(features)
        except Implausible as error:
            self.failed.append(error)  # LEAK
            return None


def main():
    service = Service()
    rng = np.random.RandomState(3)
    for _ in range(requests):
        service.answer(tf.constant(rng.rand(16, 64).astype("float32")))
    print("%d of %d requests failed, the last one: %s" % (len(service.failed), requests, service.failed[-1]))


if __name__ == "__main__":
    main()
