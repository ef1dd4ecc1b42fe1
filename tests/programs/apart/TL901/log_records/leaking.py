"""Particle simulation with a log; the last records are shown when something goes wrong."""
import logging
import sys
import time

import numpy as np
import tensorflow as tf

log = logging.getLogger("particles")


class Recent(logging.Handler):
    """Keeps records so that they can be shown after a failure."""

    def __init__(self, show=20):
        super().__init__(logging.DEBUG)
        self.show = show
        self.records = []
        self.counts = {}

    def emit(self, record):
        self.counts[record.levelname] = self.counts.get(record.levelname, 0) + 1
        self.records.append(record)  # LEAK

    def dump(self):
        return [record.levelname for record in self.records[-self.show :]]


class Box:
    def __init__(self, count, seed=0):
        rng = np.random.default_rng(seed)
        self.position = tf.constant(rng.uniform(0, 1, [count, 3]), tf.float32)
        self.speed = tf.constant(rng.normal(0, 0.02, [count, 3]), tf.float32)

    def step(self):
        ahead = self.position + self.speed
        outside = tf.logical_or(ahead < 0.0, ahead > 1.0)
        self.speed = tf.where(outside, -self.speed, self.speed)
        self.position = tf.clip_by_value(ahead, 0.0, 1.0)
        energy = 0.5 * tf.reduce_sum(tf.square(self.speed))
        log.debug("energy %s with speeds %s", energy.numpy(), self.speed.numpy())
        if float(tf.reduce_max(tf.cast(outside, tf.float32))) > 0:
            log.info("bounced %d times", int(tf.math.count_nonzero(outside)))
        return float(energy)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 760
    recent = Recent()
    log.addHandler(recent)
    log.setLevel(logging.DEBUG)
    log.propagate = False
    box = Box(3000)
    for number in range(steps):
        energy = box.step()
        time.sleep(0.01)
        if number % 150 == 0:
            print("step", number, "energy %.3f" % energy)
    print(recent.counts, recent.dump()[-1])


if __name__ == "__main__":
    main()
