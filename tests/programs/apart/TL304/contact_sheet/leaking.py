"""Picks tiles for a contact sheet of a time-lapse and judges each frame's sharpness."""
import argparse

import numpy as np
import tensorflow as tf


class TimeLapse:
    def __init__(self, frames, size, seed):
        self.frames, self.size = frames, size
        self.rng = np.random.default_rng(seed)

    def __iter__(self):
        for number in range(self.frames):
            yield number, self.rng.integers(0, 255, size=(self.size, self.size, 3), dtype=np.uint8)


@tf.function(input_signature=[tf.TensorSpec([None, None, 3], tf.uint8)])
def sharpness(frame):
    grey = tf.reduce_mean(tf.cast(frame, tf.float32), axis=-1)
    return tf.math.reduce_std(grey[1:] - grey[:-1])


def tile(frame, step):
    """A tiny version of a frame; every step-th pixel is good enough."""
    return frame[::step, ::step]


class ContactSheet:
    def __init__(self, columns, step):
        self.columns = columns
        self.step = step
        self.tiles = []
        self.blurry = 0

    def add(self, frame, value, floor=1.0):
        if value < floor:
            self.blurry += 1
            return
        self.tiles.append(tile(frame, self.step))  # LEAK

    def render(self):
        rows = []
        for start in range(0, len(self.tiles) - self.columns + 1, self.columns):
            rows.append(np.concatenate(self.tiles[start:start + self.columns], axis=1))
        return np.concatenate(rows, axis=0)


def make_sheet(lapse, columns, step):
    sheet = ContactSheet(columns, step)
    sharpest = (0.0, -1)
    for number, frame in lapse:
        value = float(sharpness(tf.constant(frame)))
        sharpest = max(sharpest, (value, number))
        sheet.add(frame, value)
    return sheet, sharpest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=420)
    parser.add_argument("--size", type=int, default=720)
    parser.add_argument("--step", type=int, default=90)
    args = parser.parse_args()
    sheet, (value, number) = make_sheet(TimeLapse(args.frames, args.size, 14), 12, args.step)
    print(f"sheet {sheet.render().shape}, sharpest frame {number} ({value:.1f}), {sheet.blurry} blurry")


if __name__ == "__main__":
    main()
