"""A traced function that gets a new shape on every call is traced for shapes in general, or runs without XLA."""

from __future__ import annotations

from pathlib import Path

import libcst as cst

from tensorleak.check.project import Project
from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Request
from tensorleak.fix.traced import Traced, with_argument, without_argument

RELAXED = frozenset(["reduce_retracing", "experimental_relax_shapes"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Adds `reduce_retracing=True` where the function is made, or takes `jit_compile=True` away."""
    traced = Traced.at(request)
    if "jit_compile" in traced.options or "experimental_compile" in traced.options:
        return _uncompiled(request, traced)
    if "input_signature" in traced.options:
        return Refusal("the function has an input signature already")
    if RELAXED & set(traced.options):
        return Refusal("the function is traced for shapes in general already")
    edits = Edits()
    edits.replace(traced.maker, _relaxed(traced.maker, _option(request)))
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Trace `{traced.name}` for shapes in general",
        "shapes are unknown while tracing; before TensorFlow 2.9 the option is called experimental_relax_shapes",
    )


def _option(request: Request) -> str:
    """The name of the option: the older one, which both versions know, in a program that may run on TensorFlow 1."""
    folder = Path(request.finding.file).absolute().parent
    older = request.names.runs_on_version_1 or Project([folder]).tensorflow(str(folder)) == 1
    return "experimental_relax_shapes" if older else "reduce_retracing"


def _relaxed(maker: cst.BaseExpression, option: str) -> cst.BaseExpression:
    call = maker if isinstance(maker, cst.Call) else cst.Call(maker)
    return with_argument(call, option, expression("True"))


def _uncompiled(request: Request, traced: Traced) -> Rewrite:
    """XLA compiles and keeps one program per shape, whatever the signature says."""
    edits, maker = Edits(), traced.maker
    assert isinstance(maker, cst.Call)
    for option in ("jit_compile", "experimental_compile"):
        maker = without_argument(maker, option)
    if not maker.args:
        edits.replace(traced.maker, maker.func)
    else:
        edits.replace(traced.maker, maker)
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Run `{traced.name}` without XLA, which keeps a program for every shape",
        "it may run slower and round differently; padding the input to a few sizes keeps XLA",
    )
