"""Telemetry: measurements go into the front buffer; a thread swaps it with the back buffer and condenses that."""
import sys
import threading
import time

import numpy as np
import tensorflow as tf


class Swapped:
    def __init__(self):
        self.lock, self.front, self.back = threading.Lock(), [], []

    def add(self, item):
        with self.lock:
            self.front.append(item)

    def swap(self):
        with self.lock:
            self.front, self.back = self.back, self.front
        return self.back


def condense(buffers, stop, figures):
    rng = np.random.default_rng(16)
    while not stop.is_set():
        time.sleep(float(rng.uniform(0.05, 0.6)))
        back = buffers.swap()
        if back:
            figures.append(float(np.mean([item.mean() for item in back])))
        back.clear()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2600
    rng = np.random.default_rng(15)
    buffers, stop, figures = Swapped(), threading.Event(), []
    thread = threading.Thread(target=condense, args=(buffers, stop, figures))
    thread.start()
    weights = tf.random.stateless_normal((64, 64), (2, 2), stddev=0.2)
    for number in range(rounds):
        rows = tf.constant(rng.normal(size=(200, 64)), tf.float32)
        for _ in range(1 + int(2 + 2 * np.sin(number / 70.0))):
            rows = tf.tanh(rows @ weights)
            buffers.add(rows.numpy())
        time.sleep(0.001)
    stop.set()
    thread.join()
    print(f"{rounds} rounds, condensed to {'some' if figures else 'no'} figures")


if __name__ == "__main__":
    main()
