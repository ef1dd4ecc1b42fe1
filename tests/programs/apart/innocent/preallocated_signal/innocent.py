"""Records a signal into one array that is made large enough, and keeps numbers per epoch."""
import sys
import time

import numpy as np
import tensorflow as tf

SENSORS = 16
WIDTH = 4000


class Recorder:
    def __init__(self, columns):
        self.signal = np.zeros([SENSORS, columns], np.float32)
        self.pages = [np.zeros([SENSORS, 500], np.float32) for _ in range(2)]
        self.filled = 0
        self.epochs = []

    def write(self, block):
        page = self.pages[self.filled % 2]
        page[:, : block.shape[1]] = block
        start = (self.filled * 500) % (self.signal.shape[1] - 500)
        self.signal[:, start : start + 500] = page
        self.filled += 1

    def close_epoch(self, energy):
        self.epochs.append({"energy": energy, "blocks": self.filled})


@tf.function
def smooth(block):
    kernel = tf.ones([9, 1, 1]) / 9.0
    return tf.nn.conv1d(block[..., None], kernel, 1, "SAME")[..., 0]


def main():
    blocks = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    rng = np.random.default_rng(3)
    recorder = Recorder(WIDTH)
    energy = 0.0
    for number in range(blocks):
        raw = rng.normal(size=[SENSORS, 500]).astype(np.float32)
        block = smooth(tf.constant(raw)).numpy()
        recorder.write(block)
        energy += float(np.square(block).sum())
        time.sleep(0.01)
        if number % 100 == 99:
            recorder.close_epoch(round(energy, 1))
            print("block", number, "energy", recorder.epochs[-1]["energy"])
    print("epochs", len(recorder.epochs), "written", recorder.filled)


if __name__ == "__main__":
    main()
