"""Live captions: each meeting subscribes a compiled handler to its audio topic."""
import sys
from collections import defaultdict

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 130


class Bus:
    def __init__(self):
        self.topics = defaultdict(list)

    def subscribe(self, topic, handler):
        self.topics[topic].append(handler)

    def publish(self, topic, message):
        return [handler(message) for handler in self.topics[topic]]

    def drop(self, topic):
        self.topics.pop(topic, None)


def decode(chunk, gain, kernel, out):
    spectrum = tf.abs(tf.signal.stft(chunk * gain, 256, 128))
    hidden = tf.nn.relu(tf.matmul(spectrum, kernel))
    state = tf.zeros_like(hidden[0])
    for frame in tf.unstack(hidden[:6]):
        state = tf.tanh(state + frame)
    return tf.argmax(tf.linalg.matvec(out, state, transpose_a=True))


class Meeting:
    def __init__(self, bus, number, shared):
        self.bus = bus
        self.topic = "audio/%06d" % number
        self.shared = shared
        self.gain = tf.constant(1.0)

    def start(self):
        run = tf.function(decode)

        def caption(chunk):
            self.gain = 0.9 * self.gain + 0.1 / (1e-3 + tf.reduce_mean(tf.abs(chunk)))
            return run(chunk, self.gain, self.shared["in"], self.shared["out"])

        self.bus.subscribe(self.topic, caption)  # LEAK

    def end(self):
        self.gain = tf.constant(1.0)


def main():
    rng = np.random.default_rng(4)
    bus = Bus()
    shared = {
        "in": tf.random.normal((129, 64), stddev=0.1),
        "out": tf.random.normal((64, 30), stddev=0.1),
    }
    for number in range(ROUNDS):
        meeting = Meeting(bus, number, shared)
        meeting.start()
        text = []
        for _ in range(25):
            chunk = tf.constant(rng.normal(size=2048).astype("float32"))
            text += bus.publish(meeting.topic, chunk)
        meeting.end()
        if number % 30 == 0:
            print(meeting.topic, "".join(chr(97 + int(t) % 26) for t in text))


if __name__ == "__main__":
    main()
