"""Calibrates cameras one after the other by gradient descent on a gain map."""
import collections
import sys
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

SIDE = 96


@dataclass(frozen=True)
class Camera:
    serial: str
    gains: np.ndarray

    def shoot(self, scene, rng):
        return (scene * self.gains + 0.01 * rng.normal(size=scene.shape)).astype(np.float32)


class Factory:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.built = 0

    def camera(self):
        self.built += 1
        gains = 1.0 + 0.1 * self.rng.normal(size=(SIDE, SIDE))
        return Camera(f"cam{self.built:06d}", gains.astype(np.float32))

    def scene(self):
        return self.rng.uniform(0.2, 1.0, size=(SIDE, SIDE)).astype(np.float32)


class Calibration:
    """The gain map of one camera while it is being fitted."""

    def __init__(self, camera):
        self.camera = camera
        self.gains = self.start()

    def start(self):
        return tf.Variable(tf.ones([SIDE, SIDE]), name="gains")

    def fit(self, scene, picture, rate=200.0):
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(scene * self.gains - picture))
        self.gains.assign_sub(rate * tape.gradient(error, self.gains))
        return float(error)

    def worst_pixel(self):
        return float(tf.reduce_max(tf.abs(self.gains - self.camera.gains)))


class Bench:
    def __init__(self, seed):
        self.factory = Factory(seed)
        self.recent = collections.deque(maxlen=10)
        self.outcome = collections.Counter()

    def calibrate(self, shots=4):
        camera = self.factory.camera()
        calibration = Calibration(camera)
        for _ in range(shots):
            scene = self.factory.scene()
            error = calibration.fit(scene, camera.shoot(scene, self.factory.rng))
        self.recent.append((camera.serial, error))
        self.outcome["good" if calibration.worst_pixel() < 0.5 else "bad"] += 1


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    bench = Bench(seed=9)
    for _ in range(rounds):
        bench.calibrate()
    print(f"cameras {rounds} {dict(bench.outcome)} last {bench.recent[-1][0]}")


if __name__ == "__main__":
    main()
