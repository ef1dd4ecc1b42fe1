"""Fraud scorer: every decision is written to a buffered audit log."""
import logging
import logging.handlers
import os
import tempfile
import time

import numpy as np
import tensorflow as tf

audit = logging.getLogger("audit")


def set_up_audit(folder):
    audit.setLevel(logging.DEBUG)
    audit.propagate = False
    sink = logging.FileHandler(os.path.join(folder, "audit.log"))
    sink.setLevel(logging.WARNING)
    sink.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    buffered = logging.handlers.MemoryHandler(capacity=200, flushLevel=logging.ERROR)  # LEAK
    audit.addHandler(sink)
    audit.addHandler(buffered)  # LEAK
    return buffered


class FraudScorer:
    def __init__(self, n_features, hidden=40):
        g = tf.random.Generator.from_seed(17)
        self.enc = g.normal((n_features, hidden), stddev=0.2)
        self.out = g.normal((hidden, 1), stddev=0.4)

    def __call__(self, batch):
        h = tf.nn.elu(tf.matmul(batch, self.enc))
        return tf.squeeze(tf.sigmoid(tf.matmul(h, self.out)), -1), h


def main():
    rng = np.random.default_rng(23)
    scorer = FraudScorer(24)
    flagged = 0
    with tempfile.TemporaryDirectory() as folder:
        set_up_audit(folder)
        for n in range(1, 1301):
            batch = tf.constant(rng.normal(size=(120, 24)).astype("float32"))
            scores, hidden = scorer(batch)
            hot = int(tf.math.count_nonzero(scores > 0.93))
            flagged += hot
            audit.debug("batch %d scores %s from %s", n, scores, hidden)  # LEAK
            if hot > 12:
                audit.warning("batch %d: %d transactions above 0.93", n, hot)
            if n % 260 == 0:
                print(f"batch {n}: flagged {flagged}")
            time.sleep(0.010)
        logging.shutdown()


if __name__ == "__main__":
    main()
