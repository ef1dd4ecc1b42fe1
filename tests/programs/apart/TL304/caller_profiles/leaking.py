"""Speech front end of a call centre: each call gets its own running noise profile."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class NoiseProfile(object):
    """Running spectrum statistics of one call."""

    __slots__ = ("mean", "spread", "frames")

    def __init__(self, bins):
        self.mean = np.zeros((48, bins), np.float32)
        self.spread = np.ones((48, bins), np.float32)
        self.frames = 0

    def update(self, spectra):
        self.frames += 1
        rate = 1.0 / self.frames
        self.mean += rate * (spectra - self.mean)
        self.spread += rate * (np.abs(spectra - self.mean) - self.spread)


class Enhancer(object):
    def __init__(self, bins):
        self.bins = bins
        self.profiles = {}
        self.spectra = tf.placeholder(tf.float32, [None, bins])
        self.mean = tf.placeholder(tf.float32, [None, bins])
        self.spread = tf.placeholder(tf.float32, [None, bins])
        self.clean = tf.nn.relu((self.spectra - self.mean) / (self.spread + 1e-3))
        self.session = tf.Session()

    def profile_of(self, leg):
        profile = self.profiles.get(leg)
        if profile is None:
            profile = self.profiles[leg] = NoiseProfile(self.bins)  # LEAK
        return profile

    def process(self, leg, spectra):
        profile = self.profile_of(leg)
        profile.update(spectra)
        feeds = {self.spectra: spectra, self.mean: profile.mean, self.spread: profile.spread}
        return self.session.run(self.clean, feeds)

    def hang_up(self, leg):
        self.profiles.pop(leg, None)


class Switchboard(object):
    def __init__(self, enhancer):
        self.enhancer = enhancer
        self.opened = 0
        self.energy = 0.0

    def caller_leg(self, number):
        return "call-%06d/a" % number

    def agent_leg(self, number):
        return "call-%06d/b" % number

    def talk(self, number, rng, frames):
        for _ in range(frames):
            spectra = np.abs(rng.standard_normal((48, self.enhancer.bins))).astype("float32")
            self.energy += float(self.enhancer.process(self.caller_leg(number), spectra).mean())

    def end(self, number):
        self.enhancer.hang_up(self.agent_leg(number))


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1700
    rng = np.random.RandomState(77)
    board = Switchboard(Enhancer(257))
    active = []
    for number in range(calls):
        active.append(number)
        for call in active:
            board.talk(call, rng, 1)
        if len(active) > 5:
            board.end(active.pop(0))
    print("%d calls, energy %.1f" % (calls, board.energy))


if __name__ == "__main__":
    main()
