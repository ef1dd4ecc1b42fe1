"""Style transfer with a memory of brush strokes, written as a tf.Module."""
import sys
import time

import numpy as np
import tensorflow as tf


class Painter(tf.Module):
    def __init__(self, size=72):
        super().__init__(name="painter")
        self.size = size
        self.palette = tf.Variable(tf.random.stateless_uniform([16, 3], [1, 2]))
        self.canvas = tf.Variable(tf.zeros([size, size, 3]), trainable=False)
        self.strokes = []
        self.used = [0] * 16

    def stroke(self, target):
        error = tf.reduce_sum(tf.abs(target - self.canvas), -1)
        colours = tf.norm(target[:, :, None] - self.palette, axis=-1)
        nearest = tf.argmin(colours, -1)
        colour = tf.gather(self.palette, nearest)
        opacity = tf.nn.sigmoid(4.0 * (error - tf.reduce_mean(error)))
        layer = opacity[..., None] * colour
        self.used[int(nearest[0, 0])] += 1
        self.canvas.assign((1.0 - opacity[..., None]) * self.canvas + layer)
        return layer

    def __call__(self, target):
        layer = self.stroke(target)
        self.strokes += [layer]  # LEAK
        recent = self.strokes[-4:]
        return tf.reduce_mean(tf.add_n(recent)) / np.float32(len(recent))


def targets(count, size):
    grid = np.linspace(0, 1, size, dtype=np.float32)
    for number in range(count):
        red = np.outer(grid, np.roll(grid, number))
        yield tf.constant(np.stack([red, red.T, 1.0 - red], -1))


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 630
    painter = Painter()
    for number, target in enumerate(targets(frames, painter.size)):
        tone = painter(target)
        time.sleep(0.01)
        if number % 100 == 0:
            print("frame", number, "tone %.3f" % float(tone))
    print("colours used", sum(count > 0 for count in painter.used), "variables", len(painter.trainable_variables))


if __name__ == "__main__":
    main()
