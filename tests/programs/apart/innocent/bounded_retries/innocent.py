"""Request handling with retries, dead letters and an audit queue, all of them bounded."""
import collections
import queue
import sys
import threading

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Failure(Exception):
    pass


class Handler(object):
    def __init__(self, width, seed):
        self.rng = np.random.RandomState(seed)
        self.kernel = tf.constant(self.rng.randn(width, width).astype("float32") / width ** 0.5)
        self.retries = collections.deque()
        self.dead = collections.deque(maxlen=25)
        self.audit = queue.Queue(maxsize=50)

    def score(self, payload):
        result = tf.nn.softmax(tf.matmul(payload, self.kernel))
        if self.rng.rand() < 0.4:
            raise Failure("the backend did not answer")
        return result

    def attempt(self, payload, tries):
        try:
            self.audit.put(self.score(payload))
        except Failure as failure:
            target = self.retries if tries < 3 else self.dead
            target.append((payload, tries + 1, failure))

    def again(self):
        for _ in range(len(self.retries)):
            payload, tries, _ = self.retries.popleft()
            self.attempt(payload, tries)


def drain(inbox, totals):
    while True:
        result = inbox.get()
        if result is None:
            return
        totals.append(float(tf.reduce_max(result)))
        del totals[:-200]


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    handler, totals = Handler(192, 1), []
    auditor = threading.Thread(target=drain, args=(handler.audit, totals))
    auditor.start()
    rng = np.random.RandomState(2)
    for _ in range(requests):
        handler.attempt(tf.constant(rng.randn(384, 192).astype("float32")), tries=1)
        handler.again()
    handler.audit.put(None)
    auditor.join()
    print("%d requests, %d dead, mean of late %.4f" % (requests, len(handler.dead), np.mean(totals)))


if __name__ == "__main__":
    main()
