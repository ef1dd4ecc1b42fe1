"""What smaller numbers or fewer of them would save."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tensorleak.serving.tensors import BITS, FLOATS, StoredTensor

SCALE_BYTES = 4


@dataclass(frozen=True)
class Saving:
    """Bytes saved in memory and in the packed file, and what that rests on."""

    memory_bytes: int
    file_bytes: int
    note: str


def savings(tensors: Iterable[StoredTensor]) -> dict[str, Saving]:
    """Savings of the usual remedies for a model that is simply too large."""
    floats = [tensor for tensor in tensors if tensor.dtype in FLOATS]
    half = sum(max(0, tensor.nbytes - 2 * tensor.elements) for tensor in floats)
    kernels = [tensor for tensor in floats if len(tensor.shape) >= 2]
    quantised = sum(max(0, tensor.nbytes - tensor.elements - SCALE_BYTES * tensor.shape[-1]) for tensor in kernels)
    # Half of the numbers, less one bit for each to say which half.
    pruned = sum(tensor.elements * (BITS[tensor.dtype] // 2 - 1) // 8 for tensor in kernels)
    return {
        "float16": Saving(half, half, "all weights at 2 bytes; narrow range, check the results"),
        "bfloat16": Saving(half, half, "all weights at 2 bytes; range of float32, fewer digits"),
        "int8": Saving(quantised, quantised, "kernels at 1 byte with one scale per channel; vectors stay as they are"),
        "pruned": Saving(0, max(0, pruned), "half of each kernel zero: the packed file shrinks, dense memory does not"),
    }
