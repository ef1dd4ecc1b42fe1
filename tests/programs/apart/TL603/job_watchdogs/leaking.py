"""Simulation service: every job is watched, so that a diverging simulation can be reported."""
import sys
import threading
import time

import numpy as np
import tensorflow as tf

CELLS = 120


class Job:
    def __init__(self, number, field):
        self.number = number
        self.field = field
        self.steps = 0
        self.done = False
        self.changed = threading.Condition()

    def advance(self, diffusion):
        up, down = tf.roll(self.field, 1, 0), tf.roll(self.field, -1, 0)
        left, right = tf.roll(self.field, 1, 1), tf.roll(self.field, -1, 1)
        self.field = self.field + diffusion * (up + down + left + right - 4.0 * self.field)
        with self.changed:
            self.steps += 1
            self.changed.notify_all()


class Supervisor:
    def __init__(self, limit=10.0):
        self.limit = limit
        self.reports = []

    def watch(self, job):
        while not job.done:
            with job.changed:
                job.changed.wait()
                worst = job.steps and float(tf.reduce_max(tf.abs(job.field)))
            if worst > self.limit:
                self.reports.append(job.number)
                return

    def accept(self, job):
        watcher = threading.Thread(target=self.watch, args=(job,), daemon=True)
        watcher.start()  # LEAK


def simulate(supervisor, number, rng):
    job = Job(number, tf.constant(rng.normal(size=[CELLS, CELLS]), tf.float32))
    supervisor.accept(job)
    for _ in range(4):
        job.advance(tf.constant(0.2))
        time.sleep(0.005)
    job.done = True
    return float(tf.math.reduce_std(job.field))


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 340
    rng = np.random.default_rng(9)
    supervisor = Supervisor()
    for number in range(jobs):
        spread = simulate(supervisor, number, rng)
        if number % 50 == 0:
            print("job", number, "spread %.3f" % spread)
    print("diverged", len(supervisor.reports))


if __name__ == "__main__":
    main()
