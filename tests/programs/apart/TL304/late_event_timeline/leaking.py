"""Events from many sensors arrive out of order; alarms are scored over the newest stretch of the timeline."""
import argparse
import bisect
import itertools

import numpy as np
import tensorflow as tf


class Timeline:
    """Events sorted by their own time stamp."""

    def __init__(self, horizon):
        self.horizon = horizon
        self.order = itertools.count()
        self.events = []

    def add(self, stamp, signal):
        bisect.insort(self.events, (stamp, next(self.order), signal))  # LEAK
        self.trim()

    def trim(self):
        oldest = self.events[0][0]
        cut = bisect.bisect_left(self.events, (oldest - self.horizon,))
        del self.events[:cut]

    def newest(self, count):
        return np.stack([signal for _, _, signal in self.events[-count:]])

    def __len__(self):
        return len(self.events)


class AlarmModel(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.kernel = tf.Variable(tf.random.stateless_normal([width, 8], seed=(1, 2)))

    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def score(self, signals):
        return tf.reduce_max(tf.nn.sigmoid(tf.matmul(signals, self.kernel)))


class Monitor:
    def __init__(self, width, horizon):
        self.timeline = Timeline(horizon)
        self.model = AlarmModel(width)
        self.alarms = 0

    def receive(self, stamp, signal):
        self.timeline.add(stamp, signal)
        if len(self.timeline) >= 8 and float(self.model.score(self.timeline.newest(8))) > 0.999:
            self.alarms += 1


def sensors(events, width, rng):
    now = 0.0
    for _ in range(events):
        now += rng.exponential(1.0)
        yield now - rng.exponential(3.0), rng.normal(size=width).astype(np.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=7000)
    parser.add_argument("--width", type=int, default=4096)
    args = parser.parse_args()
    monitor = Monitor(args.width, horizon=120.0)
    for stamp, signal in sensors(args.events, args.width, np.random.default_rng(11)):
        monitor.receive(stamp, signal)
    print(f"{monitor.alarms} alarms")


if __name__ == "__main__":
    main()
