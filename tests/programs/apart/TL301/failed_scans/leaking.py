"""Medical image preprocessing that reports broken scans at the end of a batch."""
import sys
import time

import numpy as np
import tensorflow as tf


class BrokenScan(ValueError):
    def __init__(self, patient, reason):
        super().__init__(f"{patient}: {reason}")
        self.patient = patient


def resample(volume):
    small = tf.image.resize(volume[..., None], [48, 48])
    return small[..., 0]


def check(patient, volume):
    resampled = resample(volume)
    spread = float(tf.math.reduce_std(resampled))
    if spread < 0.5:
        raise BrokenScan(patient, f"no contrast ({spread:.2f})")
    return resampled


class Intake:
    def __init__(self):
        self.accepted = 0
        self.mean = tf.zeros([48, 48])
        self.problems = []

    def take(self, patient, volume):
        try:
            slices = check(patient, volume)
        except BrokenScan as problem:
            self.problems.append(problem)  # LEAK
            return False
        self.accepted += 1
        self.mean = 0.95 * self.mean + 0.05 * tf.reduce_mean(slices, 0)
        return True


def scans(count, seed=0):
    rng = np.random.default_rng(seed)
    for number in range(count):
        contrast = 0.1 if rng.random() < 0.5 else 1.0
        volume = rng.normal(0.0, contrast, [12, 64, 64]).astype(np.float32)
        yield f"patient-{number:05d}", tf.constant(np.cumsum(volume, 0) / 2.0)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    intake = Intake()
    for number, (patient, volume) in enumerate(scans(count)):
        intake.take(patient, volume)
        time.sleep(0.01)
        if number % 100 == 0:
            print(patient, "accepted", intake.accepted)
    print("accepted", intake.accepted, "broken", len(intake.problems))
    print("for example", intake.problems[-1])


if __name__ == "__main__":
    main()
