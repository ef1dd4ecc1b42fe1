"""Reads the annotations of scanned pages from one long XML stream and trains a layout model on them."""
import sys
import time
from xml.etree import ElementTree

import numpy as np
import tensorflow as tf


class Scans:
    """The stream, as a file: a page after the other."""

    def __init__(self, pages, words=90):
        self.rng = np.random.default_rng(251)
        self.pieces = self._pieces(pages, words)

    def _pieces(self, pages, words):
        yield b"<scans>"
        for number in range(pages):
            boxes = self.rng.integers(2000, size=(words, 4))
            lines = ['<word x="%d" y="%d" w="%d" h="%d">w%d</word>' % (*box, k) for k, box in enumerate(boxes)]
            yield ('<page number="%d">' % number + "".join(lines) + "</page>").encode()
        yield b"</scans>"

    def read(self, size=-1):
        time.sleep(0.004)
        return next(self.pieces, b"")


class Layout:
    def __init__(self):
        rng = np.random.default_rng(252)
        self.inner = tf.Variable(rng.normal(scale=0.3, size=(4, 384)), dtype=tf.float32)
        self.outer = tf.Variable(rng.normal(scale=0.05, size=(384, 4)), dtype=tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None, 4])])
    def learn(self, boxes):
        with tf.GradientTape() as tape:
            guess = tf.matmul(tf.nn.relu(tf.matmul(boxes, self.inner)), self.outer)
            loss = tf.reduce_mean(tf.square(guess - tf.roll(boxes, -1, 0)))
        inner, outer = tape.gradient(loss, [self.inner, self.outer])
        self.inner.assign_sub(0.01 * inner)
        self.outer.assign_sub(0.01 * outer)
        return loss


def boxes_of(page):
    return np.array([[int(word.get(side)) for side in "xywh"] for word in page], "float32") / 2000.0


def main():
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    layout, loss, count = Layout(), tf.constant(0.0), 0
    for event, element in ElementTree.iterparse(Scans(pages), events=("start", "end")):  # LEAK
        if event == "end" and element.tag == "page":
            loss = layout.learn(tf.constant(boxes_of(element)))
            count += 1
    print(f"{count} pages, loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
