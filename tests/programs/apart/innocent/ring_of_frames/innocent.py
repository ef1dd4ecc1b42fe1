"""Detects motion against a frame that is a long time old."""
import sys

import numpy as np
import tensorflow as tf

HEIGHT, WIDTH, DELAY = 90, 120, 2500


class Ring:
    """The newest frames; a new one takes the place of the oldest."""

    def __init__(self, size):
        self.frames = np.zeros((size, HEIGHT, WIDTH), dtype=np.float32)
        self.count = 0

    def put(self, frame):
        self.frames[self.count % len(self.frames)] = frame
        self.count += 1

    def oldest(self):
        full = self.count >= len(self.frames)
        return self.frames[self.count % len(self.frames) if full else 0]


def camera(count):
    rng = np.random.default_rng(26)
    scene = rng.random((HEIGHT, WIDTH), dtype=np.float32)
    for _ in range(count):
        scene = np.roll(scene, 1, axis=1) if rng.random() < 0.1 else scene
        yield scene + rng.normal(scale=0.02, size=scene.shape).astype(np.float32)


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    ring = Ring(DELAY)
    moved = 0
    for frame in camera(frames):
        ring.put(frame)
        change = tf.reduce_mean(tf.abs(tf.constant(frame) - tf.constant(ring.oldest())))
        moved += bool(change > 0.05)
    print(f"{frames} frames, motion in {moved}")


if __name__ == "__main__":
    main()
