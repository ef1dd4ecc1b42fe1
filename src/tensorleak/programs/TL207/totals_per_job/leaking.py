"""Batch jobs that each sum up their event vectors; a job's totals are shown when it ends."""
import sys
import time

import numpy as np
import tensorflow as tf

WIDTH = 16384
totals = {}


def accumulator(job):
    """A compiled `add` for one job."""

    @tf.function
    def add(events):
        if job not in totals:
            totals[job] = tf.Variable(tf.zeros([WIDTH]), trainable=False)  # LEAK
        totals[job].assign_add(tf.reduce_sum(tf.nn.relu(events), axis=0))
        return tf.reduce_max(totals[job])

    return add


def run_job(job, batches):
    add = accumulator(job)
    peak = None
    for events in batches:
        peak = add(events)
    return float(peak)


def events_of(job):
    rng = np.random.default_rng(job)
    time.sleep(0.02)
    for _ in range(3):
        yield tf.constant(rng.normal(size=(10, WIDTH)), tf.float32)


if __name__ == "__main__":
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    peaks = [run_job(job, events_of(job)) for job in range(jobs)]
    print("jobs %d, highest total %.3f" % (jobs, max(peaks)))
