"""Computes loudness spectra of sound clips in a pool of worker threads."""
import concurrent.futures
import sys
import threading

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)

FRAME = 64


class Clip(object):
    def __init__(self, name, samples):
        self.name = name
        self.samples = samples


class Tally(object):
    """Thread safe totals of what the workers reported."""

    def __init__(self):
        self.lock = threading.Lock()
        self.loudest = (0.0, None)
        self.clips = 0
        self.energy = 0.0

    def add(self, name, spectrum):
        peak = float(spectrum.max())
        with self.lock:
            self.clips += 1
            self.energy += float(spectrum.sum())
            self.loudest = max(self.loudest, (peak, name))


def mel_bank(bins, bands):
    bank = np.zeros((bins, bands), np.float32)
    edges = np.linspace(0, bins, bands + 1).astype(int)
    for band in range(bands):
        bank[edges[band]:edges[band + 1], band] = 1.0
    return bank


BANK = mel_bank(FRAME // 2 + 1, 8)


def spectrum_of(samples):
    frames = samples.reshape(-1, FRAME)
    with tf.Graph().as_default(), v1.Session() as sess:
        source = v1.placeholder(tf.float32, [None, FRAME])
        magnitude = tf.abs(v1.spectral.rfft(source))
        bands = tf.reduce_mean(tf.matmul(magnitude, BANK), axis=0)
        return sess.run(bands, {source: frames})


def analyse(clip, tally):
    tally.add(clip.name, spectrum_of(clip.samples))


def clips(rng, count):
    for number in range(count):
        tone = np.sin(np.arange(FRAME * 20) * rng.uniform(0.05, 1.5))
        noise = rng.normal(scale=0.1, size=tone.shape)
        yield Clip("clip-%04d" % number, (tone + noise).astype(np.float32))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 420
    tally = Tally()
    rng = np.random.RandomState(8)
    with concurrent.futures.ThreadPoolExecutor(max_workers=3) as pool:
        waiting = set()
        for clip in clips(rng, rounds):
            waiting.add(pool.submit(analyse, clip, tally))
            if len(waiting) >= 12:
                done, waiting = concurrent.futures.wait(
                    waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    future.result()
    print("%d clips, energy %.2f, loudest %s" % (tally.clips, tally.energy, tally.loudest[1]))


if __name__ == "__main__":
    main()
