"""Names of libraries are visited where memory goes on growing, and followed where more lies below them than before."""

from __future__ import annotations

import gc
import json
import sys
import types
from typing import Any

import pytest
from tensorleak_probe.looks import Looks
from tensorleak_probe.looks.amounts import Amounts
from tensorleak_probe.looks.contents import describe_contents
from tensorleak_probe.looks.levels import Levels
from tensorleak_probe.looks.walk import Walks
from tensorleak_probe.sites import Sites

MB = 1e6
STEPS = range(11)


def levels(growth: list[float]) -> Any:
    """Looks at memory that was at these levels, in megabytes, a second after each other."""
    taken = [(value * MB, float(second)) for second, value in enumerate(growth)]
    return types.SimpleNamespace(_levels=taken[:-1], now=lambda: taken[-1])


@pytest.mark.parametrize(
    ("growth", "abates"),
    [
        ([500 + 2 * step for step in STEPS], False),
        ([500 + 4 * (step // 2) for step in STEPS], False),
        ([500 + 40 * (1 - 0.5**step) for step in STEPS], True),
        ([500 + 0.3 * step for step in STEPS], True),
    ],
    ids=["evenly", "by leaps", "less and less", "hardly"],
)
def test_what_grows_less_and_less_is_warming_up(growth: list[float], abates: bool) -> None:
    assert Levels.abates(levels(growth)) is abates


@pytest.mark.parametrize(
    ("changed", "matters"),
    [
        ({}, False),
        ({"element_bytes": 40_000}, True),
        ({"contents": "tensor"}, True),
        ({"opaque": True}, True),
        ({"contents": "tensor", "holder": {"user": False}}, False),
    ],
    ids=["a number per epoch", "large", "tensors", "who knows what", "a library's own"],
)
def test_a_few_numbers_raise_no_alarm(changed: dict[str, Any], matters: bool) -> None:
    row = {"contents": "object", "opaque": False, "growth": 50, "element_bytes": 36, "holder": {"user": True}}
    looks: Any = types.SimpleNamespace(_done=lambda: 3200)
    assert Looks._matters(looks, {**row, **changed}) is matters


class Registry:
    def __init__(self) -> None:
        self.tables: dict[str, list[int]] = {"a": [1, 2], "b": []}


def test_an_amount_rises_with_what_lies_below() -> None:
    registry = Registry()
    before = Amounts(set()).below(registry, deep=True)
    assert Amounts(set()).below(registry, deep=True) == before
    registry.tables["b"] += [3, 4, 5]
    assert Amounts(set()).below(registry, deep=True) == before + 3


def test_what_was_counted_under_one_name_is_not_counted_under_the_next() -> None:
    registry, counted = Registry(), set[int]()
    Amounts(counted).below(registry, deep=True)
    other = {"registry": registry}
    again = Amounts(counted).below(other, deep=True)
    registry.tables["b"] += [3, 4, 5]
    assert Amounts(counted - {id(other)}).below(other, deep=True) == again


def test_of_a_table_of_the_frameworks_own_its_elements_are_counted_alone() -> None:
    table = {"a": [1, 2, 3]}
    before = Amounts(set()).below(table, deep=False)
    table["a"].append(4)
    assert Amounts(set()).below(table, deep=False) == before
    table["b"] = []
    assert Amounts(set()).below(table, deep=False) > before


def made_here() -> None: ...


@pytest.mark.parametrize(
    ("table", "own"),
    [
        ({"a": made_here, "b": Registry}, True),
        ({made_here: "a", Registry: "b"}, True),
        ({"a": json.dumps, "b": json.JSONEncoder}, False),
        ({"a": 1, "b": "text"}, False),
    ],
    ids=["values", "keys", "a library's", "none"],
)
def test_a_table_of_the_programs_own_functions_and_classes_is_known(table: dict[Any, Any], own: bool) -> None:
    assert describe_contents(table)["users"] is own


MODULES = 3000  # as TensorFlow and what is used with it have
RUNS = 20  # of the collector's youngest generation, each after 700 objects more


def runs_of_the_collector() -> int:
    """How often it runs during a walk through libraries, after some that have made their paths."""
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    for _ in range(3):
        walks.take()
    before: int = gc.get_stats()[0]["collections"]
    walks.take()
    return gc.get_stats()[0]["collections"] - before


def test_modules_make_no_objects_that_the_collector_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some runs of its youngest generation it goes over all objects of the program."""
    before = runs_of_the_collector()
    for number in range(MODULES):
        module = types.ModuleType(f"library_part_{number}")
        module.__file__ = pytest.__file__
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert runs_of_the_collector() - before < RUNS
