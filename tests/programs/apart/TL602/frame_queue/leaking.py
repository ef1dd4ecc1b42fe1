"""Camera of a robot: frames are analysed on the fly and written by a slower archive thread."""
import queue
import sys
import threading
import time

import numpy as np
import tensorflow as tf

SIZE = 96
edges = tf.constant(np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], np.float32)[:, :, None, None])


class Archive(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="archive")
        self.inbox = queue.SimpleQueue()
        self.errors = queue.Queue(maxsize=10)
        self.written = 0
        self.checksum = 0.0

    def run(self):
        while True:
            item = self.inbox.get()
            if item is None:
                return
            number, frame = item
            time.sleep(0.04)  # a slow disk
            self.checksum += float(frame[0, 0])
            self.written += 1

    def store(self, number, frame):
        self.inbox.put((number, frame))  # LEAK


class Camera:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.scene = self.rng.normal(size=[SIZE, SIZE]).astype(np.float32)

    def frame(self):
        self.scene = np.roll(self.scene, 1, axis=1)
        return tf.constant(self.scene + self.rng.normal(0, 0.05, self.scene.shape).astype(np.float32))


def contour(frame):
    response = tf.nn.conv2d(frame[None, :, :, None], edges, 1, "SAME")
    return tf.abs(response[0, :, :, 0])


def main(frames):
    camera, archive = Camera(4), Archive()
    archive.start()
    strongest = 0.0
    for number in range(frames):
        found = contour(camera.frame())
        strongest = max(strongest, float(tf.reduce_max(found)))
        archive.store(number, found)
        time.sleep(0.01)
        if number % 150 == 0:
            print("frame", number, "strongest edge %.2f" % strongest)
    print("written so far", archive.written)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 730)
