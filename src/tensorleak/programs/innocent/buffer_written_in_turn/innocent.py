"""Answers are gathered in a buffer that is written out when it is large; batches have ever other lengths."""
import io
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Sink(object):
    def __init__(self):
        self.buffer = io.BytesIO()
        self.batch = np.zeros((1, 256), "float32")
        self.written = 0

    def add(self, answer):
        self.buffer.write(answer.tobytes())
        if self.buffer.tell() > 5000000:
            self.written += self.buffer.tell()
            self.buffer = io.BytesIO()


@tf.function
def answer_to(batch, inner, outer):
    return tf.matmul(tf.nn.relu(tf.matmul(batch, inner)), outer)


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    rng = np.random.RandomState(3)
    inner = tf.constant(rng.normal(size=(256, 3000)), tf.float32)
    outer = tf.constant(rng.normal(size=(3000, 50)), tf.float32)
    sink = Sink()
    for request in range(requests):
        sink.batch = rng.normal(size=(100 + 10 * (request % 5), 256)).astype("float32")
        sink.add(answer_to(tf.constant(sink.batch), inner, outer).numpy())
    print("wrote %d bytes" % sink.written)


main()
