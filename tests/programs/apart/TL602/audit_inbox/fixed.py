"""Scoring with an audit trail that is written by a thread behind a queue."""
import hashlib
import queue
import sys
import threading
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class AuditTrail(threading.Thread):
    """Hashes what was scored, a record at a time; the disk is simulated by a pause."""

    def __init__(self, backlog):
        super(AuditTrail, self).__init__(daemon=True)
        self.inbox = queue.Queue(maxsize=64)
        self.digest, self.written, self.dropped = hashlib.sha256(), 0, 0
        for record in backlog:
            self.inbox.put(record)

    def submit(self, record):
        try:
            self.inbox.put_nowait(record)
        except queue.Full:
            self.dropped += 1

    def run(self):
        while True:
            ident, scores = self.inbox.get()
            self.digest.update(scores.numpy().tobytes())
            time.sleep(0.1)
            self.written += 1


class Scoring(object):
    def __init__(self, trail, width):
        self.trail = trail
        rng = np.random.RandomState(3)
        self.kernel = tf.constant(rng.randn(width, width).astype("float32") / width ** 0.5)

    def handle(self, ident, batch):
        scores = tf.nn.softmax(tf.matmul(tf.tanh(tf.matmul(batch, self.kernel)), self.kernel))
        self.trail.submit((ident, scores))
        return float(tf.reduce_max(scores))


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 650
    rng = np.random.RandomState(6)
    trail = AuditTrail([(-n, tf.zeros([256, 128])) for n in range(1, 20)])
    service, highest = Scoring(trail, width=128), 0.0
    trail.start()
    for ident in range(requests):
        batch = tf.constant(rng.randn(2000, 128).astype("float32"))
        highest = max(highest, service.handle(ident, batch[:256 + ident % 64]))
        time.sleep(0.01)
    print("%d requests, highest score %.4f, %s" % (requests, highest, "some dropped" if trail.dropped else "none dropped"))


if __name__ == "__main__":
    main()
