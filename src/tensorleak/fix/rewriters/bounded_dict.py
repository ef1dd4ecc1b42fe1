"""A dict that gains a key per call drops its oldest entry once it holds more than it needs."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from tensorleak.fix.containers import Container, container
from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.nodes import find
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import changed_paths, paths_read
from tensorleak.fix.values import Kind

MEMO = 128  # as functools.lru_cache keeps
READS = frozenset(["get", "pop", "clear"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Bounds the dict at the blamed line."""
    return bound(request, container(request))


def bound(request: Request, found: Container) -> Rewrite | Refusal:
    """Drops the oldest entry after each new one."""
    if found.kind != "dict":
        raise Refused(f"`{found.name}` is no dict")
    if not isinstance(found.growth, cst.Assign):
        return _bound_lists(request, found)
    target = found.growth.targets[0].target
    if not isinstance(target, cst.Subscript):
        raise Refused(f"the line makes `{found.name}`: where it gains its keys must be known")
    reads = [use for use in found.uses() if request.parents[use] is not target]
    newest = bool(reads) and all(_reads_newest(request, use, found, target) for use in reads)
    if not newest:
        for use in found.uses():
            _check(request, use, found)
    return _evict(request, found, 1 if newest else MEMO)


def _evict(request: Request, found: Container, size: int) -> Rewrite:
    name, edits = found.name, Edits()
    drop = cst.parse_statement(
        f"if len({name}) > {size}:\n    {_dropping(request, found)}\n", request.module.config_for_parsing
    )
    assert isinstance(drop, cst.If)
    edits.insert_after(request.statement, [drop])
    kept = f"the last {size} entries" if size > 1 else "the last entry"
    safety = Safety.SHOWN if _is_state(request, found) else Safety.UNSAFE
    rewrite = request.rewrite(
        edits,
        safety,
        f"Keep {kept} of `{name}`",
        "an entry that was dropped is missing, or is made anew, when it is asked for again",
    )
    return replace(rewrite, shared=found.shared)


def _dropping(request: Request, found: Container) -> str:
    oldest = f"next(iter({found.name}))"
    return f"{found.name}.pop({oldest}).close()" if _is_session(request, found) else f"del {found.name}[{oldest}]"


def _is_session(request: Request, found: Container) -> bool:
    assert isinstance(found.growth, cst.Assign)
    return request.values.of(found.growth.value).kind is Kind.SESSION


def _is_state(request: Request, found: Container) -> bool:
    """Sessions, optimisers and variables carry state that would be lost with them."""
    assert isinstance(found.growth, cst.Assign)
    made = request.names.called(found.growth.value)
    return (
        _is_session(request, found)
        or made.startswith(("keras.optimizers.", "keras.metrics."))
        or made == "tensorflow.Variable"
    )


def _check(request: Request, use: cst.BaseExpression, found: Container) -> None:
    """Refuses a use that needs entries which may be gone."""
    parent = request.parents[use]
    if isinstance(parent, cst.ComparisonTarget) and isinstance(parent.operator, cst.In | cst.NotIn):
        return
    if isinstance(parent, cst.Attribute) and parent.value is use and parent.attr.value in READS:
        return
    if (
        isinstance(parent, cst.Subscript)
        and parent.value is use
        and (_is_store(request, parent) or _is_guarded(request, parent, found))
    ):
        return
    raise Refused(f"`{request.code(parent)}` at line {request.line(parent)} may need an entry that would be dropped")


def _is_store(request: Request, node: cst.Subscript) -> bool:
    return isinstance(request.parents[node], cst.AssignTarget)


def _is_guarded(request: Request, node: cst.Subscript, found: Container) -> bool:
    """Whether the function makes the entry first when it is missing (`if k not in d: d[k] = …`)."""
    function = request.function(node)
    if function is None or function is not request.function(request.statement):
        return False
    key = request.module.code_for_node(node).partition("[")[2]
    for test in find(function, cst.Comparison):
        last = test.comparisons[-1]
        if isinstance(last.operator, cst.NotIn) and request.code(last.comparator) == found.name:
            return key == f"{request.code(test.left)}]"
    return False


def _reads_newest(request: Request, use: cst.BaseExpression, found: Container, target: cst.Subscript) -> bool:
    """Whether a use touches only the newest entry: the same key, which changes nowhere but where entries are made."""
    parent = request.parents[use]
    if not isinstance(parent, cst.Subscript) or parent.value is not use:
        return False
    if request.code(parent) != request.code(target):
        return False
    if request.function(parent) is request.function(target):
        return True
    key = expression(request.code(target).partition("[")[2][:-1])
    makers = {request.function(target)}
    for function in find(request.module, cst.FunctionDef):
        if (
            function not in makers
            and function.name.value != "__init__"
            and paths_read(key) & changed_paths(function.body)
        ):
            return False
    return isinstance(key, cst.Attribute)


def _bound_lists(request: Request, found: Container) -> Rewrite | Refusal:
    """`d.setdefault(k, []).append(v)`: the lists are bounded, not the dict."""
    call = next((one for one in find(found.growth, cst.Call) if _is_setdefault(one)), None)
    if call is None or len(call.args) != 2 or request.code(call.args[1].value) != "[]":
        raise Refused(f"what is added to `{found.name}` is not a list of its own")
    for use in found.uses():
        _check_last(request, use, call)
    edits = Edits()
    spelled = request.names.spelling("collections.deque")
    if spelled is None:
        edits.import_module("collections")
    edits.replace(call.args[1].value, expression(f"{spelled or 'collections.deque'}(maxlen=1)"))
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Keep the last element of each list in `{found.name}`",
        "this file reads only the last one, but code elsewhere may read more, and the number of keys is not bounded",
    )


def _is_setdefault(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "setdefault"


def _check_last(request: Request, use: cst.BaseExpression, call: cst.Call) -> None:
    parent = request.parents[use]
    if parent is call.func:
        return
    outer = request.parents[parent]
    if isinstance(parent, cst.Subscript) and isinstance(outer, cst.Subscript) and request.code(outer).endswith("[-1]"):
        return
    raise Refused(f"`{request.code(use)}` is read as a whole at line {request.line(use)}")
