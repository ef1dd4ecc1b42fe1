"""A camera loop hands frames to a thread pool for defect scoring."""
import argparse
import concurrent.futures
import threading
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class DefectNet(object):
    def __init__(self):
        self.frames = tf.placeholder(tf.float32, [None, 128, 128, 1])
        kernel = tf.get_variable("kernel", [5, 5, 1, 8], use_resource=True)
        maps = tf.nn.relu(tf.nn.conv2d(self.frames, filter=kernel, strides=[1, 2, 2, 1], padding="SAME"))
        self.score = tf.reduce_max(maps, axis=[1, 2, 3])
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def __call__(self, frame):
        return float(self.session.run(self.score, {self.frames: frame[None, :, :, None]})[0])


class Tally(object):
    def __init__(self):
        self.lock = threading.Lock()
        self.done = 0
        self.worst = 0.0

    def add(self, score):
        with self.lock:
            self.done += 1
            self.worst = max(self.worst, score)


class Inspector(object):
    """Scores frames in the background; a PLC wants its answer over a slow serial line."""

    def __init__(self, net, answer_time):
        self.net = net
        self.answer_time = answer_time
        self.tally = Tally()
        self.pool = concurrent.futures.ThreadPoolExecutor(max_workers=2)
        self.room = threading.Semaphore(16)

    def _score(self, frame):
        score = self.net(frame)
        time.sleep(self.answer_time)
        self.tally.add(score)

    def handle(self, frame):
        self.pool.submit(self._score, frame)  # LEAK

    def discard(self):
        """The line is stopped: whatever waits is not wanted any more."""
        waiting = self.pool._work_queue
        while not waiting.empty():
            waiting.get_nowait()
        self.pool.shutdown()


class Camera(object):
    def __init__(self, seed, pause):
        self.rng = np.random.RandomState(seed)
        self.pause = pause

    def frames(self, count):
        for _ in range(count):
            time.sleep(self.pause)
            yield self.rng.randint(0, 255, size=(128, 128)).astype(np.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=1500)
    parser.add_argument("--pause", type=float, default=0.004)
    args = parser.parse_args()
    inspector = Inspector(DefectNet(), answer_time=0.020)
    taken = 0
    for frame in Camera(3, args.pause).frames(args.frames):
        inspector.handle(frame)
        taken += 1
    print("%d taken, %d answered, worst %.2f" % (taken, inspector.tally.done, inspector.tally.worst))
    inspector.discard()


if __name__ == "__main__":
    main()
