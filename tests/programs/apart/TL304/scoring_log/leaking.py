"""Nightly batch scoring with a log that is written out only on trouble."""
import logging
import logging.handlers
import sys

import numpy as np
import tensorflow as tf

log = logging.getLogger("scoring")


def configure_logging():
    """Details are held back and written only when something goes wrong."""
    target = logging.StreamHandler(sys.stderr)
    target.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    held = logging.handlers.MemoryHandler(capacity=1000000, flushLevel=logging.ERROR, target=target, flushOnClose=False)
    log.setLevel(logging.DEBUG)
    log.propagate = False
    log.addHandler(held)
    return held


class Scorer(tf.Module):
    def __init__(self, width, classes, seed):
        super().__init__()
        generator = tf.random.Generator.from_seed(seed)
        self.weights = tf.Variable(generator.normal([width, classes], stddev=0.3))

    @tf.function(input_signature=[tf.TensorSpec([None, 40], tf.float32)])
    def __call__(self, rows):
        return tf.nn.softmax(rows @ self.weights)


class Job:
    def __init__(self, scorer, held):
        self.scorer = scorer
        self.held = held
        self.totals = {"rows": 0, "confident": 0, "rejected": 0}

    def validate(self, rows):
        bad = ~np.isfinite(rows).all(axis=1)
        if bad.mean() > 0.5:
            log.error("most of the batch is unusable: %d rows", bad.sum())
        self.totals["rejected"] += int(bad.sum())
        return rows[~bad]

    def score(self, number, rows):
        chances = self.scorer(self.validate(rows)).numpy()
        log.debug("batch %d chances %r", number, chances)  # LEAK
        self.totals["rows"] += len(chances)
        self.totals["confident"] += int((chances.max(axis=1) > 0.8).sum())


def batches(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        rows = rng.normal(size=(256, 40)).astype(np.float32)
        rows[rng.integers(256, size=3), 0] = np.nan
        yield number, rows


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3500
    job = Job(Scorer(40, 60, seed=2), configure_logging())
    for number, rows in batches(rounds, seed=1):
        job.score(number, rows)
    print(job.totals)


if __name__ == "__main__":
    main()
