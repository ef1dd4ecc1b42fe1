"""Stabilises a drone's video: each frame is aligned with the mean of the frames before it."""
import sys
import time

import numpy as np
import tensorflow as tf


class Device:
    """Stands for the camera; counts the buffers that were handed back to it."""

    def __init__(self, side):
        self.side = side
        self.returned = 0
        self._rng = np.random.default_rng(61)

    def grab(self):
        time.sleep(0.005)
        return self._rng.random((self.side, self.side), dtype=np.float32)


def release(counts, scratch):
    counts["bytes"] += int(tf.size(scratch)) * 4


class Stabiliser:
    def __init__(self, device):
        self.device = device
        self.mean = tf.zeros([device.side, device.side])
        self.counts = {"bytes": 0}

    def _shift(self, frame):
        left = tf.signal.fft2d(tf.cast(frame, tf.complex64))
        right = tf.signal.fft2d(tf.cast(self.mean, tf.complex64))
        scratch = tf.abs(tf.signal.ifft2d(left * tf.math.conj(right)))
        peak = int(tf.argmax(tf.reshape(scratch, [-1])))
        release(self.counts, scratch)
        return divmod(peak, self.device.side)

    def feed(self):
        frame = tf.constant(self.device.grab())
        aligned = tf.roll(frame, [-step for step in self._shift(frame)], [0, 1])
        self.mean = 0.95 * self.mean + 0.05 * aligned
        return float(tf.math.reduce_std(self.mean))


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 1100
    stabiliser = Stabiliser(Device(side=112))
    for _ in range(frames):
        spread = stabiliser.feed()
    print(f"spread after {frames} frames: {spread:.4f}")


if __name__ == "__main__":
    main()
