"""Detects clicks in a microphone stream by comparing each block with the one recorded a while ago."""
import sys
import time

import numpy as np
import tensorflow as tf

RATE = 8000


class BlockRing:
    """The newest `capacity` samples, in blocks."""

    def __init__(self, capacity):
        self.capacity = capacity
        self._blocks = {}
        self._position = 0

    def write(self, block):
        if self._position == self.capacity:
            self._position = 0
        self._blocks[self._position] = block  # LEAK
        self._position += len(block)

    def lookback(self, samples):
        return self._blocks.get(self._position - samples)


class ClickDetector:
    def __init__(self, ring):
        self.ring = ring
        self.clicks = 0

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def spectrum(self, samples):
        return tf.abs(tf.signal.stft(samples, 512, 32))

    def feed(self, samples):
        energy = self.spectrum(tf.constant(samples)).numpy()
        block = np.concatenate([samples, np.log1p(energy).ravel()])[: 6 * len(samples)]
        self.ring.write(block)
        before = self.ring.lookback(2 * len(block))
        if before is not None and abs(block.std() - before.std()) > 0.02:
            self.clicks += 1


def microphone(blocks):
    rng = np.random.default_rng(77)
    for number in range(blocks):
        block = rng.normal(scale=0.1, size=2400).astype("float32")
        if number % 97 == 96:
            block[300:330] += 4.0
        time.sleep(0.004)
        yield block


def main():
    blocks = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    detector = ClickDetector(BlockRing(capacity=60 * RATE + 17))
    for block in microphone(blocks):
        detector.feed(block)
    print(f"{detector.clicks} blocks with clicks")


if __name__ == "__main__":
    main()
