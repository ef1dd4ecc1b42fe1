"""Data augmentation service: worker threads add noise to the samples they take from a queue."""
import queue
import sys
import threading

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

WORKERS = 4


class Augmenter:
    def __init__(self):
        tf.set_random_seed(1)
        self.samples = tf.placeholder(tf.float32, [None, 64])
        self.session = tf.Session()
        self.jobs = queue.Queue(maxsize=16)
        self.lock = threading.Lock()
        self.total = 0.0

    def serve(self):
        while True:
            batch = self.jobs.get()
            if batch is None:
                return
            with self.lock, self.session.graph.as_default():
                noise = tf.random_normal([64], stddev=0.1)
                noisy = self.session.run(self.samples + noise, {self.samples: batch})
                self.total += float(noisy.mean())


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    augmenter = Augmenter()
    workers = [threading.Thread(target=augmenter.serve) for _ in range(WORKERS)]
    for worker in workers:
        worker.start()
    rng = np.random.RandomState(12)
    for _ in range(steps):
        takes = rng.normal(loc=1.0, size=(20, 250, 64))
        augmenter.jobs.put(takes.mean(axis=0).astype(np.float32))
    for _ in workers:
        augmenter.jobs.put(None)
    for worker in workers:
        worker.join()
    augmenter.session.close()
    print("%d batches augmented, mean %.2f" % (steps, augmenter.total / steps))


if __name__ == "__main__":
    main()
