"""Alarm rules of a plant: operators edit thresholds, and each edit compiles the rule again."""
import functools
import sys
import time
import types

import numpy as np
import tensorflow as tf

SENSORS = 40


def exceeds(threshold, smoothing, readings):
    level = tf.reduce_mean(readings, axis=0)
    drift = tf.math.reduce_std(readings[-smoothing:], axis=0)
    return tf.reduce_any(level + 2.0 * drift > threshold)


compiled = tf.function(exceeds)


class RuleBook:
    def __init__(self):
        self.active = {}
        self.edits = types.SimpleNamespace(log=[], last=None)

    def edit(self, name, threshold):
        check = functools.partial(compiled, tf.constant(threshold, tf.float32), 10)
        self.active[name] = check
        self.edits.last = name
        self.edits.log.append((name, threshold))

    def alarms(self, readings):
        return [name for name, check in self.active.items() if bool(check(readings))]


def readings_of(rng):
    return tf.constant(rng.normal(1.0, 0.3, [50, SENSORS]), tf.float32)


def main():
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 170
    rng = np.random.default_rng(4)
    book = RuleBook()
    raised = 0
    for number in range(edits):
        book.edit(f"line-{number % 5}", float(rng.uniform(1.0, 2.5)))
        raised += len(book.alarms(readings_of(rng)))
        time.sleep(0.03)
        if number % 25 == 0:
            print("edit", number, "of", book.edits.last, "alarms so far", raised)
    print(len(book.active), "rules,", raised, "alarms")


if __name__ == "__main__":
    main()
