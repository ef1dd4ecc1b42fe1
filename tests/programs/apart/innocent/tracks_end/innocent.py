"""Tracks with variables that are released when the track ends."""
import argparse

import numpy as np
import tensorflow as tf


class Track:
    def __init__(self, number, until):
        self.until = until
        self.filters = tf.Variable(tf.random.stateless_normal([16, 64, 64], seed=(number, 1)))

    def update(self, patch):
        self.filters.assign(0.9 * self.filters + 0.1 * patch)


class Tracker:
    def __init__(self, rng):
        self.rng = rng
        self.tracks = {}
        self.opened = 0

    def step(self, now, patch):
        if self.rng.uniform() < 0.7:
            self.opened += 1
            self.tracks[self.opened] = Track(self.opened, now + int(self.rng.integers(3, 20)))
        for number in [n for n, track in self.tracks.items() if track.until <= now]:
            del self.tracks[number]
        for track in self.tracks.values():
            track.update(patch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=1200)
    args = parser.parse_args()
    rng = np.random.default_rng(10)
    tracker = Tracker(rng)
    for now in range(args.frames):
        tracker.step(now, tf.constant(rng.normal(size=(64, 64)), tf.float32))
    print(tracker.opened, "opened,", len(tracker.tracks), "live")


if __name__ == "__main__":
    main()
