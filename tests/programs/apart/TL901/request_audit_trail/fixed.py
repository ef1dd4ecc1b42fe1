"""Batch scoring through a thread pool with an audit trail."""
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf


class Audit:
    def __init__(self):
        self.lock = threading.Lock()
        self.records = []
        self.rejected = 0

    def write(self, request_id, fields, score):
        record = {"id": request_id, "score": score, "fields": fields,
                  "trace": ["%s=%.6f" % (k, v) for k, v in fields.items()]}
        with self.lock:
            self.records.append(record)
            del self.records[:-200]
            self.rejected += score < 0

    def tail(self, n):
        return [r["id"] for r in sorted(self.records[-n:], key=lambda r: r["id"])]


class Scorer:
    def __init__(self, names):
        self.names = names
        g = tf.random.Generator.from_seed(4)
        self.w = tf.Variable(g.normal([len(names), 1]))
        self.audit = Audit()

    @tf.function(input_signature=[tf.TensorSpec([1, None], tf.float32)])
    def _score(self, x):
        return tf.reduce_sum(x @ self.w)

    def __call__(self, request_id, values):
        fields = dict(zip(self.names, (float(v) for v in values)))
        score = float(self._score(tf.constant(values[None], tf.float32)))
        self.audit.write(request_id, fields, score)
        return score


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
    scorer = Scorer(["field_%02d" % i for i in range(40)])
    rng = np.random.default_rng(0)
    total = 0.0
    with ThreadPoolExecutor(2) as pool:
        for r in range(rounds):
            ids = range(r * 8, r * 8 + 8)
            total += sum(pool.map(scorer, ids, rng.normal(size=(8, 40))))
    print("tail", scorer.audit.tail(3), "rejected", int(scorer.audit.rejected), f"{total:.2f}")


if __name__ == "__main__":
    main()
