"""What the file shows of its values: followed through calls, loops and generators, unknown where it does not say."""

from __future__ import annotations

import textwrap

import libcst as cst
import pytest
from fixing import finding_at

from tensorleak.fix.request import Request
from tensorleak.fix.values import Kind

PREFIX = "import numpy as np\nimport tensorflow as tf\n"


def value_of_last(code: str) -> object:
    """The value of the argument of `show(...)`."""
    module = cst.parse_module(PREFIX + textwrap.dedent(code))
    request = Request.of(module, finding_at(1, None))
    for node in request.nodes:
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "show":
            return request.values.of(node.args[0].value)
    raise AssertionError


@pytest.mark.parametrize(
    ("code", "kind", "dtype"),
    [
        ("show(1)", Kind.PLAIN, "int"),
        ("show(0.5 * step)", Kind.UNKNOWN, None),
        ("for step in range(n):\n    show(0.5 * step)", Kind.PLAIN, "float"),
        ("show(np.zeros(3, np.float32).reshape(3, 1))", Kind.PLAIN, "float32"),
        ("show(tf.constant(1))", Kind.TENSOR, None),
        ("sess = tf.compat.v1.Session()\nshow(sess)", Kind.SESSION, None),
        ("sess = tf.compat.v1.Session()\nshow(sess.run(x))", Kind.PLAIN, None),
        ("def rows():\n    yield 1, a.astype('float32')\nfor n, row in rows():\n    show(row)", Kind.PLAIN, "float32"),
        ("def f(x):\n    show(x)\nf(tf.ones(2))", Kind.TENSOR, None),
        ("def f(x):\n    show(x)\nf(tf.ones(2))\nf(1)", Kind.UNKNOWN, None),
        ("def f(x):\n    show(x)", Kind.UNKNOWN, None),
        ("def f(*xs):\n    show(xs)\nf(*everything)", Kind.UNKNOWN, None),
        ("x = x + 1\nshow(x)", Kind.UNKNOWN, None),
        ("show(unheard_of(1))", Kind.UNKNOWN, None),
    ],
)
def test_kinds(code: str, kind: Kind, dtype: str | None) -> None:
    value = value_of_last(code)
    assert (value.kind, value.dtype) == (kind, dtype)


def test_an_attribute_is_what_the_class_sets_it_to() -> None:
    code = """
        class A:
            def __init__(self, rate):
                self.rate = rate
            def f(self):
                show(self.rate)
        A(0.5)
    """
    assert value_of_last(code).dtype == "float"
