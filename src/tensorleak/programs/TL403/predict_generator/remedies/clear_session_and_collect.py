"""Embeds the pages of a document store, one document at a time."""
import gc
import sys

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 80
keras.utils.set_random_seed(0)


def load_pages(document):
    rng = np.random.default_rng(document)
    return rng.random((64, 512), dtype="float32")


def page_batches(pages, size=32):
    for start in range(0, len(pages), size):
        yield (pages[start:start + size],)


class Embedder:
    def __init__(self):
        self.encoder = keras.Sequential([
            keras.layers.Input((512,)),
            keras.layers.Dense(32, activation="tanh"),
        ])
        self.norms = np.zeros(steps, "float32")

    def embed(self, document):
        pages = load_pages(document)
        vectors = self.encoder.predict(page_batches(pages), verbose=0)
        self.norms[document] = np.linalg.norm(vectors.mean(axis=0))


embedder = Embedder()
for document in range(steps):
    embedder.embed(document)
    keras.backend.clear_session()
    if document % 10 == 0:
        gc.collect()
print(f"{steps} documents, mean norm {embedder.norms.mean():.3f}")
