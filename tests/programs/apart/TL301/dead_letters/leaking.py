"""Ingest service: requests are decoded and checked, refused ones go to the dead-letter office."""
import sys
import time
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Refused(ValueError):
    pass


class Request(NamedTuple):
    ident: int
    wave: np.ndarray


class Letter(NamedTuple):
    ident: int
    reason: object
    stamp: float


class DeadLetterOffice:
    def __init__(self):
        self.by_day = {}

    def file(self, letter):
        self.by_day.setdefault("today", []).append(letter)

    def count(self):
        return sum(len(day) for day in self.by_day.values())


class Ingest:
    def __init__(self, office):
        self.office = office
        self.window = tf.signal.hann_window(256)
        self.energy = tf.keras.metrics.Mean()

    def decode(self, wave):
        frames = tf.signal.frame(tf.constant(wave), 256, 64)
        power = tf.abs(tf.signal.rfft(frames * self.window)) ** 2
        spectrum = tf.math.log(power + 1e-9)
        return self.check(spectrum)

    def check(self, spectrum):
        peak = float(tf.reduce_max(spectrum))
        if peak > 8.0:
            raise Refused(f"clipped recording, peak {peak:.2f}")
        return tf.reduce_mean(spectrum)

    def handle(self, request):
        try:
            self.energy.update_state(self.decode(request.wave))
        except Refused as error:
            self.office.file(Letter(request.ident, error, time.time()))  # LEAK
            return 422
        return 200


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng, office = np.random.default_rng(6), DeadLetterOffice()
    service, codes = Ingest(office), []
    for ident in range(rounds):
        loud = 1.0 + 1.4 * (ident % 6 == 0)
        codes.append(service.handle(Request(ident, (loud * rng.normal(size=32000)).astype("float32"))))
        time.sleep(0.005)
    print(f"{codes.count(200)} accepted, {office.count()} refused, energy {float(service.energy.result()):.3f}")


if __name__ == "__main__":
    main()
