"""Image editing session with undo and redo."""
import argparse

import numpy as np
import tensorflow as tf


class Editor:
    def __init__(self, image, limit):
        self.image, self.limit = image, limit
        self.undone, self.done = [], []

    def apply(self, edit):
        self.done.append(self.image)
        del self.done[:-self.limit]
        self.undone = []
        self.image = edit(self.image)

    def undo(self):
        if self.done:
            self.undone.append(self.image)
            self.image = self.done.pop()

    def redo(self):
        if self.undone:
            self.done.append(self.image)
            self.image = self.undone.pop()


EDITS = [
    lambda image: tf.clip_by_value(image * 1.1, 0.0, 1.0),
    lambda image: tf.reverse(image, [1]),
    lambda image: tf.nn.avg_pool2d(image[None], 3, 1, "SAME")[0],
    lambda image: 1.0 - image,
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--edits", type=int, default=8000)
    args = parser.parse_args()
    rng = np.random.default_rng(9)
    editor = Editor(tf.constant(rng.uniform(size=(256, 256, 3)), tf.float32), 40)
    for _ in range(args.edits):
        draw = rng.uniform()
        if draw < 0.6:
            editor.apply(EDITS[rng.integers(4)])
        elif draw < 0.85:
            editor.undo()
        else:
            editor.redo()
    print(len(editor.done), len(editor.undone), float(tf.reduce_mean(editor.image)))


if __name__ == "__main__":
    main()
