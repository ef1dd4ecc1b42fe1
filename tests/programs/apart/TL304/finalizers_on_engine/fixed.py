"""Batch scoring with a summary of each job written when its owner goes away."""
import weakref

import numpy as np
import tensorflow as tf

JOBS = 480


class Job:
    def __init__(self, number):
        self.number = number
        self.rows = np.random.default_rng(number).normal(size=(96, 640)).astype("float32")


class Report:
    written = 0

    def __init__(self, job, scores):
        self.title = f"job {job.number}"
        self.scores = scores

    def write(self):
        Report.written += 1
        return f"{self.title}: {self.scores.mean():.4f}"


class Engine:
    """Lives as long as the process."""

    def __init__(self):
        self.first = tf.random.normal((640, 900), stddev=0.05)
        self.second = tf.random.normal((900, 256), stddev=0.05)

    def run(self, job):
        hidden = tf.nn.gelu(job.rows @ self.first)
        for _ in range(4):
            hidden = tf.nn.gelu((hidden @ self.second) @ tf.transpose(self.second))
        scores = (hidden @ self.second).numpy()
        report = Report(job, scores)
        weakref.finalize(job, report.write)
        return float(scores.max())


def main():
    engine = Engine()
    best = 0.0
    for number in range(JOBS):
        best = max(best, engine.run(Job(number)))
    print("best", best)


main()
