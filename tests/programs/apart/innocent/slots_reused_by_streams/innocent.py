"""Recurrent decoding of many streams with reusable slots."""
import argparse

import numpy as np
import tensorflow as tf


class Slots:
    def __init__(self):
        self.states, self.free = [], []

    def take(self, state):
        if self.free:
            slot = self.free.pop()
            self.states[slot] = state
            return slot
        self.states.append(state)
        return len(self.states) - 1

    def give_back(self, slot):
        self.states[slot] = None
        self.free.append(slot)


class Decoder:
    def __init__(self, units):
        self.kernel = tf.random.stateless_normal([units, units], seed=(1, 1), stddev=0.05)
        self.slots = Slots()
        self.open = {}

    def start(self, stream):
        self.open[stream] = self.slots.take(tf.zeros([64, self.kernel.shape[0]]))

    def step(self, stream):
        slot = self.open[stream]
        self.slots.states[slot] = tf.tanh(tf.matmul(self.slots.states[slot], self.kernel) + 0.1)

    def stop(self, stream):
        self.slots.give_back(self.open.pop(stream))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1500)
    args = parser.parse_args()
    rng, decoder, started = np.random.default_rng(7), Decoder(512), 0
    for number in range(args.rounds):
        wanted = int(12 + 6 * np.sin(number / 15.0))
        while len(decoder.open) < wanted:
            decoder.start(started)
            started += 1
        while len(decoder.open) > max(wanted - int(rng.integers(4)), 2):
            decoder.stop(int(rng.choice(list(decoder.open))))
        for stream in decoder.open:
            decoder.step(stream)
    print(started, "streams in", len(decoder.slots.states), "slots")


if __name__ == "__main__":
    main()
