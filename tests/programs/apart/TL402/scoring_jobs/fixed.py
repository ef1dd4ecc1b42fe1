"""Scoring jobs: submit, run, report. The model lies on disk in the SavedModel format."""
import enum
import os
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Callable, Dict, Optional

import numpy as np
import tensorflow as tf


class Scorer(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = tf.Variable(tf.random.stateless_normal((64, 512), seed=(1, 0)) * 0.1)
        self.out = tf.Variable(tf.random.stateless_normal((512, 1), seed=(2, 0)) * 0.1)

    @tf.function(input_signature=[tf.TensorSpec([None, 64], tf.float32, name="rows")])
    def score(self, rows):
        return {"score": tf.sigmoid(tf.nn.relu(rows @ self.hidden) @ self.out)}


class Status(enum.Enum):
    QUEUED = 1
    DONE = 2


@dataclass
class Job:
    rows: np.ndarray
    status: Status = Status.QUEUED
    runner: Optional[Callable] = field(default=None, repr=False)
    mean: float = 0.0


class JobTable:
    def __init__(self, path: str) -> None:
        self.loaded = tf.saved_model.load(path)
        self.jobs: Dict[int, Job] = {}

    def submit(self, ident: int, rows: np.ndarray) -> None:
        self.jobs[ident] = Job(rows)

    def run(self, ident: int) -> float:
        job = self.jobs[ident]
        job.runner = self.loaded.signatures["serving_default"]
        for part in np.array_split(job.rows, 20):
            job.mean += float(tf.reduce_mean(job.runner(rows=tf.constant(part))["score"])) / 20
        job.status, job.rows = Status.DONE, np.empty((0, 64))
        return job.mean


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rng = np.random.default_rng(3)
    with tempfile.TemporaryDirectory() as folder:
        path, scorer = os.path.join(folder, "scorer"), Scorer()
        tf.saved_model.save(scorer, path, signatures=scorer.score)
        table, total = JobTable(path), 0.0
        for ident in range(count):
            table.submit(ident, rng.normal(size=(12000, 64)).astype("float32"))
            total += table.run(ident)
    done = sum(job.status is Status.DONE for job in table.jobs.values())
    print(f"{done} jobs done, mean score {total / count:.4f}")


if __name__ == "__main__":
    main()
