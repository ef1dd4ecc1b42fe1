"""TensorFlow checkpoints: the `.index` table names every tensor with shape and dtype."""

from __future__ import annotations

from pathlib import Path

from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats import table
from tensorleak.serving.formats.files import blaming, read_whole
from tensorleak.serving.formats.wire import fields, message, number, signed
from tensorleak.serving.tensors import StoredTensor, checked_shape

MAX_INDEX = 256 << 20
DTYPES = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 7: "string", 8: "complex64", 9: "int64",
    10: "bool", 11: "qint8", 12: "quint8", 13: "qint32", 14: "bfloat16", 15: "qint16", 16: "quint16", 17: "uint16",
    18: "complex128", 19: "float16", 20: "resource", 21: "variant", 22: "uint32", 23: "uint64",
    24: "float8_e5m2", 25: "float8_e4m3fn", 29: "int4", 30: "uint4",
}  # fmt: skip
SLOT_NAMES = ("Adam", "Adam_1", "Momentum", "RMSProp", "RMSProp_1", "Adagrad", "Adadelta", "Adadelta_1", "Ftrl")
BOOKKEEPING = ("_CHECKPOINTABLE_OBJECT_GRAPH", "save_counter", "global_step")


def is_optimizers(name: str) -> bool:
    """Whether a variable belongs to an optimizer, by the names that TensorFlow gives them."""
    parts = name.split("/")
    if any(part.startswith(".OPTIMIZER_SLOT") for part in parts) or parts[0] in ("optimizer", "optimizer_weights"):
        return True
    return parts[-1] in SLOT_NAMES or any(part in ("optimizer", "_optimizer") for part in parts[:2])


def read_index(path: Path) -> list[StoredTensor]:
    """The tensors of a checkpoint, from its `.index` file alone."""
    with blaming(path):
        found = []
        for key, value in table.entries(memoryview(read_whole(path, MAX_INDEX))):
            name = key.decode("utf-8", "replace")
            if name and not name.startswith(BOOKKEEPING):
                found.append(_entry(name, value))
        return [tensor for tensor in found if tensor is not None]


def _entry(name: str, value: memoryview) -> StoredTensor | None:
    """One BundleEntryProto; text and slices of partitioned variables are not tensors of their own."""
    dtype, size = "", 0
    shape: tuple[int, ...] = ()
    for field, content in fields(value):
        if field == 1:
            dtype = DTYPES.get(number(content), "unknown")
        elif field == 2:
            shape = read_shape(message(content))
        elif field == 5:
            size = number(content)
    if dtype in ("string", "", "variant", "resource"):
        return None
    if dtype == "unknown":
        raise ModelFileError(f"the tensor {name[:80]!r} has an unknown dtype")
    return StoredTensor(_plain(name), shape, dtype, is_optimizers(name), size)


def _plain(name: str) -> str:
    return name.replace("/.ATTRIBUTES/VARIABLE_VALUE", "")


def read_shape(data: memoryview) -> tuple[int, ...]:
    """A TensorShapeProto without unknown dimensions."""
    return checked_shape(read_dimensions(data), "the index")


def read_dimensions(data: memoryview) -> list[int]:
    """The dimensions of a TensorShapeProto; an unknown one is -1."""
    sizes = []
    for field, content in fields(data):
        if field == 2:
            sizes.append(next((signed(size) for inner, size in fields(message(content)) if inner == 1), 0))
    return sizes
