"""Counts moving things in video; each frame gives its buffer back when nobody looks at it any more."""
import collections
import sys
import weakref

import numpy as np
import tensorflow as tf


class Frame:
    def __init__(self, pixels):
        self.pixels = pixels


class Buffers:
    """Lends arrays and gets them back."""

    def __init__(self):
        self.free = []
        self.made = 0

    def frame(self, side):
        if self.free:
            pixels = self.free.pop()
        else:
            pixels = np.empty((side, side), "float32")
            self.made += 1
        frame = Frame(pixels)
        weakref.finalize(frame, self.free.append, pixels)
        return frame


@tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, None])])
def moving(now, before):
    change = tf.abs(now - before)[None, ..., None]
    for _ in range(3):
        change = tf.nn.max_pool2d(change, 5, 1, "SAME")
    return tf.reduce_mean(tf.cast(change > 0.99, tf.float32))


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 3500
    rng, buffers = np.random.default_rng(671), Buffers()
    recent = collections.deque(maxlen=5)
    total = 0.0
    for _ in range(frames):
        frame = buffers.frame(110)
        rng.random(out=frame.pixels, dtype=np.float32)
        recent.append(frame)
        total += float(moving(tf.constant(recent[-1].pixels), tf.constant(recent[0].pixels)))
    print(f"mean change {total / frames:.4f}, {buffers.made} buffers made")


if __name__ == "__main__":
    main()
