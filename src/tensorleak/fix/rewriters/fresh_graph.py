"""A function that opens its own session gets its own graph, so that what it builds is freed when it returns."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits, expression, indentable
from tensorleak.fix.nodes import find, walk
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import bound, free, parameters, paths_read
from tensorleak.fix.values import Kind

SESSIONS = frozenset(["tensorflow.Session", "tensorflow.InteractiveSession"])
FOREIGN = frozenset([Kind.TENSOR, Kind.SESSION, Kind.GRAPH])
REASON = "the function no longer sees or adds to the default graph, and its random ops start from other seeds"


def rewrite(request: Request) -> Rewrite | Refusal:
    """Wraps the body of the function, or of the loop, in `with tf.Graph().as_default():`."""
    owner, block = _block(request)
    sessions = [call for call in find(block, cst.Call) if request.names.called(call) in SESSIONS]
    if len(sessions) != 1:
        raise Refused("the code that builds the ops does not open a session of its own")
    if _has_graph(sessions[0]):
        raise Refused("the session has a graph of its own")
    _check_reuse(request, block)
    _check_inputs(request, owner, block)
    _check_results(request, block)
    spelled = request.names.spelling("tensorflow.Graph") or request.names.v1("Graph")
    if spelled is None:
        raise Refused("the file does not import TensorFlow")
    edits = Edits()
    _wrap(request, block, sessions[0], f"{spelled}().as_default()", edits)
    return request.rewrite(edits, Safety.UNSAFE, "Build in a graph of its own", REASON)


def _block(request: Request) -> tuple[cst.FunctionDef | cst.For | cst.While, cst.IndentedBlock]:
    """The body of the nearest loop, else of the function."""
    loops = request.loops(request.statement)
    owner = loops[0] if loops else request.function(request.statement)
    if owner is None:
        raise Refused("the line is neither in a loop nor in a function")
    if not isinstance(owner.body, cst.IndentedBlock):
        raise Refused("the block shares its line with its header")
    if any(True for _ in find(owner.body, cst.Yield)):
        raise Refused("the block yields in between, and the graph would stay the default one")
    return owner, owner.body


def _has_graph(call: cst.Call) -> bool:
    positional = [arg for arg in call.args if arg.keyword is None]
    named = any(arg.keyword is not None and arg.keyword.value == "graph" for arg in call.args)
    return named or len(positional) > 1


def _check_reuse(request: Request, block: cst.IndentedBlock) -> None:
    """Refuses when variables of an earlier round are looked for, which a new graph does not have."""
    for call in find(block, cst.Call):
        for arg in call.args:
            label = arg.keyword.value if arg.keyword is not None else ""
            if label == "reuse" and request.code(arg.value) not in {"False", "None"} | {
                request.names.tensorflow("AUTO_REUSE")
            }:
                raise Refused(
                    f"`{request.code(arg)}` at line {request.line(call)} looks for variables that are there already"
                )
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "reuse_variables":
            raise Refused(
                f"`{request.code(call)}` at line {request.line(call)} looks for variables that are there already"
            )


def _check_inputs(request: Request, owner: cst.CSTNode, block: cst.IndentedBlock) -> None:
    """Refuses unless all that comes from outside is plain data or code."""
    params = {one.name.value for one in parameters(owner)} if isinstance(owner, cst.FunctionDef) else set()
    inside = bound(block) - params
    for node in walk(block):
        if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and node.value.value == "self":
            _check_foreign(request, node)
        elif isinstance(node, cst.Name) and node.value in free(block) and node.value not in inside | {"self"}:
            _check_name(request, node)
    if any(path.endswith((".graph", "get_default_graph")) for path in paths_read(block)):
        raise Refused("the code asks for a graph that it expects to be another")


def _check_name(request: Request, node: cst.Name) -> None:
    parent = request.parents[node]
    if request.is_label(node) or request.names.is_import(node.value):
        return
    if isinstance(parent, cst.Call) and parent.func is node:
        _check_callee(request, node)
        return
    _check_foreign(request, node)


def _check_callee(request: Request, node: cst.Name) -> None:
    """A helper in the file may build too, but not on tensors of the module."""
    function = request.sources.function_named(node.value)
    if function is None:
        raise Refused(f"what `{node.value}` builds on cannot be told from this file")
    own = bound(function.body) | {one.name.value for one in parameters(function)}
    for name in find(function.body, cst.Name):
        known = request.names.is_import(name.value) or request.sources.function_named(name.value)
        if name.value in free(function.body) - own and not known:
            _check_foreign(request, name)


def _check_foreign(request: Request, node: cst.BaseExpression) -> None:
    parent = request.parents[node]
    if isinstance(parent, cst.AssignTarget | cst.AugAssign) or _is_method(request, node):
        return
    value = request.values.of(node)
    if value.kind in FOREIGN:
        raise Refused(f"`{request.code(node)}` is a {value.kind.value} of another graph")
    if value.kind is Kind.UNKNOWN and not _is_data(request, node):
        raise Refused(f"`{request.code(node)}` may be a tensor of another graph")


def _is_method(request: Request, node: cst.BaseExpression) -> bool:
    parent = request.parents[node]
    return isinstance(node, cst.Attribute) and isinstance(parent, cst.Call) and parent.func is node


def _is_data(request: Request, node: cst.BaseExpression) -> bool:
    """`tf.constant(x)` and NumPy's functions take data, never a tensor of a graph."""
    for one in request.ancestors(node):
        if isinstance(one, cst.Call):
            name = request.names.called(one)
            if name == "tensorflow.constant" or name.startswith(("numpy.", "os.", "math.")):
                return True
        if isinstance(one, cst.BaseStatement):
            return False
    return False


def _check_results(request: Request, block: cst.IndentedBlock) -> None:
    for result in find(block, cst.Return):
        if result.value is not None and request.values.of(result.value).kind in FOREIGN:
            raise Refused(
                f"the {request.values.of(result.value).kind.value} that is returned would belong to the new graph"
            )
    for assign in find(block, cst.Assign):
        for target in assign.targets:
            if isinstance(target.target, cst.Attribute) and request.values.of(assign.value).kind in FOREIGN:
                raise Refused(f"`{request.code(target.target)}` would keep what belongs to the new graph")


def _wrap(request: Request, block: cst.IndentedBlock, session: cst.Call, graph: str, edits: Edits) -> None:
    first = 1 if _is_docstring(block.body[0]) else 0
    body = block.body[first:]
    if len(body) == 1 and isinstance(body[0], cst.With) and body[0].items[0].item is session:
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        item = cst.WithItem(expression(graph), comma=comma)
        edits.change(body[0], lambda one: one.with_changes(items=[item, *one.items]))
        return
    edits.change(block, lambda one: _in_with(one, first, graph))


def _in_with(block: cst.IndentedBlock, first: int, graph: str) -> cst.IndentedBlock:
    inner = cst.IndentedBlock(indentable(block.body[first:]), footer=block.footer)
    lines = getattr(inner.body[0], "leading_lines", ())
    head = inner.body[0].with_changes(leading_lines=[])
    inner = inner.with_changes(body=[head, *inner.body[1:]])
    wrapped = cst.With([cst.WithItem(expression(graph))], inner, leading_lines=lines)
    return block.with_changes(body=[*block.body[:first], wrapped], footer=[])


def _is_docstring(node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.SimpleStatementLine) or not isinstance(node.body[0], cst.Expr):
        return False
    return isinstance(node.body[0].value, cst.SimpleString | cst.ConcatenatedString)
