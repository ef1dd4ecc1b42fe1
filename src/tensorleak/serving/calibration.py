"""From what a file holds to what a process takes: figures measured by `benchmarks/models.py` on TensorFlow 2.21, CPU.

Keras builds a model with fresh weights and then assigns the stored ones, so the largest tensor is there more than once, and
TensorFlow's pool keeps what it once had; a layer costs Python objects and traced operations; a SavedModel's graph costs per node.
"""

from __future__ import annotations

from tensorleak.serving.tensors import StoredTensor

# TensorFlow imported and one operation run: the CPU wheel, the CUDA wheel without a GPU, and with one in use.
RUNTIMES = {"cpu": 514_000_000, "cuda": 614_000_000, "gpu": 850_000_000}

STORED, LARGEST, LAYER, LIVE, FIXED = 1.135, 1.69, 257_000, 1.0, 40_000_000
GRAPH_STORED, NODE, GRAPH_LIVE, GRAPH_FIXED = 1.038, 28_500, 1.19, 19_000_000
LOADING_LARGEST, LOADING_MOST = 2, 100_000_000
TENSORS_PER_LAYER = 2


def model_bytes(kind: str, tensors: list[StoredTensor], copies: int, layers: int, nodes: int, live: int) -> int:
    """Resident memory that a loaded and used model adds to TensorFlow's own."""
    stored = sum(tensor.nbytes for tensor in tensors) + copies
    if kind == "savedmodel":
        return int(GRAPH_STORED * stored + NODE * nodes + GRAPH_LIVE * live + GRAPH_FIXED)
    layers = layers or len(tensors) // TENSORS_PER_LAYER
    return int(STORED * stored + LARGEST * largest(tensors) + LAYER * layers + LIVE * live + FIXED)


def peak_bytes(kind: str, tensors: list[StoredTensor], model: int) -> int:
    """The most that loading takes: Keras reads a weight, converts it and assigns it."""
    if kind == "savedmodel":
        return model
    stored = sum(tensor.nbytes for tensor in tensors)
    return model + LOADING_LARGEST * largest(tensors) + min(stored, LOADING_MOST)


def largest(tensors: list[StoredTensor]) -> int:
    """Bytes of the largest tensor."""
    return max((tensor.nbytes for tensor in tensors), default=0)
