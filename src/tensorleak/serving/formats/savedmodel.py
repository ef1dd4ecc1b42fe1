"""SavedModel directories: variables from the index, constants and the sizes of intermediate results from the graph."""

from __future__ import annotations

import mmap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats.checkpoint import DTYPES, read_dimensions, read_index
from tensorleak.serving.formats.files import blaming, regular_file
from tensorleak.serving.formats.wire import fields, message, number, text
from tensorleak.serving.liveness import Activations, Step, activations, grouped_scratch
from tensorleak.serving.tensors import BITS, StoredTensor, checked_shape

MAX_GRAPH = (1 << 31) + (1 << 20)  # protocol buffers end at 2 GiB
MAX_NODES = 2_000_000
MIN_CONSTANT = 1024  # elements: smaller constants are shapes and axes, not weights
COPIES = "_all_variables/"  # Keras 3's export stores every variable a second time under this name
# These hand on what they are given, or the weights themselves: nothing new is allocated.
ALIASES = frozenset(
    "Identity IdentityN NoOp Const Placeholder ReadVariableOp Reshape Squeeze ExpandDims StopGradient ResourceGather "
    "VarHandleOp Shape PartitionedCall StatefulPartitionedCall".split()
) - {"ResourceGather"}
KEEPERS = ("_traced_restore", "_traced_save")


@dataclass
class Node:
    """What is needed of one node of a graph."""

    name: str = ""
    op: str = ""
    inputs: list[str] = field(default_factory=list)
    shapes: list[list[int]] = field(default_factory=list)
    dtype: str = "float32"
    constant: StoredTensor | None = None


@dataclass
class SavedModel:
    """What a SavedModel directory says of itself."""

    tensors: list[StoredTensor]
    copies: list[StoredTensor]
    functions: list[list[Node]]

    @property
    def nodes(self) -> int:
        """Nodes of all functions and the graph."""
        return sum(len(nodes) for nodes in self.functions)

    def activations(self, batch_size: int) -> Activations | None:
        """Of the largest function; None where the graph does not tell its shapes."""
        found = [_activations(nodes, batch_size) for nodes in self.functions]
        known = [one for one in found if one is not None]
        return max(known, key=lambda one: one.peak, default=None)


def read_saved_model(folder: Path) -> SavedModel:
    """Reads `saved_model.pb` and `variables/variables.index` beside it."""
    functions, constants = _read_graph(folder / "saved_model.pb")
    index = folder / "variables" / "variables.index"
    variables = read_index(index) if index.exists() else []
    own, copies = _split_copies(variables)
    return SavedModel(own + constants, copies, functions)


def _split_copies(variables: list[StoredTensor]) -> tuple[list[StoredTensor], list[StoredTensor]]:
    """Sets aside the second copy of each variable, where every one of them has its twin."""
    copies = [tensor for tensor in variables if tensor.name.startswith(COPIES)]
    own = [tensor for tensor in variables if not tensor.name.startswith(COPIES)]
    twins = Counter((tensor.shape, tensor.dtype) for tensor in own)
    twins.subtract((tensor.shape, tensor.dtype) for tensor in copies)
    if copies and own and all(count >= 0 for count in twins.values()):
        return [tensor for tensor in own if not _is_seed(tensor)], copies
    return variables, []


def _is_seed(tensor: StoredTensor) -> bool:
    """The state of a random generator is stored among the variables, but it is no parameter."""
    return tensor.shape == (2,) and tensor.dtype in ("int64", "uint32")


def _read_graph(path: Path) -> tuple[list[list[Node]], list[StoredTensor]]:
    size = regular_file(path)
    if not 0 < size <= MAX_GRAPH:
        raise ModelFileError(f"{path} has {size:,} bytes: it is not a SavedModel, save the model again")
    with blaming(path):
        try:
            source = path.open("rb")
        except OSError as error:
            raise ModelFileError(f"{path}: {error.strerror or error}: make it readable") from error
        with source:
            # Not closed by hand: an error's traceback still holds parts of it, and it goes with them.
            mapped = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
        return _read_meta_graphs(memoryview(mapped))


def _read_meta_graphs(data: memoryview) -> tuple[list[list[Node]], list[StoredTensor]]:
    """The first meta graph only: others are the same model for other devices."""
    functions: list[list[Node]] = []
    for field_number, meta in fields(data):
        if field_number == 2:
            for inner, graph in fields(message(meta)):
                if inner == 2:
                    functions += _read_graph_def(message(graph))
            break
    else:
        raise ModelFileError("it holds no graph")
    constants = [node.constant for nodes in functions for node in nodes if node.constant is not None]
    if sum(len(nodes) for nodes in functions) > MAX_NODES:
        raise ModelFileError("the graph has too many nodes")
    return functions, constants


def _read_graph_def(data: memoryview) -> Iterator[list[Node]]:
    """The nodes of the graph itself, then those of each function."""
    top = []
    for field_number, content in fields(data):
        if field_number == 1:
            top.append(_node(message(content)))
        elif field_number == 2:
            for inner, function in fields(message(content)):
                nodes = _function(message(function)) if inner == 1 else None  # others name gradients
                if nodes:
                    yield nodes
    yield top


def _function(data: memoryview) -> list[Node] | None:
    """The nodes of a FunctionDef; those that only save and restore are left out."""
    nodes = []
    for field_number, content in fields(data):
        if field_number == 1:
            name = next((text(value) for inner, value in fields(message(content)) if inner == 1), "")
            if any(part in name for part in KEEPERS):
                return None
        elif field_number == 3:
            nodes.append(_node(message(content)))
    return nodes


def _node(data: memoryview) -> Node:
    node = Node()
    for field_number, content in fields(data):
        if field_number == 1:
            node.name = text(content)
        elif field_number == 2:
            node.op = text(content)
        elif field_number == 3:
            node.inputs.append(text(content))
        elif field_number == 5:
            _attribute(message(content), node)
    return node


def _attribute(data: memoryview, node: Node) -> None:
    name, value = "", None
    for field_number, content in fields(data):
        if field_number == 1:
            name = text(content)
        elif field_number == 2:
            value = message(content)
    if value is None:
        return
    if name == "_output_shapes":
        node.shapes = list(_shapes(value))
    elif name in ("T", "dtype", "DstT", "Tparams"):
        kind = next((number(content) for inner, content in fields(value) if inner == 6), 1)
        node.dtype = DTYPES.get(kind, "float32")
    elif name == "value" and node.op == "Const":
        tensor = next((message(content) for inner, content in fields(value) if inner == 8), None)
        node.constant = _constant(node.name, tensor) if tensor is not None else None


def _shapes(value: memoryview) -> Iterator[list[int]]:
    for inner, content in fields(value):
        if inner == 1:
            for kind, shape in fields(message(content)):
                if kind == 7:
                    yield read_dimensions(message(shape))


def _constant(name: str, data: memoryview) -> StoredTensor | None:
    """A constant large enough to be a weight that was frozen into the graph."""
    dtype, size = "float32", 0
    shape: tuple[int, ...] = ()
    for field_number, content in fields(data):
        if field_number == 1:
            dtype = DTYPES.get(number(content), "")
        elif field_number == 2:
            shape = checked_shape(read_dimensions(message(content)), "the graph")
        elif field_number == 4:
            size = len(message(content))
    tensor = StoredTensor(name, shape, dtype, stored_bytes=size)
    return tensor if tensor.elements >= MIN_CONSTANT and dtype in BITS else None


def _activations(nodes: list[Node], batch_size: int) -> Activations | None:
    """Of one function: the batch is the only dimension that may be open."""
    steps, known = [], False
    shapes = {node.name: node.shapes[0] for node in nodes if node.shapes}
    for node in nodes:
        nbytes = 0
        if node.op not in ALIASES and node.shapes:
            sizes = [_nbytes(shape, node.dtype, batch_size) for shape in node.shapes]
            nbytes = sum(size for size in sizes if size is not None)
            known = known or nbytes > 0
        needs = tuple(entry.split(":")[0] for entry in node.inputs if not entry.startswith("^"))
        steps.append(Step(node.name, nbytes, needs, _scratch(node, nbytes, [shapes.get(need, []) for need in needs])))
    return activations(steps) if known else None


def _scratch(node: Node, nbytes: int, inputs: list[list[int]]) -> int:
    """A convolution whose kernel sees fewer channels than come in works in groups."""
    if node.op != "Conv2D" or len(inputs) != 2 or len(inputs[1]) != 4:
        return 0
    *kernel, seen, made = inputs[1]
    channels = inputs[0][-1] if inputs[0] else made * (seen == 1)  # an argument of a function does not tell
    if not 0 < seen < channels < 1 << 24 or any(not 0 < size < 1 << 16 for size in kernel):
        return 0
    return grouped_scratch(nbytes, made, channels, kernel)


def _nbytes(shape: list[int], dtype: str, batch_size: int) -> int | None:
    if any(size < 0 for size in shape[1:]):
        return None
    elements = 1
    for size in shape:
        elements *= batch_size if size < 0 else size
    return elements * BITS.get(dtype, 0) // 8 if elements <= 1 << 50 else None
