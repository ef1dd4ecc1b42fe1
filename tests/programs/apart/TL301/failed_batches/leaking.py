"""Checks sensor batches before they enter the warehouse and counts what is wrong with them."""
import collections
import sys
import time

import numpy as np
import tensorflow as tf

ROWS, SENSORS = 256, 48


class Rejected(Exception):
    def __init__(self, reason, batch_id):
        super().__init__(f"{reason} in batch {batch_id}")
        self.reason = reason


def standardised(batch):
    mean, variance = tf.nn.moments(batch, axes=[0])
    return (batch - mean) / tf.sqrt(variance + 1e-6)


def check_range(batch_id, scores):
    worst = float(tf.reduce_max(tf.abs(scores)))
    if worst > 8.0:
        raise Rejected("spike", batch_id)


def check_dead_sensors(batch_id, batch):
    spread = tf.reduce_max(batch, axis=0) - tf.reduce_min(batch, axis=0)
    if bool(tf.reduce_any(spread < 1e-3)):
        raise Rejected("dead sensor", batch_id)


def validate(batch_id, rows):
    batch = tf.constant(rows)
    check_dead_sensors(batch_id, batch)
    scores = standardised(batch)
    check_range(batch_id, scores)
    return tf.reduce_mean(scores, axis=0)


class Gate:
    def __init__(self):
        self.rejected = []
        self.reasons = collections.Counter()
        self.last_good = None
        self.passed = 0

    def admit(self, batch_id, rows):
        try:
            self.last_good = validate(batch_id, rows)
        except Rejected as error:
            self.reasons[error.reason] += 1
            self.rejected.append(error)  # LEAK
            return False
        self.passed += 1
        return True


def readings(count):
    """Two batches of three are broken since the firmware update."""
    rng = np.random.default_rng(31)
    for number in range(count):
        rows = rng.normal(size=(ROWS, SENSORS)).astype(np.float32)
        if number % 3 == 0:
            rows[:, number % SENSORS] = 0.25
        elif number % 3 == 1:
            rows[number % ROWS, number % SENSORS] = 500.0
        time.sleep(0.008)
        yield f"b{number:06d}", rows


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    gate = Gate()
    print("gate open", flush=True)
    for batch_id, rows in readings(count):
        gate.admit(batch_id, rows)
    print(gate.passed, "passed,", len(gate.rejected), "rejected")
    print("reasons:", dict(gate.reasons))
    print("newest:", gate.rejected[-1])


if __name__ == "__main__":
    main()
