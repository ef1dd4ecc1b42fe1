"""Scores events and answers questions about the newest of them."""
import sys
from collections import OrderedDict
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf


@dataclass
class Event:
    number: int
    values: list
    score: float = 0.0
    notes: dict = field(default_factory=dict)


class Memory:
    def __init__(self, size):
        self.size = size
        self.events = OrderedDict()

    def remember(self, event):
        self.events[event.number] = event
        if len(self.events) > self.size:
            self.events.popitem(last=False)

    def find(self, number):
        return self.events.get(number)


@tf.function(input_signature=[tf.TensorSpec([None])])
def score(values):
    return tf.math.reduce_logsumexp(values) - tf.math.log(tf.cast(tf.size(values), tf.float32))


def main():
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    rng = np.random.default_rng(88)
    memory = Memory(2000)
    found = 0
    for number in range(events):
        values = rng.normal(size=800)
        event = Event(number, values.tolist())
        event.score = float(score(tf.constant(event.values)))
        event.notes = {f"key{k}": f"{value:.3f}" for k, value in enumerate(values[:60])}
        memory.remember(event)
        found += memory.find(number - int(rng.integers(1, 4000))) is not None
    print(f"{events} events, {found} questions answered, {len(memory.events)} remembered")


if __name__ == "__main__":
    main()
