"""Scripted image editor with undo."""
import time
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf


@dataclass
class Editor:
    image: tf.Tensor
    depth: int = 15
    undo_stack: list = field(default_factory=list)
    redo_stack: list = field(default_factory=list)
    log: dict = field(default_factory=dict)

    def apply(self, command):
        self.undo_stack.append(self.image)
        self.undo_stack = self.undo_stack[-self.depth:]
        self.redo_stack.clear()
        self.image = command(self.image)
        self.log[command.__name__] = self.log.get(command.__name__, 0) + 1

    def undo(self):
        if self.undo_stack:
            self.redo_stack.append(self.image)
            self.image = self.undo_stack.pop()

    def redo(self):
        if self.redo_stack:
            self.undo_stack.append(self.image)
            self.image = self.redo_stack.pop()


def brighten(img):
    return tf.clip_by_value(img * 1.05 + 0.01, 0.0, 1.0)


def blur(img):
    return (img + tf.roll(img, 1, 0) + tf.roll(img, 1, 1)) / 3.0


def invert(img):
    return 1.0 - img


def main():
    rng = np.random.default_rng(45)
    editor = Editor(tf.constant(rng.random((72, 72)).astype("float32")))
    commands = [brighten, blur, invert]
    for n in range(1, 1201):
        editor.apply(commands[int(rng.integers(3))])
        if rng.random() < 0.3:
            editor.undo()
            if rng.random() < 0.5:
                editor.redo()
        if n % 240 == 0:
            print(f"edit {n}: mean {float(tf.reduce_mean(editor.image)):.4f}, {sorted(editor.log.items())}")
        time.sleep(0.008)


if __name__ == "__main__":
    main()
