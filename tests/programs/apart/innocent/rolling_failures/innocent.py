"""Runs numeric jobs of which many fail; keeps one example of each kind of failure."""
import collections
import random
import sys
import time

import tensorflow as tf

SIZE = 120


class JobFailed(Exception):
    def __init__(self, code, matrix):
        super().__init__(code)
        self.code = code
        self.matrix = matrix


class Ledger:
    def __init__(self):
        self.by_code = {}
        self.retry = collections.deque()
        self.undo = []
        self.counts = collections.Counter()

    def failed(self, error):
        self.counts[error.code] += 1
        self.by_code[error.code] = error
        if self.counts[error.code] % 3:
            self.retry.append(error.matrix)

    def done(self, result):
        self.counts["done"] += 1
        self.undo.append(result)
        if len(self.undo) > 15:
            self.undo.pop(0)


def solve(matrix, rng):
    luck = rng.random()
    if luck < 0.2:
        raise JobFailed("singular", matrix)
    if luck < 0.3:
        raise JobFailed("timeout", matrix)
    if luck < 0.35:
        raise JobFailed(f"node-{rng.randint(1, 4)} gone", matrix)
    shifted = tf.matmul(matrix, matrix, transpose_b=True) + SIZE * tf.eye(SIZE)
    return tf.linalg.cholesky(shifted)


def run(ledger, matrix, rng):
    try:
        ledger.done(solve(matrix, rng))
    except JobFailed as error:
        ledger.failed(error)


def work_off(ledger, rng):
    """Retries what has failed before, once."""
    while ledger.retry:
        matrix = ledger.retry.popleft()
        try:
            ledger.done(solve(matrix * 0.5, rng))
        except JobFailed as error:
            ledger.by_code[error.code] = error


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = random.Random(99)
    generator = tf.random.Generator.from_seed(4)
    ledger = Ledger()
    print("running", jobs, "jobs", flush=True)
    for number in range(jobs):
        run(ledger, generator.normal([SIZE, SIZE]), rng)
        if number % 10 == 9:
            work_off(ledger, rng)
        time.sleep(0.007)
    print(dict(ledger.counts))
    for code, error in sorted(ledger.by_code.items()):
        print(f"{code}: last with norm {float(tf.norm(error.matrix)):.1f}")
    print("undo depth", len(ledger.undo))


if __name__ == "__main__":
    main()
