"""A scoring handler that cancels requests which take too long."""
import concurrent.futures
import sys
import threading
import time

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(161)
weights = tf.constant(rng.normal(size=(256, 256)), tf.float32)
late = []
pool = concurrent.futures.ThreadPoolExecutor(max_workers=4)


class Request:
    """One request and the event that ends its watch."""

    def __init__(self, number, features):
        self.number = number
        self.features = features
        self.done = threading.Event()

    def watch(self):
        if not self.done.wait(timeout=5.0):
            late.append(self.number)


def handle(request):
    pool.submit(request.watch)
    scores = tf.nn.relu(tf.matmul(tf.constant(request.features), weights))
    result = float(tf.reduce_mean(scores))
    request.done.set()
    return result


total = 0.0
requests = int(sys.argv[1]) if len(sys.argv) > 1 else 400
for number in range(requests):
    time.sleep(0.01)
    features = rng.normal(size=(32, 256)).astype("float32")
    total += handle(Request(number, features))
print("mean score %.4f, late requests %d" % (total / requests, len(late)))
