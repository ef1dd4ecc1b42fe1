"""Batch scoring with a progress display; batches with bad values are skipped."""
import contextlib
import sys
import threading
import time

import numpy as np
import tensorflow as tf


def spin(done, batch, ticks):
    """Shows a sign of life while a batch is worked on."""
    while not done.wait(0.5):
        ticks[0] += len(batch)


@contextlib.contextmanager
def progress(batch, ticks):
    done = threading.Event()
    thread = threading.Thread(target=spin, args=(done, batch, ticks), daemon=True)
    thread.start()  # LEAK
    yield
    done.set()
    thread.join()


@tf.function(input_signature=[tf.TensorSpec([None, 64])])
def score(rows):
    return tf.reduce_mean(tf.sin(rows))


def checked(rows):
    if not np.isfinite(rows).all():
        raise ValueError("bad values")
    return tf.constant(rows)


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    rng = np.random.default_rng(151)
    total, skipped, ticks = 0.0, 0, [0]
    for number in range(batches):
        rows = rng.normal(size=(400, 64)).astype("float32")
        time.sleep(0.004)
        if number % 3 == 0:
            rows[3, 5] = np.nan
        try:
            with progress(rows, ticks):  # LEAK
                total += float(score(checked(rows)))
        except ValueError:
            skipped += 1
    print(f"{batches - skipped} batches scored, {skipped} skipped, sum {total:.4f}")


if __name__ == "__main__":
    main()
