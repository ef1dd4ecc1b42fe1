"""Synthetic click log."""
import numpy as np


def click_batches(count, width, seed):
    rng = np.random.RandomState(seed)
    truth = rng.normal(size=width)
    for _ in range(count):
        rows = rng.normal(size=(32, width)).astype(np.float32)
        clicked = (rows.dot(truth) > 0).astype(np.float32)
        yield rows, clicked
