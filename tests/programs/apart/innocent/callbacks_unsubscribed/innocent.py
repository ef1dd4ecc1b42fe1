"""An event bus with a subscription for the length of each request."""
import contextlib
import itertools

import tensorflow as tf

REQUESTS = 1200


class Bus:
    def __init__(self):
        self.listeners = {}
        self.names = itertools.count()

    @contextlib.contextmanager
    def subscribed(self, listener):
        name = next(self.names)
        self.listeners[name] = listener
        try:
            yield
        finally:
            del self.listeners[name]

    def publish(self, value):
        return [listener(value) for listener in self.listeners.values()]


class Failures:
    def __init__(self):
        self.newest = []

    def note(self, error, tensor):
        self.newest.append((error, tensor))
        self.newest = self.newest[-10:]


def handle(bus, failures, number, mix):
    base = tf.random.stateless_normal((256, 256), seed=(number, 0))
    with bus.subscribed(lambda value: tf.reduce_mean(base @ value)):
        for _ in range(4):
            results = bus.publish(mix)
        if number % 3 == 0:
            try:
                raise ValueError(f"request {number}")
            except ValueError as error:
                failures.note(error, base)
    tf.linalg.eigvalsh(base[:150, :150])
    return float(results[0])


def main():
    bus, failures = Bus(), Failures()
    mix = tf.random.normal((256, 256))
    total = sum(handle(bus, failures, number, mix) for number in range(REQUESTS))
    print("total", total, "failures kept", len(failures.newest))


main()
