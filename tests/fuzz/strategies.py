"""Inputs that are almost right: values made to harm, put into documents of the right structure, which is then damaged."""

from __future__ import annotations

import copy
import dataclasses
import json
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from forged_runs import leaking
from hypothesis import strategies as st
from tensorleak_engine.records import KINDS

DATA = Path(__file__).parents[1] / "diagnose" / "data"
STEERING = "\x1b]0;pwn\x07\x1b[2J\x9b31m</script><script>alert(1)</script>\"'><img src=x>`|[x](http://evil)@u #1\n=1+1\r\t\u202e\u2028{{7*7}}"
TEXTS = [
    "", "a", "a" * 40_000, STEERING, "=1+1", "\x00", "/etc/passwd", "../../etc/passwd", "/proc/self/environ", "a/" * 3000,
    "x" * 300 + ".py", "[/bold]", "[link=http://evil]x[/link]", "\\", "\n# EOF\n", "nan", "\ufeff", "%s%n", "{0.__class__}",
    "/dev/zero", "<string>", "~", ".", "train.py", "/gone/train.py", "census", "collect", "leak", "TL101", "0" * 64,
]  # fmt: skip
NUMBERS = [
    0, -1, 1, 2, 7, 2**31, 2**53 - 1, 2**53, 2**53 + 1, -(2**53), 2**63, 2**64, 10**40, 1e308, -1e308, 5e-324, 0.5, -0.0,
    1e15, 9007199254740991.5,
]  # fmt: skip
RAW = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E+308", "01", "'a'", "[" * 2000 + "]" * 2000, "\\ud800"]
ODD: list[Any] = [None, True, False, [], {}, [[]], [{}], [None] * 5, {"a": 1}, {"": 0}, [0] * 2000, {"k": "sample"}]

text = st.one_of(st.sampled_from(TEXTS), st.text(max_size=20))
number = st.one_of(st.sampled_from(NUMBERS), st.integers(-5, 10**9), st.floats(allow_nan=False, allow_infinity=False))
odd = st.sampled_from(ODD)
value = st.one_of(text, number, odd)
blob = st.one_of(
    st.binary(max_size=300), st.sampled_from([b"", b"\n" * 9, b"\x00" * 5000, b"{" * 5000, b"[" * 100_000])
)


def like(old: Any, wild: bool = False) -> st.SearchStrategy[Any]:
    """Something of the same type as the old value, now and then of any."""
    if wild or old is None:
        return value
    if isinstance(old, bool):
        return st.booleans()
    if isinstance(old, int):
        return st.one_of(
            st.sampled_from([n for n in NUMBERS if isinstance(n, int) and abs(n) <= 2**53]), st.integers(-5, 10**9)
        )
    if isinstance(old, float):
        return st.one_of(st.sampled_from([n for n in NUMBERS if abs(n) <= 2**53]), st.floats(-1e6, 1e6))
    if isinstance(old, str):
        return text
    if isinstance(old, list):
        return st.sampled_from([[], old * 2, old[:1], old[::-1], (old * 3000)[:3000]])
    return st.sampled_from([{}, *({key: item} for key, item in list(old.items())[:3])])


def get(root: Any, at: tuple[Any, ...]) -> Any:
    """What is at a place; None where there is nothing."""
    try:
        for key in at:
            root = root[key]
    except (KeyError, IndexError, TypeError):
        return None
    return root


WILD = st.integers(0, 5).map(lambda roll: roll == 5)  # how often a value is of another type


def of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Values as a record's annotation wants them, with numbers and names that no program would write."""
    origin, inner = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        return of_type(kind.__origin__)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(of_type, inner))
    if origin is list:
        return st.lists(of_type(inner[0]), max_size=4)
    if origin is dict:
        return st.dictionaries(of_type(inner[0]), of_type(inner[1]), max_size=4)
    if origin is tuple:
        return st.tuples(*map(of_type, inner)).map(list)
    if dataclasses.is_dataclass(kind):
        return st.deferred(lambda: struct(kind))
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: text,
        int: st.one_of(st.integers(-5, 2**53), st.sampled_from([2**53, -(2**53)])),
        float: st.one_of(st.floats(-1e15, 1e15), st.integers(0, 100)),
        bool: st.booleans(),
        type(None): st.none(),
    }
    return plain.get(kind, value)


def struct(kind: type) -> st.SearchStrategy[dict[str, Any]]:
    """A record of this kind: its required fields, and some of the others."""
    needed, free = {}, {}
    types = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        (needed if required else free)[field.name] = of_type(types[field.name])
    tags = [name for name, known in KINDS.items() if known is kind]
    tag = {"k": st.just(tags[0])} if tags else {}
    return st.fixed_dictionaries(tag | needed, optional=free)


def paths(root: Any, at: tuple[Any, ...] = (), most: int = 400) -> list[tuple[Any, ...]]:
    """Places in a document, those near its root first."""
    found, waiting = [], [(at, root)]
    while waiting and len(found) < most:
        here, item = waiting.pop(0)
        if here:
            found.append(here)
        children = item.items() if isinstance(item, dict) else enumerate(item[:6]) if isinstance(item, list) else ()
        waiting += [((*here, key), child) for key, child in children]
    return found


def put(root: Any, at: tuple[Any, ...], new: Any, remove: bool = False) -> None:
    """Changes one place, if it is still there."""
    try:
        for key in at[:-1]:
            root = root[key]
        if remove:
            del root[at[-1]]
        else:
            root[at[-1]] = new
    except (KeyError, IndexError, TypeError):
        pass


@st.composite
def damaged(draw: st.DrawFn, document: Any) -> Any:
    """A document with some places changed, removed, or given other names."""
    changed = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 4))):
        places = paths(changed)
        if not places:
            break
        at = draw(st.sampled_from(places))
        wild = draw(WILD)
        how = draw(st.sampled_from(["set", "set", "remove", "name"])) if wild else "set"
        if how == "name" and isinstance(at[-1], str):
            put(changed, (*at[:-1], draw(text)), draw(value))
        put(changed, at, copy.deepcopy(draw(like(get(changed, at), wild))), remove=how == "remove")
    return changed


@st.composite
def torn(draw: st.DrawFn, data: bytes) -> bytes:
    """Bytes that are cut, overwritten, repeated, or have something put into them; often none of that."""
    how = draw(st.sampled_from(["whole"] * 9 + ["cut", "write", "insert", "twice", "raw"]))
    at = draw(st.integers(0, len(data))) if data else 0
    if how == "cut":
        return data[:at]
    if how == "write":
        more = draw(blob)
        return data[:at] + more + data[at + len(more) :]
    if how == "insert":
        return data[:at] + draw(blob) + data[at:]
    if how == "twice":
        return data[:at] + data[at // 2 :]
    if how == "raw":
        return data.replace(draw(st.sampled_from([b"1", b"0", b'"t"', b"[]", b"{}", b"null"])), draw(raw), 20)
    return data


raw = st.sampled_from(RAW).map(str.encode)


def json_of(document: Any) -> bytes:
    return json.dumps(document).encode()


def lines_of(records: list[Any]) -> bytes:
    return b"".join(json_of(record) + b"\n" for record in records)


def real_recordings() -> list[list[dict[str, Any]]]:
    """Recordings to start from: a forged leak and what real programs wrote."""
    real = [[json.loads(line) for line in path.read_bytes().splitlines()] for path in sorted(DATA.glob("*.jsonl"))]
    return [leaking(60), leaking(200), *real]


Change = Callable[[list[dict[str, Any]], Any], None]
