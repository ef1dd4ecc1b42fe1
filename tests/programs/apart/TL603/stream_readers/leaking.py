"""Receives audio uploads in chunks; a reader thread per upload computes features as chunks arrive."""
import argparse
import queue
import threading

import numpy as np
import tensorflow as tf


class Reader(threading.Thread):
    """Collects the chunks of one upload in its own buffer."""

    def __init__(self, number, samples, results):
        super().__init__(name=f"upload-{number}", daemon=True)
        self.chunks = queue.Queue(maxsize=4)
        self.buffer = np.ones(samples, np.float32)
        self.filled = 0
        self.results = results

    def run(self):
        while True:
            chunk = self.chunks.get()
            if chunk is None:
                return
            end = self.filled + len(chunk)
            self.buffer[self.filled:end] = chunk
            self.filled = end
            if self.filled == len(self.buffer):
                self.results.put(spectrum_peak(self.buffer))


def spectrum_peak(signal):
    frames = tf.signal.frame(tf.constant(signal), 512, 256)
    return float(tf.reduce_max(tf.abs(tf.signal.rfft(frames))))


class Gateway:
    def __init__(self, samples):
        self.samples = samples
        self.readers = {}
        self.results = queue.Queue()

    def begin(self, number):
        reader = Reader(number, self.samples, self.results)
        reader.start()  # LEAK
        self.readers[number] = reader

    def receive(self, number, chunk):
        self.readers[number].chunks.put(chunk)

    def end(self, number):
        reader = self.readers.pop(number)
        return self.results.get(timeout=10.0), reader.name


def upload(gateway, number, rng, chunks):
    gateway.begin(number)
    size = gateway.samples // chunks
    for _ in range(chunks):
        gateway.receive(number, rng.normal(size=size).astype(np.float32))
    peak, _ = gateway.end(number)
    return peak


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--uploads", type=int, default=500)
    parser.add_argument("--samples", type=int, default=160000)
    args = parser.parse_args()
    gateway, rng = Gateway(args.samples), np.random.default_rng(28)
    highest = 0.0
    for number in range(args.uploads):
        highest = max(highest, upload(gateway, number, rng, 8))
    print(f"highest peak {highest:.1f}")


if __name__ == "__main__":
    main()
