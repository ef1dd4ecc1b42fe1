"""Interactive labelling server: each annotator session walks through its own shuffled stream."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
IMAGES = np.random.default_rng(0).random((400, 32, 32), dtype="float32")


class LabelServer:
    def __init__(self, images):
        self.images = tf.constant(images)
        self.streams = {}
        self.current = None

    def open_session(self, user):
        pipeline = tf.data.Dataset.range(len(IMAGES)).shuffle(400, seed=user)
        pipeline = pipeline.map(lambda i: tf.gather(self.images, i)).shuffle(64, seed=user)
        self.streams[user] = iter(pipeline)  # LEAK
        self.current = user

    def next_image(self):
        return next(self.streams[self.current])


def main():
    server = LabelServer(IMAGES)
    brightness = 0.0
    for user in range(steps):
        server.open_session(user)
        for _ in range(3):
            brightness += float(tf.reduce_mean(server.next_image()))
    print(f"{steps} sessions, mean brightness {brightness / (3 * steps):.3f}")


if __name__ == "__main__":
    main()
