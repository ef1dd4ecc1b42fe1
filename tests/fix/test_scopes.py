"""What code reads, binds and changes."""

from __future__ import annotations

import libcst as cst
import pytest

from tensorleak.fix.scopes import binding_count, bound, changed_paths, free


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = b + c", {"b", "c"}),
        ("a.b = c.d", {"a", "c"}),
        ("a[i] = x", {"a", "i", "x"}),
        ("f(key=value)", {"f", "value"}),
        ("[x + y for x in xs if x > z]", {"y", "xs", "z"}),
        ("{k: v for k, v in d.items()}", {"d"}),
        ("lambda x: x + y", {"y"}),
        ("def f(a, b=c):\n    d = a + e\n    return d", {"c", "e"}),
        ("def f():\n    global g\n    g = 1\n    return g", {"g"}),
        ("for i in rows:\n    use(i)", {"rows", "use", "i"}),
        ("with a as b:\n    b.c()", {"a", "b"}),
        ("@deco\ndef f(): pass", {"deco"}),
        ("import os.path", set()),
        ("x += y", {"x", "y"}),
    ],
)
def test_free_names(code: str, expected: set[str]) -> None:
    assert free(cst.parse_module(code)) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a, (b, *c) = d", {"a", "b", "c"}),
        ("for i, (j, k) in rows:\n    m = i", {"i", "j", "k", "m"}),
        ("with a as b, c as (d, e):\n    pass", {"b", "d", "e"}),
        ("def f():\n    inner = 1", {"f"}),
        ("[x for x in xs]", set()),
        ("[(y := x) for x in xs]", {"y"}),
        ("import os.path\nimport numpy as np\nfrom a import b as c", {"os", "np", "c"}),
        ("try:\n    pass\nexcept E as error:\n    pass", {"error"}),
        ("x: int = 1", {"x"}),
        ("self.a = 1", set()),
    ],
)
def test_bound_names(code: str, expected: set[str]) -> None:
    assert bound(cst.parse_module(code)) == expected


def test_changed_attributes_are_found_wherever_they_are_assigned_to() -> None:
    code = "self.a = 1\nself.b[0] += 2\nself.c, d = e\ndef f():\n    self.g.h = 3\n"
    assert changed_paths(cst.parse_module(code)) == {"self.a", "self.b", "self.c", "self.g.h"}


def test_each_binding_counts() -> None:
    assert binding_count(cst.parse_module("x = 1\nfor x in y:\n    x += 1\n"), "x") == 3
