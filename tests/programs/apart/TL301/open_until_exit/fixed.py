"""Cuts people out of holiday pictures; temporary masks are cleaned up when the service stops."""
import contextlib
import sys
import time

import numpy as np
import tensorflow as tf


class MaskFiles:
    """Counts what was cleaned up."""

    def __init__(self):
        self.removed = 0

    def remove(self, mask):
        self.removed += int(tf.size(mask))


class Cutter:
    def __init__(self, files):
        rng = np.random.default_rng(81)
        self.files = files
        self.filters = tf.constant(rng.normal(scale=0.2, size=(5, 5, 3, 12)), tf.float32)
        self.merge = tf.constant(rng.normal(scale=0.3, size=(1, 1, 12, 1)), tf.float32)

    @contextlib.contextmanager
    def mask(self, image):
        hidden = tf.nn.relu(tf.nn.conv2d(image, self.filters, 1, "SAME"))
        mask = tf.sigmoid(tf.nn.conv2d(hidden, self.merge, 1, "SAME"))
        with contextlib.ExitStack() as stack:
            stack.callback(self.files.remove, mask)
            yield mask

    def cut(self, image):
        with self.mask(image) as mask:
            return image * mask


def serve(cutter, images):
    rng = np.random.default_rng(82)
    brightness = 0.0
    for _ in range(images):
        image = tf.constant(rng.random((1, 120, 120, 3), dtype=np.float32))
        time.sleep(0.005)
        brightness += float(tf.reduce_mean(cutter.cut(image)))
    return brightness / images


def main():
    images = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    files = MaskFiles()
    print(f"mean brightness {serve(Cutter(files), images):.4f}")
    print(f"{files.removed} pixels of masks removed")


if __name__ == "__main__":
    main()
