"""Streams come and go; a recurrent decoder keeps the hidden state of each while it lives."""
import argparse
import weakref

import numpy as np
import tensorflow as tf


class Stream:
    def __init__(self, number, frames, rng):
        self.number = number
        self.frames = frames
        self.rng = rng

    def __iter__(self):
        for _ in range(self.frames):
            yield tf.constant(self.rng.normal(size=(32, 24)), tf.float32)


class Cell(tf.Module):
    def __init__(self, width, units):
        super().__init__()
        rng = tf.random.Generator.from_seed(9)
        self.inner = tf.Variable(rng.normal([units, units], stddev=0.02))
        self.outer = tf.Variable(rng.normal([width, units], stddev=0.1))

    def __call__(self, frame, state):
        return tf.tanh(tf.matmul(frame, self.outer) + tf.matmul(state, self.inner))


class StreamStates:
    """Hidden state per stream, without keeping the streams alive."""

    def __init__(self, units):
        self.units = units
        self.states = {}
        self.generation = 0

    def key(self, stream):
        return (id(stream), stream.number)

    def watch(self, stream):
        key = self.key(stream)

        def gone(_):
            self.generation += 1
            self.states.pop(key, None)

        weakref.finalize(stream, gone, None)

    def get(self, stream):
        key = self.key(stream)
        if key not in self.states:
            self.watch(stream)
            self.set(stream, tf.zeros([32, self.units]))
        return self.states[key]

    def set(self, stream, state):
        self.states[self.key(stream)] = state


class Decoder:
    def __init__(self, units):
        self.cell = Cell(24, units)
        self.states = StreamStates(units)

    def feed(self, stream, frame):
        state = self.cell(frame, self.states.get(stream))
        self.states.set(stream, state)
        return float(tf.reduce_mean(state))


def transcribe(decoder, stream):
    return sum(decoder.feed(stream, frame) for frame in stream)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--streams", type=int, default=1500)
    args = parser.parse_args()
    rng = np.random.default_rng(64)
    decoder = Decoder(units=512)
    total = 0.0
    for number in range(args.streams):
        total += transcribe(decoder, Stream(number, 5, rng))
    print("total %.3f" % total)


if __name__ == "__main__":
    main()
