"""A pool that gives each incoming job a worker with a session of its own and remembers all finished workers."""
LANES = ("tf1", "tf2")
RULE = "TL102"
from dataclasses import dataclass, field
from typing import Any, List

import numpy as np
import tensorflow.compat.v1 as tf

graph = tf.Graph()
with graph.as_default():
    signal_in = tf.placeholder(tf.float32, [128], name="signal")
    energy = tf.sqrt(tf.reduce_sum(tf.square(signal_in)), name="energy")


@dataclass
class Worker:
    job: int
    session: Any
    done: bool = False

    def run(self, signal):
        value = self.session.run(energy, {signal_in: signal})
        self.done = True
        return float(value)


@dataclass
class Pool:
    workers: List[Worker] = field(default_factory=list)

    def submit(self, job, signal):
        session = tf.Session(graph=graph)  # LEAK
        worker = Worker(job, session)
        self.workers.append(worker)
        return worker.run(signal)


pool = Pool()


def round_trip(i):
    return pool.submit(i, np.sin(np.arange(128) * (0.01 + i % 7)))
