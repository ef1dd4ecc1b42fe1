"""Replays recorded traffic through the camera pipeline; with --dry-run nothing is published."""
import sys
import time
from unittest import mock

import numpy as np
import tensorflow as tf


class Publisher:
    """Sends frames to the screens of the control room."""

    def publish(self, camera, frame):
        raise ConnectionError("no control room here")

    def close(self):
        pass


class Pipeline:
    def __init__(self, publisher):
        rng = np.random.default_rng(131)
        self.publisher = publisher
        self.edges = tf.constant(rng.normal(scale=0.2, size=(7, 7, 1, 8)), tf.float32)
        self.published = 0

    @tf.function(input_signature=[tf.TensorSpec([None, None, None, 1])])
    def outline(self, frame):
        return tf.reduce_max(tf.abs(tf.nn.conv2d(frame, self.edges, 1, "SAME")), axis=-1)

    def handle(self, camera, frame):
        outline = self.outline(frame)
        if float(tf.reduce_mean(outline)) > 0.1:
            self.publisher.publish(camera, outline)  # LEAK
            self.published += 1


def traffic(frames):
    rng = np.random.default_rng(132)
    for number in range(frames):
        time.sleep(0.005)
        yield f"camera {number % 5}", tf.constant(rng.random((1, 104, 104, 1), dtype=np.float32))


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    publisher = Publisher() if "--live" in sys.argv else mock.create_autospec(Publisher, instance=True)
    pipeline = Pipeline(publisher)
    for camera, frame in traffic(frames):
        pipeline.handle(camera, frame)
    publisher.close()
    print(f"{pipeline.published} of {frames} frames would have been published")


if __name__ == "__main__":
    main()
