"""An actor that decides on the difference between the last frames of a simulated camera."""
import sys
from collections import deque

import numpy as np
import tensorflow as tf


class Camera:
    """A bright spot that moves over a noisy background."""

    def __init__(self, size):
        self.size = size
        self.rng = np.random.default_rng(41)
        self.tick = 0

    def read(self):
        frame = self.rng.random((self.size, self.size), dtype=np.float32)
        column = self.tick * 7 % self.size
        frame[:, column:column + 8] += 2.0
        self.tick += 1
        return frame


class Actor:
    """Looks at three frames and steers to the side that changed most."""

    def __init__(self):
        self.frames = deque(maxlen=3)

    def observe(self, frame):
        small = tf.image.resize(tf.constant(frame[..., np.newaxis]), (84, 84))
        self.frames.append(tf.squeeze(small, axis=-1))

    def act(self):
        if len(self.frames) < 3:
            return 0
        newest, oldest = self.frames[-1], self.frames[-3]
        change = tf.reduce_sum(tf.abs(newest - oldest), axis=0)
        return 1 if int(tf.argmax(change)) > 42 else -1


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    camera, actor, position = Camera(360), Actor(), 0
    for _ in range(steps):
        actor.observe(camera.read())
        position += actor.act()
    print("steps:", steps, "position:", position)


if __name__ == "__main__":
    main()
