"""Extracts image statistics with producer, worker and collector threads."""
import queue
import sys
import threading

import numpy as np
import tensorflow as tf

STOP = object()


class Producer(threading.Thread):
    def __init__(self, jobs, count, workers):
        super().__init__(name="producer")
        self.jobs = jobs
        self.count = count
        self.workers = workers

    def run(self):
        rng = np.random.default_rng(1)
        for number in range(self.count):
            self.jobs.put((number, rng.uniform(size=(1, 96, 96, 3)).astype(np.float32)))
        for _ in range(self.workers):
            self.jobs.put(STOP)


class Worker(threading.Thread):
    def __init__(self, jobs, results, kernel):
        super().__init__()
        self.jobs = jobs
        self.results = results
        self.kernel = kernel

    def run(self):
        while True:
            job = self.jobs.get()
            if job is STOP:
                self.results.put(STOP)
                return
            number, image = job
            edges = tf.nn.conv2d(tf.constant(image), self.kernel, strides=2, padding="SAME")
            self.results.put((number, edges))


class Collector:
    def __init__(self):
        self.pending = {}
        self.next = 0
        self.sharpest = (0.0, -1)

    def add(self, number, edges):
        self.pending[number] = edges
        while self.next in self.pending:
            edges = self.pending.pop(self.next)
            self.sharpest = max(self.sharpest, (float(tf.reduce_mean(tf.abs(edges))), self.next))
            self.next += 1


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    jobs, results = queue.Queue(maxsize=8), queue.Queue(maxsize=8)
    kernel = tf.random.Generator.from_seed(2).normal([5, 5, 3, 8])
    workers = [Worker(jobs, results, kernel) for _ in range(3)]
    for thread in [Producer(jobs, rounds, len(workers))] + workers:
        thread.start()
    collector, running = Collector(), len(workers)
    while running:
        result = results.get()
        if result is STOP:
            running -= 1
        else:
            collector.add(*result)
    print(f"images {collector.next} sharpest {collector.sharpest[1]} pending {len(collector.pending)}")


if __name__ == "__main__":
    main()
