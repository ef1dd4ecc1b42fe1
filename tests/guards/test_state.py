"""Which Python state a function reads, found in its code and read without running any of it."""

from __future__ import annotations

from tensorleak_probe.guards.state import StatePlan, freeze, show

RATE = 2.0
UNUSED = 3


class Config:
    depth = 4

    def __init__(self):
        self.name = "a"

    @property
    def computed(self):
        raise AssertionError("must not run")


CONFIG = Config()


def helper(x):
    return x * RATE


def reads(x):
    return helper(x) + CONFIG.depth + len(CONFIG.name) + CONFIG.computed


class Model:
    def __init__(self):
        self.scale = 1
        self.sizes = [1, 2]
        self.written = 0

    def inner(self, x):
        return x + len(self.sizes)

    def call(self, x):
        self.written = 5
        return self.inner(x) * self.scale


def test_globals_attributes_and_helpers():
    assert StatePlan(reads).read() == {
        "RATE": ("float", "2.0"),
        "CONFIG.depth": ("int", "4"),
        "CONFIG.name": ("str", "'a'"),
    }


def test_attributes_of_self_that_are_read():
    model = Model()
    plan = StatePlan(Model.call, model)
    assert sorted(plan.read(model)) == ["self.scale", "self.sizes"]
    before = plan.read(model)
    model.sizes.append(3)
    after = plan.read(model)
    assert before["self.scale"] == after["self.scale"] and before["self.sizes"] != after["self.sizes"]


def test_closure_variables_also_inside_a_lambda():
    level, names = 1, {"a": [1]}

    def function(x):
        return [(lambda y: y + level)(part) for part in x] + [names["a"]]

    before = StatePlan(function).read()
    assert sorted(before) == ["level", "names"]
    names["a"].append(2)
    assert StatePlan(function).read()["names"] != before["names"]
    level = 2


def test_pictures_are_small_and_comparable():
    assert freeze(float("nan")) == freeze(float("nan"))
    assert freeze(1) != freeze(True) and freeze({1, 2}) == freeze({2, 1})
    assert freeze(object()) is None
    assert freeze([object()]) == freeze([object()])
    assert len(show(freeze("x" * 10000))) <= 80
    assert len(show(freeze(list(range(10000))))) <= 80
    assert show(freeze({"a": 1})) == "dict of 1: 'a': 1"
