"""ETL with worker threads: each keeps scratch arrays of its own in a thread local."""
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf

local = threading.local()
totals = {"rows": 0, "outliers": 0}
lock = threading.Lock()


def scratch():
    if not hasattr(local, "blocks"):
        local.blocks = []
        local.scale = np.ones(64, np.float32)
    return local


@tf.function(input_signature=[tf.TensorSpec([None, 64]), tf.TensorSpec([64])])
def clean(rows, scale):
    mean = tf.reduce_mean(rows, 0)
    spread = tf.math.reduce_std(rows, 0) + 1e-3
    return tf.clip_by_value((rows - mean) / spread, -3.0, 3.0) * scale, spread


def transform(part):
    mine = scratch()
    rows, spread = clean(part, mine.scale)
    result = rows.numpy()
    mine.scale = 0.99 * mine.scale + 0.01 / spread.numpy()
    mine.blocks[:] = [result]
    with lock:
        totals["rows"] += len(part)
        totals["outliers"] += int((np.abs(result) > 2.9).sum())
    return float(mine.blocks[-1].mean())


def extract(parts, seed=1):
    rng = np.random.default_rng(seed)
    for _ in range(parts):
        yield rng.normal(5.0, 2.0, [200, 64]).astype(np.float32)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    with ThreadPoolExecutor(2) as pool:
        for number in range(rounds):
            means = list(pool.map(transform, extract(2, seed=number)))
            time.sleep(0.012)
            if number % 100 == 0:
                print("round", number, totals, "mean %.4f" % np.mean(means))
    print("loaded", totals["rows"], "rows")


if __name__ == "__main__":
    main()
