"""A session that one scope makes and uses is closed by `with`."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from tensorleak.fix.edits import Edits, indentable
from tensorleak.fix.nodes import find, only, walk
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import binding_count, free

SESSIONS = frozenset(["tensorflow.Session", "tensorflow.InteractiveSession"])
BRIEF = frozenset(["save", "restore", "eval", "run", "load"])
# What asks for the session that is the default one, which `with` changes.
DEFAULT = frozenset(["eval", "get_default_session", "get_default_graph"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Wraps what follows, up to the last use of the session, in `with tf.Session() as sess:`."""
    one = request.statement
    call, name = _session(request)
    body = request.block(one).body
    place = list(body).index(one)
    interactive = request.names.called(call) == "tensorflow.InteractiveSession"
    left_open = interactive and not any(
        _is_close(one, name) for later in body[place + 1 :] for one in find(later, cst.Call)
    )
    end = _last_use(request, body, place, None if left_open else name)
    inside = [*body[place + 1 : end + 1]]
    if not inside:
        raise Refused("nothing after the line uses the session")
    if name is not None:
        _check_escape(request, name, inside)
    if interactive:
        _check_default(request, inside)
    closed = _drop_close(inside, name)
    _check_scope(request, inside, body[end + 1 :])
    edits = Edits()
    wrapped = _with(request, call, name, one, closed)  # type: ignore[arg-type]
    edits.change(request.parents[one], lambda block: _spliced(block, place, end, wrapped))
    return _answer(request, edits, call, name, inside)


def _session(request: Request) -> tuple[cst.Call, str | None]:
    """The call that makes the session, and the name it gets, if any."""
    assign, bare = only(request.statement, cst.Assign), only(request.statement, cst.Expr)
    if bare is not None and request.names.called(bare.value) in SESSIONS:
        assert isinstance(bare.value, cst.Call)
        if request.names.called(bare.value) != "tensorflow.InteractiveSession":
            raise Refused("the session is made and dropped at once")
        return bare.value, None
    if assign is None or request.names.called(assign.value) not in SESSIONS:
        raise Refused("the line does not make a session")
    target = assign.targets[0].target
    if not isinstance(target, cst.Name) or len(assign.targets) != 1:
        raise Refused(f"`{request.code(target)}` keeps the session beyond this block")
    assert isinstance(assign.value, cst.Call)
    return assign.value, target.value


def _last_use(request: Request, body: Sequence[cst.CSTNode], place: int, name: str | None) -> int:
    if name is None:
        return len(body) - 1
    uses = [number for number in range(place + 1, len(body)) if name in free(body[number])]
    return max(uses, default=place)


def _check_default(request: Request, inside: list[cst.BaseStatement]) -> None:
    """Refuses when something outside of the block asks for the default session, which InteractiveSession leaves behind."""
    scope = request.function(request.statement) or request.module
    within = {node for one in inside for node in walk(one)}
    for call in find(scope, cst.Call):
        asks = isinstance(call.func, cst.Attribute) and call.func.attr.value in DEFAULT
        if asks and call not in within and request.line(call) > request.line(request.statement):
            what = f"`{request.code(call.func)}` at line {request.line(call)}"
            raise Refused(f"{what} asks for the default session, which InteractiveSession leaves behind")


def _check_escape(request: Request, name: str, inside: Sequence[cst.CSTNode]) -> None:
    """Refuses unless every use of the session is a use of its methods or attributes, or an argument of a call."""
    function = request.function(request.statement)
    scope: cst.CSTNode = function.body if function else request.module
    if binding_count(scope, name) != 1:
        raise Refused(f"`{name}` is assigned in several places")
    within = {node for one in inside for node in walk(one)}
    for node in find(scope, cst.Name):
        if node.value != name or isinstance(request.parents[node], cst.AssignTarget) or request.is_label(node):
            continue
        if node not in within:
            raise Refused(f"`{name}` is used outside of the block that makes it")
        _check_use(request, node, name)
    if function is not None and name in _declared(function):
        raise Refused(f"`{name}` is not a name of this function alone")
    if function is None and any(name in free(one) for one in find(request.module, cst.FunctionDef)):
        raise Refused(f"a function uses `{name}`, and may be called when it is closed")


def _check_use(request: Request, node: cst.Name, name: str) -> None:
    parent = request.parents[node]
    if isinstance(parent, cst.Attribute) and parent.value is node:
        if parent.attr.value == "as_default":
            raise Refused(f"`{name}` is made the default session by other means")
    elif isinstance(parent, cst.Arg):
        call = request.parents[parent]
        method = call.func.attr.value if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) else ""
        if method in {"append", "add", "put", "setdefault", "insert"}:
            raise Refused(f"`{name}` is put into a container")
    else:
        raise Refused(f"`{name}` leaves its block at line {request.line(node)}")
    inner = request.enclosing(node, cst.Lambda) or request.function(node)
    if inner is not request.function(request.statement):
        raise Refused(f"a function inside uses `{name}`, and may be called when it is closed")


def _declared(function: cst.FunctionDef) -> set[str]:
    return {
        item.name.value
        for node in walk(function.body)
        if isinstance(node, cst.Global | cst.Nonlocal)
        for item in node.names
    }


def _drop_close(inside: list[cst.BaseStatement], name: str | None) -> list[cst.BaseStatement]:
    """Without the `sess.close()` at the end, whose comments move to the statement in front of it."""
    closes = [call for one in inside for call in find(one, cst.Call) if _is_close(call, name)]
    if not closes:
        return inside
    last = only(inside[-1], cst.Expr)
    if len(closes) > 1 or last is None or last.value is not closes[0]:
        raise Refused(f"`{name}` is closed in the middle of its use")
    if len(inside) == 1:
        raise Refused("nothing happens between the making and the closing of the session")
    final = inside[-1]
    assert isinstance(final, cst.SimpleStatementLine)
    if final.trailing_whitespace.comment is not None or any(line.comment for line in final.leading_lines):
        raise Refused("the call that closes the session carries a comment")
    return inside[:-1]


def _is_close(call: cst.Call, name: str | None) -> bool:
    func = call.func
    return (
        isinstance(func, cst.Attribute)
        and func.attr.value == "close"
        and isinstance(func.value, cst.Name)
        and func.value.value == name
    )


def _check_scope(request: Request, inside: Sequence[cst.CSTNode], after: Sequence[cst.CSTNode]) -> None:
    for one in inside:
        if any(isinstance(node, cst.Yield) for node in walk(one)):
            raise Refused("the block yields in between, and the session would stay the default one")


def _with(
    request: Request, call: cst.Call, name: str | None, one: cst.SimpleStatementLine, body: list[cst.BaseStatement]
) -> cst.With:
    made = call
    if request.names.called(call) == "tensorflow.InteractiveSession":
        assert isinstance(call.func, cst.Attribute | cst.Name)
        session = cst.Name("Session")
        if isinstance(call.func, cst.Name):
            raise Refused("`InteractiveSession` is imported by name, `Session` is not")
        made = call.with_changes(func=call.func.with_changes(attr=session))
    asname = cst.AsName(cst.Name(name)) if name else None
    header = cst.TrailingWhitespace(
        one.trailing_whitespace.whitespace, one.trailing_whitespace.comment, one.trailing_whitespace.newline
    )
    return cst.With(
        [cst.WithItem(made, asname)],
        cst.IndentedBlock(indentable(body), header=header),
        leading_lines=one.leading_lines,
    )


def _spliced(
    block: cst.IndentedBlock | cst.Module, place: int, end: int, wrapped: cst.With
) -> cst.IndentedBlock | cst.Module:
    new = block.with_changes(body=[*block.body[:place], wrapped, *block.body[end + 1 :]])
    assert isinstance(new, cst.IndentedBlock | cst.Module)
    return new


def _answer(request: Request, edits: Edits, call: cst.Call, name: str | None, inside: Sequence[cst.CSTNode]) -> Rewrite:
    title = f"Close `{name}` with a `with` block" if name else "Close the session with a `with` block"
    reason = _doubt(request, call, name, inside)
    if reason is None:
        return request.rewrite(edits, Safety.SAFE, title, "the session is used in this block alone")
    return request.rewrite(edits, Safety.UNSAFE, title, reason)


def _doubt(request: Request, call: cst.Call, name: str | None, inside: Sequence[cst.CSTNode]) -> str | None:
    """Why the change may not keep the meaning, if so: `with` also makes the session and its graph the default ones."""
    if request.names.called(call) == "tensorflow.InteractiveSession":
        return "code elsewhere may rely on the default session that InteractiveSession leaves behind"
    if any(isinstance(arg.keyword, cst.Name) and arg.keyword.value == "graph" for arg in call.args):
        return "the graph of the session becomes the default one inside the block"
    for one in inside:
        for attribute in find(one, cst.Attribute):
            if attribute.attr.value in DEFAULT:
                return f"`{request.code(attribute)}` asks for the default session, which becomes this one"
        for user in find(one, cst.Call):
            if any(request.code(arg.value) == name for arg in user.args) and not _is_brief(user):
                return f"`{request.code(user.func)}` gets the session, and may use it after it is closed"
    return None


def _is_brief(call: cst.Call) -> bool:
    """Whether what a session is handed to uses it only during the call."""
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in BRIEF
