"""What the public names of TensorFlow and of the packages around it are: data, which `make api` asks of the packages themselves."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

# A function that gives tensors; one that adds operations and gives none; one that does neither; one that no call suited.
OPERATION, BUILDING, PYTHON, UNKNOWN = "operation", "building", "python", "unknown"
KINDS = frozenset(
    (
        *(
            OPERATION,
            BUILDING,
            PYTHON,
            UNKNOWN,
            "callback",
            "dataset",
            "distribution",
            "feeder",
            "giver",
            "graph",
            "hook",
            "iterator",
            "layer",
        ),
        *("metric", "model", "optimizer", "saver", "session", "tape", "tensor array", "variable", "writer"),
    )
)
FORMAT = 1


class Api(msgspec.Struct):
    """The table as it is stored: of each module, its names by kind, in lines of names."""

    format: int
    asked: list[dict[str, str]]  # the packages of each environment that was asked, with their versions
    modules: dict[str, dict[str, list[str]]]


@cache
def table() -> Api:
    """The table of this version of Tensorleak."""
    found = msgspec.json.decode(files(__package__).joinpath("api.json").read_bytes(), type=Api)
    assert found.format == FORMAT, "the table of public names has another format: run `make api`"
    return found


@cache
def kinds_in(module: str) -> dict[str, str]:
    """The kinds of the names of one module."""
    lines = ((kind, line) for kind, found in table().modules.get(module, {}).items() for line in found)
    return {name: kind for kind, line in lines for name in line.split()}


@cache
def elsewhere(root: str) -> dict[str, str]:
    """The kinds of names that are the same wherever the modules of one package have them."""
    found: dict[str, set[str]] = {}
    for module in table().modules:
        if module.partition(".")[0] == root:
            for name, kind in kinds_in(module).items():
                found.setdefault(name, set()).add(kind)
    return {name: kinds.pop() for name, kinds in found.items() if len(kinds) == 1}


@cache
def holds_operations(module: str) -> bool:
    """Whether most functions of a module add operations, so that one more of them most likely does."""
    kinds = Counter(kind for name, kind in kinds_in(module).items() if name[:1].islower())
    return kinds[OPERATION] > kinds.total() / 2


@lru_cache(maxsize=65536)
def kind_of(name: str) -> str:
    """What a canonical name is; of a name that nobody was asked about, what its namesakes are, or what its module's are."""
    module, _, last = name.rpartition(".")
    known = kinds_in(module)
    if last in known:
        return known[last]
    if any(part[:1].isupper() for part in module.split(".")):
        return ""  # a class's own method
    if known:
        return OPERATION if last[:1].islower() and holds_operations(module) else ""
    return elsewhere(module.partition(".")[0]).get(last, "")
