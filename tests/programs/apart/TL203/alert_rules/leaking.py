"""Alerting service: tenants file jobs with their own threshold, readings are published on a signal."""
import dataclasses
import functools
import sys
import time

import numpy as np
import tensorflow as tf
from blinker import Signal


@dataclasses.dataclass(frozen=True)
class Job:
    key: str
    threshold: float
    readings: np.ndarray


class AlertService:
    """Subscribes one compiled rule per job and publishes the job's readings to it."""

    def __init__(self, channels: int) -> None:
        self.readings = Signal("readings")
        self.mixing = tf.Variable(tf.random.stateless_normal((channels, channels), seed=(1, 2)) / channels)
        self.alerts = 0

    def _flag(self, sender, batch, threshold):
        smooth = tf.nn.avg_pool1d(batch[None], 5, 1, "SAME")[0]
        energy = tf.reduce_mean(tf.square(tf.tanh(smooth @ self.mixing)), axis=1)
        centred = energy - tf.reduce_mean(energy)
        score = centred / (tf.math.reduce_std(energy) + 1e-6)
        return tf.reduce_sum(tf.cast(score > threshold, tf.int32))

    def handle(self, job: Job) -> int:
        limit = tf.constant(job.threshold)
        rule = tf.function(functools.partial(self._flag, threshold=limit))  # LEAK
        self.readings.connect(rule, sender=job.key, weak=False)
        raised = 0
        for part in np.array_split(job.readings, 4):
            for _receiver, flagged in self.readings.send(job.key, batch=tf.constant(part)):
                raised += int(flagged)
        self.alerts += raised
        return raised


def jobs(count: int):
    rng = np.random.default_rng(11)
    for number in range(count):
        yield Job(f"tenant-{number % 17}/job-{number}", float(rng.uniform(1.0, 3.0)),
                  rng.normal(size=(800, 48)).astype("float32"))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    service = AlertService(channels=48)
    for job in jobs(count):
        service.handle(job)
        time.sleep(0.01)
    print(f"{count} jobs, {service.alerts} alerts raised")


if __name__ == "__main__":
    main()
