"""Tracks blobs across frames; each track has a small bank of adaptive filters."""
import argparse
import enum

import numpy as np
import tensorflow as tf


class State(enum.Enum):
    LIVE = 1
    LOST = 2
    ENDED = 3


class FilterBank(tf.Module):
    def __init__(self, number, size, count):
        super().__init__(name=f"track{number}")
        start = tf.random.stateless_normal([count, size, size], seed=(number, 3), stddev=0.01)
        self.filters = tf.Variable(start)
        self.gain = tf.Variable(tf.ones([count]))

    def update(self, patch, rate=0.1):
        self.filters.assign_add(rate * (patch[None] - self.filters) * self.gain[:, None, None])
        return float(tf.reduce_mean(tf.square(patch[None] - self.filters)))


class Track:
    def __init__(self, number, size):
        self.number = number
        self.bank = FilterBank(number, size, 16)
        self.state = State.LIVE
        self.missed = 0

    def see(self, patch):
        self.missed = 0
        return self.bank.update(patch)

    def miss(self):
        self.missed += 1
        if self.missed > 2:
            self.state = State.ENDED


class Tracker:
    def __init__(self, size):
        self.size = size
        self.tracks = {}
        self.error = 0.0

    def live(self):
        return (track for track in self.tracks.values() if track.state is State.LIVE)

    def open(self, number):
        track = Track(number, self.size)
        self.tracks[number] = track  # LEAK
        return track

    def step(self, patches):
        for track in list(self.live()):
            if track.number not in patches:
                track.miss()
        for number, patch in patches.items():
            track = self.tracks.get(number) or self.open(number)
            self.error += track.see(patch)


def scene(frames, size, rng):
    """Blobs pass through the picture, each for a few frames."""
    for now in range(frames):
        yield {
            number: tf.constant(rng.normal(size=(size, size)), tf.float32)
            for number in range(now, now + 4)
        }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=800)
    parser.add_argument("--size", type=int, default=64)
    args = parser.parse_args()
    tracker = Tracker(args.size)
    for patches in scene(args.frames, args.size, np.random.default_rng(44)):
        tracker.step(patches)
    print(f"{sum(1 for _ in tracker.live())} live tracks, error {tracker.error:.2f}")


if __name__ == "__main__":
    main()
