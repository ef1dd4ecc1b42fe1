"""Extract document features: documents arrive in batches and are padded to the longest of each batch."""
import sys
import time

import numpy as np

from featurizer_dynamic import Featurizer


def documents(batches, seed=4):
    """Batches of token lists, as a crawler would deliver them."""
    rng = np.random.default_rng(seed)
    for _ in range(batches):
        time.sleep(0.02)
        size = int(rng.integers(4, 40))
        lengths = np.clip(rng.lognormal(5.0, 0.8, size=size).astype(int), 3, 800)
        yield [rng.integers(1, 5000, size=length) for length in lengths]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    featurizer = Featurizer(vocabulary=5000, width=16)
    total, rows = np.zeros(16), 0
    for batch in documents(steps):
        features = featurizer.transform(batch)
        total += features.sum(axis=0)
        rows += len(features)
    print("documents:", rows, "mean feature:", (total / rows).round(4)[:4].tolist())


if __name__ == "__main__":
    main()
