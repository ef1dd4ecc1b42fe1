"""Whether a function of the file may be called once instead of again and again: it must only build, from what stays the same."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.motion import is_repeatable
from tensorleak.fix.nodes import find
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import changed_paths, free
from tensorleak.fix.sources import called_name
from tensorleak.fix.values import Kind


def check_helper(request: Request, call: cst.Call, varying: set[str], seen: frozenset[str] = frozenset()) -> None:
    """Refuses a call of a function of the file that reads what varies, changes something, or gives chance results; others pass."""
    name = called_name(call) or ""
    function = request.sources.function_named(name) if not request.names.called(call) and name not in seen else None
    if function is None:
        return
    if any(True for kind in (cst.Global, cst.Nonlocal) for _ in find(function.body, kind)):
        raise Refused(f"`{name}` assigns to names around it")
    changed = changed_paths(function.body)
    if changed:
        raise Refused(f"`{name}` sets `{min(changed)}` when it is called")
    read = free(function) & varying
    if read:
        raise Refused(f"`{name}` reads `{min(read)}`, which changes")
    for inner in find(function.body, cst.Call):
        _check_call(request, inner, name)
        check_helper(request, inner, varying, seen | {name})


def _check_call(request: Request, call: cst.Call, name: str) -> None:
    if is_repeatable(request, call):
        return
    known = request.names.called(call)
    local = request.sources.function_named(called_name(call) or "") is not None
    builds = isinstance(call.func, cst.Attribute) and request.values.of(call).kind is Kind.TENSOR
    if known or not (local or builds):
        raise Refused(f"`{name}` calls `{request.code(call.func)}`, which may give something else on every call")
