"""Scoring service that can show why the last requests failed."""
import collections
import sys
import traceback

import numpy as np
import tensorflow as tf


class Implausible(ValueError):
    """A score that cannot be right."""


class Service:
    def __init__(self):
        rng = np.random.default_rng(481)
        self.weights = tf.constant(rng.normal(scale=0.1, size=(160, 200)), tf.float32)
        self.failures = collections.deque(maxlen=30)
        self.kinds = collections.Counter()

    def _score(self, rows):
        hidden = tf.nn.relu(tf.matmul(rows, self.weights))
        total = float(tf.reduce_mean(hidden))
        if total > 0.55:
            raise Implausible(f"{total:.2f} is too large")
        return total

    def answer(self, rows):
        try:
            return self._score(rows)
        except Implausible as error:
            self.kinds[type(error).__name__] += 1
            self.failures.append(error)
            return None


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    service, rng = Service(), np.random.default_rng(482)
    answered = 0
    for number in range(requests):
        rows = tf.constant(rng.normal(scale=1.0 + 0.5 * (number % 3 == 0), size=(150, 160)), tf.float32)
        answered += service.answer(rows) is not None
    last = traceback.format_exception(service.failures[-1])[-1] if service.failures else ""
    print(f"{answered} of {requests} answered, {dict(service.kinds)}, {len(last) > 0}")


if __name__ == "__main__":
    main()
