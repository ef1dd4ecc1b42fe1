"""ETL: a long XML annotation feed -> features -> running class centroids."""
import io
import time
import xml.etree.ElementTree as ET

import numpy as np
import tensorflow as tf


class Feed(io.RawIOBase):
    """Pretends to be the network stream of the annotation service."""

    def __init__(self, records, seed):
        self._parts = self._generate(records, seed)
        self._rest = b""

    def _generate(self, records, seed):
        rng = np.random.default_rng(seed)
        yield b"<feed>"
        for n in range(records):
            boxes = "".join(
                '<box x="%.4f" y="%.4f" w="%.4f" h="%.4f"/>' % tuple(v) for v in rng.random((24, 4)))
            yield f'<image id="{n}" label="{n % 7}">{boxes}</image>'.encode()
        yield b"</feed>"

    def readable(self):
        return True

    def read(self, size=-1):
        while len(self._rest) < 2048:
            part = next(self._parts, None)
            if part is None:
                break
            self._rest += part
        out, self._rest = self._rest[:2048], self._rest[2048:]
        return out


class Centroids:
    def __init__(self, classes, dim):
        self.mean = tf.Variable(tf.zeros((classes, dim)))
        self.count = np.zeros(classes, int)

    def add(self, label, boxes):
        area = boxes[:, 2:3] * boxes[:, 3:4]
        vec = tf.reduce_sum(boxes * area, axis=0) / tf.reduce_sum(area)
        self.count[label] += 1
        self.mean[label].assign(self.mean[label] + (vec - self.mean[label]) / float(self.count[label]))


def parse(stream):
    root = None
    for event, elem in ET.iterparse(stream, events=("start", "end")):
        if root is None:
            root = elem
        if event == "start":
            continue
        if elem.tag == "image":
            rows = [[float(b.get(k)) for k in "xywh"] for b in elem]
            yield int(elem.get("label")), np.asarray(rows, "float32")
            root.clear()


def main():
    centroids = Centroids(7, 4)
    for n, (label, boxes) in enumerate(parse(Feed(1500, 93)), 1):
        centroids.add(label, tf.constant(boxes))
        if n % 300 == 0:
            print(n, np.round(centroids.mean.numpy().mean(axis=0), 4).tolist())
        time.sleep(0.006)


if __name__ == "__main__":
    main()
