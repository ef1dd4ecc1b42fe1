"""Music service: features per track, kept weakly so that they vanish together with the track."""
import sys
import time
import weakref

import numpy as np
import tensorflow as tf


class Track:
    def __init__(self, number, samples):
        self.number = number
        self.samples = samples
        self.played = 0


class Profile(list):
    """Band energies of a track, with the track they belong to."""

    def __init__(self, track, bands):
        super().__init__(bands)
        self.track = track

    def likeness(self, other):
        return float(tf.add_n([tf.reduce_mean(a * b) for a, b in zip(self, other)]))


class Library:
    def __init__(self):
        self.profiles = weakref.WeakKeyDictionary()
        self.numbers = weakref.WeakSet()
        self.reference = None

    def analyse(self, track):
        spectrum = tf.abs(tf.signal.rfft(track.samples))
        bands = tf.split(spectrum[:4096], 4)
        self.profiles[track] = Profile(track.number, bands)
        self.numbers.add(track)
        return self.profiles[track]

    def play(self, track):
        profile = self.profiles.get(track) or self.analyse(track)
        track.played += 1
        if self.reference is None:
            self.reference = Profile(None, [tf.identity(band) for band in profile])
        return profile.likeness(self.reference)


def main():
    tracks = int(sys.argv[1]) if len(sys.argv) > 1 else 450
    rng = np.random.default_rng(0)
    library = Library()
    best = 0.0
    for number in range(tracks):
        track = Track(number, tf.constant(rng.normal(size=8192), tf.float32))
        for _ in range(2):
            best = max(best, library.play(track))
            time.sleep(0.006)
        if number % 90 == 0:
            print("track", number, "best likeness %.2f" % best)
    print("best likeness %.2f" % best)


if __name__ == "__main__":
    main()
