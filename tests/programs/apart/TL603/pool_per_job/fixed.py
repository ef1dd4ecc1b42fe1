"""Runs resampling jobs; each job splits its work over two threads with tables of their own."""
import contextlib
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf

SAMPLES = 12_000
mine = threading.local()


def prepare(seed):
    """Each thread has resampling weights of its own, so that no lock is needed."""
    mine.weights = tf.random.stateless_uniform([SAMPLES], [seed, threading.get_ident() % 1000])
    mine.buffer = np.zeros(SAMPLES, dtype=np.float32)


def bootstrap(values):
    mine.buffer[:] = values
    chosen = tf.gather(mine.buffer, tf.cast(mine.weights * SAMPLES, tf.int32))
    return float(tf.reduce_mean(chosen)), float(tf.math.reduce_std(chosen))


class Runner(contextlib.ExitStack):
    """Owns what the jobs need; everything is shut down when the runner is left."""

    def run(self, number, values):
        name = f"job{number}"
        with ThreadPoolExecutor(2, thread_name_prefix=name, initializer=prepare, initargs=(number,)) as pool:
            return list(pool.map(bootstrap, [values] * 6))


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = np.random.default_rng(55)
    spread = []
    with Runner() as runner:
        for number in range(jobs):
            values = rng.lognormal(size=SAMPLES).astype(np.float32)
            spread.append(np.ptp([mean for mean, _ in runner.run(number, values)]))
    print(f"{jobs} jobs, widest spread of means below one: {max(spread) < 1.0}")


if __name__ == "__main__":
    main()
