"""Scores frames on two threads and skips what does not fit."""
import argparse
import collections
import concurrent.futures

import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, None])])
def score(frame):
    return tf.reduce_max(tf.linalg.matmul(frame, frame, transpose_b=True))


class Inspector:
    def __init__(self, room):
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        self.room = room
        self.jobs = collections.deque()
        self.done = self.skipped = 0

    def take_finished(self):
        while self.jobs and self.jobs[0].done():
            self.jobs.popleft().result()
            self.done += 1

    def handle(self, frame):
        self.take_finished()
        if len(self.jobs) >= self.room:
            self.skipped += 1
            return
        self.jobs.append(self.pool.submit(score, tf.constant(frame)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=1500)
    args = parser.parse_args()
    rng, inspector = np.random.default_rng(1), Inspector(20)
    for _ in range(args.frames):
        inspector.handle(rng.normal(size=(300, 300)).astype(np.float32))
    inspector.pool.shutdown()
    inspector.take_finished()
    print(inspector.done, "done,", inspector.skipped, "skipped")


if __name__ == "__main__":
    main()
