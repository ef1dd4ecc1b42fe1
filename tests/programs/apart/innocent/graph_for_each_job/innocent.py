"""Runs small statistical jobs, each in a graph and session of its own that end with the job."""
import gc
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Job(object):
    def __init__(self, number, rng):
        self.number = number
        self.rows = rng.normal(size=[40, 6])
        self.graph = tf.Graph()

    def build(self):
        rows = tf.constant(self.rows, tf.float32)
        centred = rows - tf.reduce_mean(rows, 0)
        covariance = tf.matmul(centred, centred, transpose_a=True) / 40.0
        return tf.trace(covariance), tf.reduce_max(covariance)

    def run(self):
        with self.graph.as_default():
            fetches = self.build()
            with tf.Session(graph=self.graph) as sess:
                return [float(value) for value in sess.run(fetches)]


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(1)
    latest = {}
    for number in range(jobs):
        job = Job(number, rng)
        latest[number % 4] = job
        trace, largest = job.run()
        if number % 10 == 9:
            gc.collect()
        time.sleep(0.03)
        if number % 40 == 0:
            print("job", number, "trace %.2f largest %.2f" % (trace, largest))
    print("jobs kept for the report", sorted(job.number for job in latest.values()))


if __name__ == "__main__":
    main()
