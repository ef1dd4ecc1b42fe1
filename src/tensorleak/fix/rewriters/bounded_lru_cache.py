"""A cache of function results without a limit gets one."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request

SIZE = 128
CACHES = frozenset(["functools.cache", "functools.lru_cache"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Gives the cache that decorates a function a size."""
    function = request.statement
    if not isinstance(function, cst.FunctionDef):
        function = request.function(request.statement) or function
    if not isinstance(function, cst.FunctionDef):
        raise Refused("the line is not a cached function")
    decorator = next((one.decorator for one in function.decorators if _cache(request, one.decorator)), None)
    if decorator is None:
        raise Refused(f"`{function.name.value}` has no cache of functools")
    edits = Edits()
    edits.replace(decorator, _bounded(request, decorator, edits))
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Keep the last {SIZE} results of `{function.name.value}`",
        "a result that was dropped is computed again, and is then another object",
    )


def _cache(request: Request, decorator: cst.BaseExpression) -> bool:
    called = decorator.func if isinstance(decorator, cst.Call) else decorator
    return request.names.dotted(called) in CACHES


def _bounded(request: Request, decorator: cst.BaseExpression, edits: Edits) -> cst.BaseExpression:
    if isinstance(decorator, cst.Call) and request.names.called(decorator) == "functools.lru_cache":
        return _with_size(request, decorator)
    if request.names.dotted(decorator) == "functools.lru_cache":
        raise Refused(f"a bare `lru_cache` already keeps {SIZE} results at most")
    spelled = request.names.spelling("functools.lru_cache")
    if spelled is None:
        edits.import_module("functools")
        spelled = "functools.lru_cache"
    return expression(f"{spelled}(maxsize={SIZE})")


def _with_size(request: Request, call: cst.Call) -> cst.Call:
    for number, arg in enumerate(call.args):
        if (arg.keyword is None and number == 0) or (arg.keyword is not None and arg.keyword.value == "maxsize"):
            if request.code(arg.value) != "None":
                raise Refused("the cache has a size of its own")
            args = [*call.args]
            args[number] = arg.with_changes(value=cst.Integer(str(SIZE)))
            return call.with_changes(args=args)
    raise Refused(f"`lru_cache` without a size already keeps {SIZE} results at most")
