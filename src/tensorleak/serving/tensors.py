"""The tensors that a model file stores: names, shapes and dtypes, without their contents."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tensorleak.serving.errors import ModelFileError

MAX_RANK = 254
MAX_ELEMENTS = 1 << 50

# Bits of one element, by the name that TensorFlow and NumPy share.
BITS = {
    "float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "float8_e5m2": 8, "float8_e4m3fn": 8,
    "int64": 64, "int32": 32, "int16": 16, "int8": 8, "int4": 4,
    "uint64": 64, "uint32": 32, "uint16": 16, "uint8": 8, "uint4": 4,
    "bool": 8, "complex64": 64, "complex128": 128,
    "qint8": 8, "quint8": 8, "qint16": 16, "quint16": 16, "qint32": 32,
}  # fmt: skip
FLOATS = frozenset({"float64", "float32", "float16", "bfloat16"})


@dataclass(frozen=True)
class StoredTensor:
    """One stored tensor, and whether it belongs to the optimizer rather than to the model."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    optimizer: bool = False
    stored_bytes: int | None = None

    @property
    def elements(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes it takes in memory; as stored where the dtype has no fixed size (text)."""
        bits = BITS.get(self.dtype)
        return (self.elements * bits + 7) // 8 if bits else self.stored_bytes or 0


def checked_shape(dimensions: Iterable[object], where: str) -> tuple[int, ...]:
    """A shape as a file states it, refused when no real tensor could have it."""
    shape = tuple(d for d in dimensions if isinstance(d, int) and not isinstance(d, bool))
    if len(shape) > MAX_RANK or any(d < 0 for d in shape) or math.prod(shape) > MAX_ELEMENTS:
        raise ModelFileError(f"{where}: a tensor has an impossible shape; the file is damaged: save the model again")
    return shape


def bytes_by_dtype(tensors: Iterable[StoredTensor]) -> dict[str, int]:
    """Bytes per dtype, the largest first."""
    totals: Counter[str] = Counter()
    for tensor in tensors:
        totals[tensor.dtype] += tensor.nbytes
    return dict(totals.most_common())
