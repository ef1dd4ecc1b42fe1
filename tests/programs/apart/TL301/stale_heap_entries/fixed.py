"""Schedules scoring jobs by urgency; a job's urgency rises while it waits."""
import argparse
import heapq
import itertools

import numpy as np
import tensorflow as tf


class Job:
    __slots__ = ("name", "rows", "urgency", "version")

    def __init__(self, name, rows, urgency):
        self.name = name
        self.rows = rows
        self.urgency = urgency
        self.version = 0


class Heap:
    """A priority queue whose outdated entries are skipped when they come up."""

    def __init__(self):
        self.entries = []
        self.ticket = itertools.count()
        self.size = 0

    def push(self, job):
        entry = (-job.urgency, next(self.ticket), job.version, job)
        heapq.heappush(self.entries, entry)

    def pop(self):
        while self.entries:
            _, _, version, job = heapq.heappop(self.entries)
            if job.version == version:
                job.version += 1
                return job
        return None

    def compact(self):
        self.entries = [entry for entry in self.entries if entry[2] == entry[3].version]
        heapq.heapify(self.entries)


class Scheduler:
    def __init__(self, kernel):
        self.heap = Heap()
        self.kernel = kernel
        self.total = 0.0
        self.done = 0

    def submit(self, job):
        self.heap.push(job)

    def escalate(self, job, urgency):
        job.urgency = urgency
        job.version += 1
        self.heap.push(job)
        if len(self.heap.entries) > 64:
            self.heap.compact()

    def run_next(self):
        job = self.heap.pop()
        self.total += float(tf.reduce_mean(tf.matmul(job.rows, self.kernel)))
        self.done += 1


def work(scheduler, jobs, rng):
    """Every job starts with a low urgency and is escalated once before it is run."""
    for number in range(jobs):
        rows = tf.constant(rng.normal(size=(128, 256)), tf.float32)
        job = Job(f"job{number}", rows, urgency=float(rng.uniform(0.0, 1.0)))
        scheduler.submit(job)
        scheduler.escalate(job, urgency=10.0 + float(rng.uniform()))
        scheduler.run_next()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2600)
    args = parser.parse_args()
    rng = np.random.default_rng(40)
    scheduler = Scheduler(tf.constant(rng.normal(size=(256, 512)), tf.float32))
    work(scheduler, args.jobs, rng)
    print(f"{scheduler.done} done, {scheduler.total:.3f}")


if __name__ == "__main__":
    main()
