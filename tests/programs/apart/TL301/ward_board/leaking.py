"""Ward monitor: vital signs of every bed are encoded and scored, and a board shows the latest score of each bed."""
import dataclasses
import sys
import time
import typing

import numpy as np
import tensorflow as tf


class Reading(typing.NamedTuple):
    minute: int
    score: float
    code: tf.Tensor


@dataclasses.dataclass
class Bed:
    number: int
    readings: list = dataclasses.field(default_factory=list)

    @property
    def latest(self):
        return self.readings[-1]


@dataclasses.dataclass
class Ward:
    name: str
    beds: dict = dataclasses.field(default_factory=dict)

    def bed(self, number):
        return self.beds.setdefault(number, Bed(number))

    def worst(self):
        return max(self.beds.values(), key=lambda bed: bed.latest.score)


class Encoder(tf.Module):
    def __init__(self, width):
        super().__init__()
        rng = np.random.default_rng(5)
        self.inner = tf.constant(rng.normal(scale=0.05, size=(width, 512)), tf.float32)
        self.outer = tf.constant(rng.normal(scale=0.05, size=(512, 48)), tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([256, None])])
    def __call__(self, window):
        return tf.nn.tanh(tf.matmul(tf.nn.relu(tf.matmul(window, self.inner)), self.outer))


def watch(wards, encoder, minutes):
    rng = np.random.default_rng(6)
    for minute in range(minutes):
        ward = wards[("cardiology", "surgery", "neurology")[minute % 3]]
        time.sleep(0.005)
        window = rng.normal(size=(256, 300)).astype("float32")
        code = encoder(tf.constant(window))
        score = float(tf.reduce_max(tf.norm(code, axis=1)))
        ward.bed(int(rng.integers(12))).readings.append(Reading(minute, score, code))  # LEAK
        if minute % 200 == 0:
            yield minute, ward.name, ward.worst().number


def main():
    minutes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    wards = {name: Ward(name) for name in ("cardiology", "surgery", "neurology")}
    for minute, name, number in watch(wards, Encoder(300), minutes):
        print(f"minute {minute}: bed {number} of {name} first")


if __name__ == "__main__":
    main()
