"""Answers requests and writes a summary of each into a folder per request."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

SIDE = 256


class Responder(object):
    def __init__(self, folder):
        self.folder = folder
        self.signal = tf.placeholder(tf.float32, [SIDE * SIDE], name="signal")
        self.answer = tf.reduce_mean(tf.square(self.signal))
        self.summary = tf.summary.merge([
            tf.summary.scalar("answer", self.answer),
            tf.summary.histogram("signal", self.signal),
            tf.summary.image("raster", tf.reshape(self.signal, [1, SIDE, SIDE, 1])),
        ])
        self.session = tf.Session()

    def respond(self, number, signal):
        writer = tf.summary.FileWriter(os.path.join(self.folder, "request%05d" % number))  # LEAK
        answer, summary = self.session.run([self.answer, self.summary], {self.signal: signal})
        writer.add_summary(summary, number)
        writer.flush()
        return float(answer)


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng = np.random.RandomState(7)
    folder = tempfile.mkdtemp(prefix="summaries-")
    try:
        responder = Responder(folder)
        total = 0.0
        for number in range(requests):
            total += responder.respond(number, rng.normal(size=SIDE * SIDE))
        print("%d requests, mean answer %.4f, %d folders" % (requests, total / requests, len(os.listdir(folder))))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
