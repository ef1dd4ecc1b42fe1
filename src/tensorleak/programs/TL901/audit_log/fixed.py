"""A fraud model behind a handler that logs a line for every transaction it has judged."""
import collections
import hashlib
import sys

import numpy as np
import tensorflow as tf


class AuditLog:
    """The last lines of every account, so that a support agent can look them up."""

    def __init__(self):
        self.lines = collections.defaultdict(lambda: collections.deque(maxlen=20))

    def write(self, account, line):
        self.lines[account].append(line)

    def last(self, account):
        return self.lines[account][-1]


class FraudCheck:
    """A logistic model over transaction features."""

    def __init__(self, audit):
        rng = np.random.default_rng(191)
        self.audit = audit
        self.weights = tf.constant(rng.normal(size=(64, 1)), tf.float32)

    @tf.function(reduce_retracing=True)
    def _risk(self, features):
        return tf.sigmoid(tf.matmul(features, self.weights))[:, 0]

    def check(self, accounts, features):
        risks = self._risk(tf.constant(features, tf.float32)).numpy()
        for account, values, risk in zip(accounts, features, risks):
            digest = hashlib.sha256(values.tobytes()).hexdigest()
            self.audit.write(account, f"account={account} features={digest} risk={risk:.6f}")
        return int((risks > 0.9).sum())


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rng = np.random.default_rng(201)
    audit = AuditLog()
    fraud = FraudCheck(audit)
    flagged = 0
    for _ in range(batches):
        accounts = rng.integers(0, 500, size=256)
        flagged += fraud.check(accounts.tolist(), rng.normal(size=(256, 64)))
    print("flagged", flagged, "|", audit.last(int(accounts[-1]))[:24].split(" ")[0])


if __name__ == "__main__":
    main()
