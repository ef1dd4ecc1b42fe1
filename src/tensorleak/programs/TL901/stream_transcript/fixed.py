"""Inference on a stream whose answers are put into a transcript, which is uploaded from time to time."""
import io
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Transcript(object):
    """Serialized answers in one stream of bytes."""

    def __init__(self):
        self.stream = io.BytesIO()
        self.uploaded = 0

    def add(self, answer):
        self.stream.write(answer.tobytes())

    def upload(self):
        self.uploaded += self.stream.tell()
        self.stream.seek(0)
        self.stream.truncate()


@tf.function
def answer_to(batch, inner, outer):
    return tf.matmul(tf.nn.relu(tf.matmul(batch, inner)), outer)


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    rng = np.random.RandomState(3)
    inner = tf.constant(rng.normal(size=(256, 3000)), tf.float32)
    outer = tf.constant(rng.normal(size=(3000, 50)), tf.float32)
    transcript = Transcript()
    for request in range(requests):
        batch = tf.constant(rng.normal(size=(200, 256)), tf.float32)
        answer = answer_to(batch, inner, outer).numpy()
        transcript.add(answer)
        if request % 50 == 49:
            transcript.upload()
    print("uploaded %d bytes" % transcript.uploaded)


main()
