"""Mask editing: smoothing strokes on a canvas, with undo."""
import sys
from typing import List

import tensorflow as tf

SIDE = 256


class Stroke:
    """One reversible edit of the canvas."""

    __slots__ = ("row", "col", "radius", "before")

    def __init__(self, row: int, col: int, radius: float):
        self.row, self.col, self.radius = row, col, radius
        self.before = None

    def apply(self, canvas: "Canvas") -> None:
        self.before = canvas.pixels
        gap = tf.square(canvas.rows - self.row) + tf.square(canvas.cols - self.col)
        weight = tf.exp(-gap / (2.0 * self.radius ** 2))
        canvas.pixels = canvas.pixels * (1.0 - weight) + canvas.smooth() * weight

    def revert(self, canvas: "Canvas") -> None:
        canvas.pixels = self.before


class Timeline:
    def __init__(self):
        self._done: List[Stroke] = []
        self._undone: List[Stroke] = []

    def push(self, stroke: Stroke) -> None:
        self._undone.clear()
        self._done.append(stroke)  # LEAK

    def back(self, canvas: "Canvas") -> None:
        stroke = self._done.pop()
        stroke.revert(canvas)
        self._undone.append(stroke)


class Canvas:
    def __init__(self):
        self.pixels = tf.random.stateless_uniform((SIDE, SIDE), seed=(1, 2))
        self.rows = tf.reshape(tf.range(SIDE, dtype=tf.float32), (SIDE, 1))
        self.cols = tf.reshape(tf.range(SIDE, dtype=tf.float32), (1, SIDE))
        self.kernel = tf.ones((31, 31, 1, 1)) / 961.0
        self.timeline = Timeline()

    def smooth(self) -> tf.Tensor:
        image = self.pixels[tf.newaxis, :, :, tf.newaxis]
        return tf.nn.conv2d(image, self.kernel, 1, "SAME")[0, :, :, 0]

    def draw(self, stroke: Stroke) -> None:
        stroke.apply(self)
        self.timeline.push(stroke)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    canvas = Canvas()
    for i in range(rounds):
        canvas.draw(Stroke((37 * i) % SIDE, (91 * i) % SIDE, 8.0 + i % 5))
        if i % 12 == 11:
            canvas.timeline.back(canvas)
    print("mean level %.4f after %d strokes" % (float(tf.reduce_mean(canvas.pixels)), rounds))


if __name__ == "__main__":
    main()
