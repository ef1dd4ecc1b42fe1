"""Counts label frequencies in a long XML export of annotations and scores each record with a session."""
import io
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Export(io.RawIOBase):
    """Stands for a large file: produces the text of the export as it is read."""

    def __init__(self, records, boxes, seed):
        self.rng = np.random.RandomState(seed)
        self.left, self.boxes = records, boxes
        self.pending = b"<export>"
        self.closed_root = False

    def record(self):
        x = self.rng.randint(0, 600, size=(self.boxes, 4))
        rows = ["<box label='c%d' x='%d' y='%d' w='%d' h='%d'><note>seen</note></box>" % ((i % 17,) + tuple(r)) for i, r in enumerate(x)]
        return ("<record id='%d'>%s</record>" % (self.left, "".join(rows))).encode()

    def read(self, size=-1):
        if not self.pending and self.left:
            self.left -= 1
            self.pending = self.record()
        elif not self.pending and not self.closed_root:
            self.closed_root = True
            self.pending = b"</export>"
        chunk, self.pending = self.pending[:65536], self.pending[65536:]
        return chunk


class BoxScorer(object):
    def __init__(self):
        self.boxes = tf.placeholder(tf.float32, [None, 4])
        area = self.boxes[:, 2] * self.boxes[:, 3]
        self.score = tf.reduce_sum(tf.nn.sigmoid((area - 9e4) / 1e4))
        self.session = tf.Session()

    def __call__(self, boxes):
        return float(self.session.run(self.score, {self.boxes: boxes}))


def records(source):
    root = None
    for event, element in ElementTree.iterparse(source, events=("start", "end")):
        if root is None:
            root = element
        if event == "end" and element.tag == "record":
            yield element
            root.clear()


def boxes_of(element):
    return np.array([[float(box.get(k)) for k in "xywh"] for box in element.iter("box")], np.float32)


def summarise(source):
    scorer, counts, total = BoxScorer(), np.zeros(17, np.int64), 0.0
    for element in records(source):
        total += scorer(boxes_of(element))
        for box in element.iter("box"):
            counts[int(box.get("label")[1:])] += 1
    return counts, total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3200
    counts, total = summarise(Export(count, 120, 41))
    print("%d boxes, score %.1f" % (counts.sum(), total))


if __name__ == "__main__":
    main()
