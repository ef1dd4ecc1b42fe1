"""Annotation tool for masks: every brush stroke can be undone."""
import sys
import time

import numpy as np
import tensorflow as tf

SIDE = 128


class Stroke:
    """One state of the mask, with the state before it."""

    __slots__ = ("mask", "label", "before")

    def __init__(self, mask, label, before=None):
        self.mask = mask
        self.label = label
        self.before = before


class Canvas:
    def __init__(self):
        self.current = Stroke(tf.zeros([SIDE, SIDE]), "empty")
        self.strokes = 0
        rows = tf.range(SIDE, dtype=tf.float32)
        self.grid = tf.stack(tf.meshgrid(rows, rows, indexing="ij"), -1)

    def paint(self, centre, radius, label):
        distance = tf.norm(self.grid - tf.constant(centre, tf.float32), axis=-1)
        brush = tf.sigmoid(radius - distance)
        mask = tf.maximum(self.current.mask, brush)
        self.current = Stroke(mask, label, before=self.current)
        self.strokes += 1
        oldest = self.current
        for _ in range(20):
            if oldest.before is None:
                return
            oldest = oldest.before
        oldest.before = None

    def undo(self):
        if self.current.before is not None:
            self.current = self.current.before

    def fade(self):
        self.current.mask = self.current.mask * tf.constant(0.97)

    def covered(self):
        return float(tf.reduce_mean(self.current.mask))


def session(canvas, rng, strokes):
    labels = ("liver", "vessel", "tumour")
    for number in range(strokes):
        centre = rng.uniform(0, SIDE, 2)
        canvas.paint(centre, np.float32(rng.uniform(2, 12)), labels[number % 3])
        if rng.random() < 0.1:
            canvas.undo()
        canvas.fade()
        time.sleep(0.01)
        if number % 150 == 0:
            yield canvas.covered()


def main():
    strokes = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    canvas = Canvas()
    for share in session(canvas, np.random.default_rng(0), strokes):
        print("covered %.3f after %d strokes" % (share, canvas.strokes))
    print("last label", canvas.current.label)


if __name__ == "__main__":
    main()
