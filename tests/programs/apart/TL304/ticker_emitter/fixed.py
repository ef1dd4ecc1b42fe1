"""Streams market ticks through a small model; widgets listen to the event bus."""
import collections
import sys
import time

import numpy as np
import tensorflow as tf

INSTRUMENTS, WINDOW, LEVELS = 256, 24, 40


class Emitter:
    """Event bus. With replay, late subscribers get what they have missed."""

    def __init__(self):
        self._listeners = collections.defaultdict(list)
        self._replay = collections.defaultdict(list)
        self._counts = collections.Counter()

    def on(self, topic, listener, replay=False):
        self._listeners[topic].append(listener)
        if replay:
            for payload in self._replay[topic]:
                listener(payload)

    def emit(self, topic, payload):
        self._counts[topic] += 1
        for listener in self._listeners[topic]:
            listener(payload)
        self._replay[topic] = [payload]

    def summary(self):
        return ", ".join(f"{topic}: {count}" for topic, count in sorted(self._counts.items()))


class Forecaster:
    def __init__(self):
        self.kernel = tf.Variable(tf.random.stateless_normal([WINDOW, LEVELS], [5, 5], stddev=0.2))
        self.history = collections.deque(maxlen=WINDOW)

    @tf.function
    def surface(self, window):
        return tf.nn.softmax(tf.matmul(window, self.kernel, transpose_a=True), axis=1)

    def __call__(self, prices):
        self.history.append(prices)
        if len(self.history) < WINDOW:
            return None
        return self.surface(tf.constant(np.stack(self.history))).numpy()


class Heatmap:
    """Draws the mean surface of the last few ticks."""

    def __init__(self):
        self.frames = collections.deque(maxlen=12)

    def update(self, payload):
        self.frames.append(payload["surface"])

    def peak(self):
        return int(np.mean(self.frames, axis=0).sum(axis=0).argmax())


def ticks(count, rng):
    prices = np.ones(INSTRUMENTS, np.float32)
    for number in range(count):
        prices = prices * np.exp(rng.normal(scale=0.01, size=INSTRUMENTS)).astype(np.float32)
        time.sleep(0.012)
        yield number, prices


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    bus, forecaster, heatmap = Emitter(), Forecaster(), Heatmap()
    lows = []
    bus.on("surface", heatmap.update, replay=True)
    bus.on("heartbeat", lambda number: None)
    print("market open", flush=True)
    for number, prices in ticks(count, np.random.default_rng(3)):
        surface = forecaster(prices)
        bus.emit("heartbeat", number)
        if surface is not None:
            lows.append(float(surface.min()))
            bus.emit("surface", {"tick": number, "surface": surface})
    print(bus.summary())
    print("peak level", heatmap.peak(), "lowest", min(lows))


if __name__ == "__main__":
    main()
