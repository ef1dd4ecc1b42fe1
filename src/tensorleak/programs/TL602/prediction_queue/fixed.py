"""Segmentation service: predictions are handed to a writer thread that stores them more slowly than they come."""
import queue
import sys
import threading
import time

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300


class MaskWriter(threading.Thread):
    """Stores masks in the background, about thirty a second."""

    def __init__(self, pending):
        super().__init__(daemon=True)
        self.pending = pending
        self.written = 0

    def run(self):
        while True:
            mask = self.pending.get()
            time.sleep(0.03)
            self.written += int(mask.mean() >= 0)


def main():
    model = keras.Sequential([
        keras.layers.Input((96, 96, 3)),
        keras.layers.Conv2D(8, 3, padding="same", activation="relu"),
        keras.layers.Conv2D(4, 1, activation="softmax"),
    ])
    pending = queue.Queue(maxsize=16)
    writer = MaskWriter(pending)
    writer.start()
    image = np.random.default_rng(0).random((4, 96, 96, 3), dtype="float32")
    for request in range(steps):
        masks = model.predict_on_batch(image)
        pending.put(masks)
    print(f"{steps} images segmented, last mask {masks.shape}")


if __name__ == "__main__":
    main()
