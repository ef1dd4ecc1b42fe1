"""Resamples signals in worker threads; the scratch buffers come from a pool that makes new ones when it is empty."""
import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf

SIZE = 60_000


class Pool:
    def __init__(self):
        self.free = []
        self.made = 0
        self.lock = threading.Lock()

    @contextlib.contextmanager
    def buffer(self):
        with self.lock:
            if self.free:
                lent = self.free.pop()
            else:
                self.made += 1
                lent = np.zeros(SIZE, "float32")
        try:
            yield lent
        finally:
            with self.lock:
                self.free.append(lent)


def resample(pool, seed, depth):
    """Each level of the pyramid needs a buffer while the levels below it are worked on."""
    with pool.buffer() as scratch:
        scratch[:] = np.float32(seed % 7)
        scratch[::2] += 1
        time.sleep(0.002)
        level = float(tf.reduce_mean(tf.constant(scratch[: SIZE // (depth + 1)])))
        return level + (resample(pool, seed, depth - 1) if depth else 0.0)


def main():
    pool = Pool()
    total = 0.0
    with ThreadPoolExecutor(8) as workers:
        for round_ in range(240):
            depth = 1 if round_ < 20 else 5 if round_ < 60 else 12 if 60 <= round_ < 75 else 4
            total += sum(workers.map(lambda k: resample(pool, k, depth), range(10)))
    print("buffers returned:", len(pool.free) == pool.made, total > 0)


if __name__ == "__main__":
    main()
