"""Batch retoucher: applies a script of edits to a picture, the last few can be undone."""
import dataclasses
import random
import sys
import time
import typing

import tensorflow as tf

SIDE = 128
UNDO_LEVELS = 5


@dataclasses.dataclass
class Document:
    pixels: tf.Tensor
    title: str
    before: typing.Optional["Document"] = None


class Editor:
    def __init__(self, pixels):
        self.document = Document(pixels, "opened")
        self.redo = []
        self.edits = 0

    def apply(self, title, change):
        pixels = tf.clip_by_value(change(self.document.pixels), 0.0, 1.0)
        self.document = Document(pixels, title, before=self.document)  # LEAK
        self.redo.clear()
        self.edits += 1

    def undo(self):
        if self.document.before is None:
            return
        self.redo.append(self.document)
        self.document = self.document.before

    def undo_depth(self):
        depth, document = 0, self.document
        while document.before is not None and depth < UNDO_LEVELS:
            depth, document = depth + 1, document.before
        return depth


def blur(pixels):
    kernel = tf.ones([3, 3, 3, 1]) / 9.0
    return tf.nn.depthwise_conv2d(pixels[None], kernel, [1, 1, 1, 1], "SAME")[0]


def brighten(pixels):
    return pixels + 0.02


def contrast(pixels):
    mean = tf.reduce_mean(pixels)
    return (pixels - mean) * 1.05 + mean


def grain(pixels):
    return pixels + tf.random.normal(pixels.shape, stddev=0.02)


TOOLS = {"blur": blur, "brighten": brighten, "contrast": contrast, "grain": grain}


def main():
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng = random.Random(21)
    editor = Editor(tf.random.uniform([SIDE, SIDE, 3]))
    brightness = 0.0
    print("retouching with", ", ".join(TOOLS), flush=True)
    for _ in range(edits):
        title = rng.choice(sorted(TOOLS))
        editor.apply(title, TOOLS[title])
        if rng.random() < 0.1:
            editor.undo()
        time.sleep(0.008)  # the preview is redrawn
        brightness = float(tf.reduce_mean(editor.document.pixels))
    print(f"{editor.edits} edits, brightness {brightness:.3f}")
    print("can undo", editor.undo_depth(), "steps; last was", editor.document.title)


if __name__ == "__main__":
    main()
