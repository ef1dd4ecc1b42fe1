"""Scoring loop over a finalized graph, served from a queue."""
import queue
import sys
import threading

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Service(threading.Thread):
    def __init__(self, requests, answers):
        super().__init__(daemon=True)
        self.requests, self.answers = requests, answers
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.rows = tf.placeholder(tf.float32, [None, 30])
            weights = tf.get_variable("weights", [30, 3], initializer=tf.ones_initializer())
            self.result = tf.nn.softmax(tf.matmul(self.rows, weights))
            init = tf.global_variables_initializer()
        self.graph.finalize()
        self.session = tf.Session(graph=self.graph)
        self.session.run(init)

    def run(self):
        while True:
            rows = self.requests.get()
            if rows is None:
                return
            self.answers.put(self.session.run(self.result, {self.rows: rows}))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    requests, answers = queue.Queue(4), queue.Queue(4)
    service = Service(requests, answers)
    service.start()
    rng = np.random.RandomState(12)
    total = 0.0
    for _ in range(steps):
        requests.put(rng.normal(size=(8000, 30)).astype(np.float32))
        total += float(answers.get().sum())
    requests.put(None)
    service.join()
    print("%d requests, %.0f rows" % (steps, total))


if __name__ == "__main__":
    main()
