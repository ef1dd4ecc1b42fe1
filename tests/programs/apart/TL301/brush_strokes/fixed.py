"""Batch mode of a photo editor: applies recorded brush strokes to a canvas, each of which can be undone."""
import sys
import time

import numpy as np
import tensorflow as tf


class State:
    """The canvas at one time, and the state before it."""

    __slots__ = ("pixels", "label", "before")

    def __init__(self, pixels, label, before):
        self.pixels = pixels
        self.label = label
        self.before = before


class Canvas:
    def __init__(self, side):
        self._state = State(tf.zeros([side, side, 3]), "empty", None)

    @property
    def pixels(self):
        return self._state.pixels

    def commit(self, pixels, label):
        self._state = State(pixels, label, self._state)
        oldest = self._state
        for _ in range(20):
            if oldest.before is None:
                return
            oldest = oldest.before
        oldest.before = None

    def undo(self):
        if self._state.before is not None:
            self._state = self._state.before


@tf.function(input_signature=[tf.TensorSpec([None, None, 3]), tf.TensorSpec([2]), tf.TensorSpec([3])])
def stroke(pixels, centre, colour):
    side = tf.shape(pixels)[0]
    axis = tf.range(side, dtype=tf.float32)
    distance = tf.square(axis[:, None] - centre[0]) + tf.square(axis[None, :] - centre[1])
    mask = tf.exp(-distance / 90.0)[..., None]
    painted = pixels * (1.0 - mask) + mask * colour
    blurred = tf.nn.avg_pool2d(painted[None], 9, 1, "SAME")[0]
    return 0.9 * painted + 0.1 * blurred


def main():
    strokes = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(14)
    canvas = Canvas(side=96)
    undone = 0
    for number in range(strokes):
        centre, colour = rng.uniform(0, 96, 2).astype("float32"), rng.random(3).astype("float32")
        canvas.commit(stroke(canvas.pixels, tf.constant(centre), tf.constant(colour)), f"stroke {number}")
        time.sleep(0.004)
        if rng.random() < 0.05:
            canvas.undo()
            undone += 1
    print(f"mean brightness {float(tf.reduce_mean(canvas.pixels)):.3f}, {undone} strokes undone")


if __name__ == "__main__":
    main()
