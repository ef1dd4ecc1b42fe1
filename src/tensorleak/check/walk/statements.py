"""Statements, one handler each."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from tensorleak.check.elements import element_of
from tensorleak.check.events import is_endless
from tensorleak.check.module import FunctionNode
from tensorleak.check.syntax import dotted, jumps, last_name, lengthens, mentions, words
from tensorleak.check.values import FEW, MANY, SOME, UNKNOWN, Loop, Value, hold
from tensorleak.check.walk.binding import bind, bind_name, join_branches
from tensorleak.check.walk.branches import decided
from tensorleak.check.walk.changes import changes
from tensorleak.check.walk.decorators import decorated
from tensorleak.check.walk.exceptions import FAILING, Failure, bound_by, caught_by, note_raised
from tensorleak.check.walk.expressions import test
from tensorleak.check.walk.guards import (
    guard_of,
    handling_guard,
    is_main_guard,
    leaves,
    leaving_guard,
    never_holds,
    rest_guard,
    search_guard,
    undecided_guard,
)
from tensorleak.check.walk.loops import ends, enter, vary
from tensorleak.check.walk.operators import combined
from tensorleak.check.walk.parameters import default, defaults_of
from tensorleak.check.walk.rounds import (
    EPOCHS,
    FEW_ROUNDS,
    RECORDS,
    counted,
    is_folds,
    is_record,
    plausible,
    rounds,
    share_of,
)
from tensorleak.check.walk.wholes import note_joined, note_longer

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


MOST_DIFFERENT = 4


def _expression(run: Interpreter, node: ast.Expr) -> bool:
    run.story.unused.add(id(node.value))
    run.evaluate(node.value)
    return ends(node)


def _assign(run: Interpreter, node: ast.Assign) -> None:
    if replaced_by_longer(run, node):
        return
    vary_own(run, node)
    value = run.evaluate(node.value)
    if run.loops and lengthens(node):
        note_joined(run, node.targets[0], value)
    begun = run.frame.begun
    for target in node.targets:
        before = begun.get(target.id) if isinstance(target, ast.Name) else None
        bind(run, target, value)
        if isinstance(target, ast.Name) and before not in (None, run.loops) and goes_on(target.id, node.value):
            begun[target.id] = before


def vary_own(run: Interpreter, node: ast.Assign) -> None:
    """`self.rate = self.rate * 0.99` in a method that each round of a loop calls: the number differs from round to round."""
    target = node.targets[0]
    if not run.loops or not isinstance(target, ast.Attribute):
        return
    known = run.frame.module.changed_by_itself
    if id(node) not in known:
        known[id(node)] = changes(dotted(target), node.value)
    for loop in outliving(run, target) if known[id(node)] else ():
        vary(run, dotted(target), loop, longer=False)


def outliving(run: Interpreter, target: ast.expr) -> frozenset[Loop]:
    """The loops in whose rounds a counter goes on counting: of an object all those that are younger than it, else the innermost."""
    holder = run.evaluate(target.value) if isinstance(target, ast.Attribute) else None
    if holder is None or holder.kind != "instance":
        return frozenset(run.loops[-1:])
    return frozenset(loop for loop in run.loops if loop not in holder.born)


def goes_on(name: str, value: ast.expr) -> bool:
    """Whether an assignment may continue what the name stands for: `node = Node(node)`, `last = node`."""
    return isinstance(value, ast.Name) or mentions(value, name)


def replaced_by_longer(run: Interpreter, node: ast.Assign) -> bool:
    """`rows = rows + [row]`, `rows = (*rows, row)` and `table = {**table, key: row}` add to a container as `append` does."""
    name = dotted(node.targets[0])
    found = lengthened(node.value) if name else None
    if found is None or dotted(found[0]) != name:
        return False
    container = run.evaluate(found[0])
    if container.kind not in (("dict",) if isinstance(node.value, ast.Dict) else ("list", "tuple")):
        return False
    for key, part in found[1]:
        tell_added(run, node, name, container, run.evaluate(part), run.evaluate(key) if key is not None else None)
    return True


def lengthened(value: ast.expr) -> tuple[ast.expr, list[tuple[ast.expr | None, ast.expr]]] | None:
    """What a longer container is made of: the one it begins with, and what comes to that, with keys where it is a table."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and isinstance(value.right, ast.List | ast.Tuple):
        return value.left, [(None, part) for part in value.right.elts]
    if isinstance(value, ast.List | ast.Tuple) and value.elts and isinstance(value.elts[0], ast.Starred):
        return value.elts[0].value, [(None, part) for part in value.elts[1:]]
    if isinstance(value, ast.Dict) and value.keys and value.keys[0] is None:
        rest = zip(value.keys[1:], value.values[1:], strict=True)
        return value.values[0], [(key, part) for key, part in rest if key is not None]
    return None


def tell_added(
    run: Interpreter, node: ast.stmt, name: str, container: Value, element: Value, key: Value | None = None
) -> None:
    """Tells of what a container is replaced by a longer one for; tuples, too, grow like this."""
    kept = container
    if container.kind == "tuple":
        kept = Value("list", name.rpartition(".")[2], born=container.born, place=container.place)
    run.tell("kept", node, value=kept, element=element, key=key)
    hold(container, element)


def _annotated(run: Interpreter, node: ast.AnnAssign) -> None:
    if node.value is not None:
        bind(run, node.target, run.evaluate(node.value))


def _augmented(run: Interpreter, node: ast.AugAssign) -> None:
    left, right = run.evaluate(node.target), run.evaluate(node.value)
    if left.kind == "list":
        run.tell("kept", node, value=left, element=right)
        return
    if left.kind == "instance" and isinstance(node.op, ast.Add):
        bind(run, node.target, run.special(left, "__iadd__", [right], node) or left)
        return
    if left.kind == "tuple" and isinstance(node.value, ast.Tuple):
        for part in right.items or ():
            tell_added(run, node, dotted(node.target), left, part)
        return
    if left.kind == "text" and run.loops:
        note_longer(run, node.target, right)
    result = combined(run, node, left, right)
    if result.kind == "number":
        result = Value("number", varies=result.varies | outliving(run, node.target))
    bind(run, node.target, result)


def _for(run: Interpreter, node: ast.For | ast.AsyncFor) -> None:
    iterable = iterated(run, run.evaluate(node.iter), node.iter)
    loop = Loop("loop", node, run.frame.module, rounds(node.iter, iterable), f"loop over {words(node.iter)}")
    if isinstance(node, ast.AsyncFor) and loop.size == UNKNOWN:
        loop.size = MANY  # it waits for what comes
    loop.count = iterable.const if iterable.kind == "range" and isinstance(iterable.const, int) else None
    loop.likely = plausible(node.iter, iterable, last_name(node.target))
    loop.folds = is_folds(node.iter, iterable)
    for element in different(iterable) or [asked_anew(run, node, element_of(iterable, loop))]:
        enter(run, loop, node.body, node.target, element, iterable)
    found = search_guard(run, node, iterable)
    if found is not None:
        run.guards = (*run.guards, found)
    run.run(node.orelse)


def iterated(run: Interpreter, value: Value, node: ast.AST) -> Value:
    """What a loop goes over: of an object of the project, what its `__iter__` yields."""
    if value.kind != "instance":
        return value
    return run.special(value, "__iter__", [], node) or value


def different(iterable: Value) -> list[Value]:
    """Of a list of a few objects or functions one of each class or text, since each does something else; nothing where all are alike."""
    items = iterable.items or [] if iterable.kind in ("list", "tuple") else []
    if len(items) < 2 or any(part.kind not in ("instance", "function") for part in items):
        return []
    found = {id(part.target): part for part in items}
    return list(found.values()) if 1 < len(found) <= MOST_DIFFERENT else []


def asked_anew(run: Interpreter, node: ast.For | ast.AsyncFor, element: Value) -> Value:
    """An element of what an unknown call gives: in an endless loop, the call gives others in every round."""
    if isinstance(node.iter, ast.Call) and not element.kind and element.varies:
        return Value(varies=element.varies | {loop for loop in run.loops if is_endless(loop)})
    return element


def _while(run: Interpreter, node: ast.While) -> bool:
    test(run, node.test)
    bounded_by_length(run, node.test)
    note_awaited(run, node)
    tested = [last_name(part) for part in ast.walk(node.test) if isinstance(part, ast.Name | ast.Attribute)]
    loop = Loop("loop", node, run.frame.module, MANY, f"while {words(node.test)}")
    loop.count = exact_count(run, node)
    if loop.count is not None and loop.count <= FEW_ROUNDS:
        loop.size = FEW
    elif any(EPOCHS.search(name) for name in tested):
        loop.size = SOME
    loop.likely = counted(run, node)
    enter(run, loop, node.body)
    run.run(node.orelse)
    return isinstance(node.test, ast.Constant) and bool(node.test.value) and not jumps(node.body, ast.Break)


def note_awaited(run: Interpreter, node: ast.While) -> None:
    """`while not self.closed.wait(2.0):` goes round until somebody sets the event."""
    test = node.test.operand if isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not) else None
    if not run.thread or not isinstance(test, ast.Call) or not isinstance(test.func, ast.Attribute):
        return
    event = run.evaluate(test.func.value)
    leaves = (part for part in ast.walk(node) if isinstance(part, ast.Break | ast.Return | ast.Raise))
    if event.kind == "event" and test.func.attr in ("wait", "is_set") and not any(leaves):
        run.awaited.append(event)


def exact_count(run: Interpreter, node: ast.While) -> int | None:
    """The rounds of `while step < 100000:`, where each of them counts one."""
    test = node.test
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Lt | ast.LtE):
        return None
    limit, name = run.evaluate(test.comparators[0]).const, dotted(test.left)
    counts = any(
        isinstance(part, ast.AugAssign)
        and isinstance(part.op, ast.Add)
        and dotted(part.target) == name
        and isinstance(part.value, ast.Constant)
        and part.value.value == 1
        for part in node.body
    )
    return limit if name and counts and isinstance(limit, int) and not isinstance(limit, bool) else None


def bounded_by_length(run: Interpreter, test: ast.expr) -> None:
    """`while len(buffer) < n` and `if len(tries) > 5: break` bound what they measure."""
    for part in ast.walk(test):
        if isinstance(part, ast.Call) and last_name(part.func) == "len" and part.args:
            container = run.evaluate(part.args[0])
            if container.kind in ("list", "dict", "queue"):
                container.bounded = True


def _if(run: Interpreter, node: ast.If) -> bool:
    value = test(run, node.test)
    known = decided(run, node.test)
    if known is not None:
        chosen = node.body if known else node.orelse
        return run.run(chosen) or leaves(chosen)
    if never_holds(run, node.test, value):
        run.run(node.orelse)
        return False
    if value.const is True and value.options.get("answer"):
        return run.run(node.body) or leaves(node.body)
    guard = guard_of(run, node.test) or undecided_guard(run, value)
    before = run.guards
    leaving = leaving_guard(run, node.body)
    if leaving is not None:
        bounded_by_length(run, node.test)
    begun = run.story.begun
    if not is_main_guard(node.test):
        run.guards = (*before, *(found for found in (guard, leaving) if found is not None))
    outer, run.bound = run.bound, {}
    share = share_of(run, node.test) * (RECORDS if run.loops and is_record(node.test, node.body) else 1.0)
    with run.changed(share=run.share * share):
        stopped = run.run(node.body) and is_main_guard(node.test)
    first, run.bound = run.bound, {}
    run.guards = before
    rest = rest_guard(run, node.test) if leaves(node.body) and guard is None else None
    if rest is not None:
        run.guards = (*run.guards, rest)  # `if built: return` makes the rest one-time
    after, run.story.begun = run.story.begun or leaves(node.body), begun
    other = rest_guard(run, node.test) if node.orelse and guard is None and rest is None else None
    with run.changed(guards=(*run.guards, other) if other is not None else run.guards):
        run.run(node.orelse)
    if not leaves(node.body):
        join_branches(run, first)
    run.bound = {**outer, **first, **run.bound}
    run.story.begun = (
        run.story.begun or leaves(node.orelse)
    ) and after  # where only one of two branches has begun to compute, nobody knows
    return stopped


def _with(run: Interpreter, node: ast.With | ast.AsyncWith) -> bool:
    before = run.mode, run.graph, run.guessed
    managers = []
    for item in node.items:
        manager = run.evaluate(item.context_expr)
        managers.append((manager, item.context_expr))
        value = entered(run, manager, item.context_expr)
        if item.optional_vars is not None:
            bind(run, item.optional_vars, value)
        if value.kind == "tape":
            value.options["body"] = node
            run.tell("tape", item.context_expr, value=value)
    scoped = any("scope" in words(item.context_expr) for item in node.items)
    with run.changed(scoped=run.scoped or scoped):
        stopped = run.run(node.body)
    run.mode, run.graph, run.guessed = before
    for manager, expression in reversed(managers):
        if manager.kind == "instance":
            run.special(manager, "__exit__", [Value("none") for _ in range(3)], expression)
    return stopped


def entered(run: Interpreter, value: Value, node: ast.expr) -> Value:
    """Enters a context: a graph or a session changes where operations go."""
    if value.kind in ("context", "graph scope", "session"):
        run.guessed = False
    if value.kind == "writer":
        value.used.add("close")
    if value.kind == "session" and not (isinstance(node, ast.Call) and last_name(node.func) == "as_default"):
        value.used.add("left")  # which closes it
    if value.kind == "closing" and value.items:
        value = value.items[0]
    if value.kind == "instance":
        value = run.special(value, "__enter__", [], node) or value
    if value.kind == "context" and value.items:  # of the project: with what it yields, in the graph where it does
        run.mode, run.graph = cast("tuple[str, tuple[Loop, ...]]", value.options["entered"] or (run.mode, run.graph))
        value = value.items[0]
    if value.kind == "graph scope":
        run.mode, run.graph = "graph", value.born
    elif value.kind == "session" and run.mode != "traced" and "tf.executing_eagerly" not in run.frame.module.signs:
        graph = value.options.get("graph value")
        run.mode, run.graph = "graph", graph.born if isinstance(graph, Value) else run.graph
    elif isinstance(node, ast.Call) and last_name(node.func) == "as_default":
        run.mode, run.graph = "graph", run.loops  # an unknown graph: it may be as short-lived as can be
    return value


def _try(run: Interpreter, node: Any) -> None:
    leaving, begun, outer = leaving_guard(run, node.body), run.story.begun, run.frame.raised
    run.frame.raised = {}
    with run.changed(guards=(*run.guards, leaving) if leaving else run.guards):
        tried(run, node)
    after, raised = run.story.begun, run.frame.raised
    run.frame.raised = outer
    for handler in node.handlers:
        run.story.begun = begun  # how far the block came, nobody knows
        caught = caught_by(handler, raised.values())
        handled(run, node, handler, caught)
        raised = {key: one for key, one in raised.items() if one not in caught}
    run.frame.raised.update(raised)
    run.story.begun = after
    run.run(node.orelse)
    run.run(node.finalbody)


def tried(run: Interpreter, node: Any) -> None:
    """Runs the block of a `try`; what stands below a statement that raises what a handler takes is not always come to."""
    with run.changed(skipped=run.skipped):
        for statement in node.body:
            if run.run([statement]):
                return
            raised = run.frame.raised.values()
            run.skipped = run.skipped or any(caught_by(handler, raised) for handler in node.handlers if raised)


def handled(run: Interpreter, node: Any, handler: ast.ExceptHandler, caught: list[Failure]) -> None:
    """Runs a handler: once, or once per key, unless the program raises what it catches."""
    guard = handling_guard(run, node.body, handler)
    repeats = bool(caught) and guard.once
    guards = run.guards if repeats else (*run.guards, guard)
    frame, before = run.frame, run.frame.caught
    frame.caught = caught
    if handler.name:
        bind_name(run, handler.name, bound_by(run, handler, caught), handler)
    with run.changed(guards=guards, share=run.share * (FAILING if repeats else 1.0)):
        run.run(handler.body)
    frame.caught = before
    if handler.name:
        frame.env.pop(handler.name, None)


def _return(run: Interpreter, node: ast.Return) -> None:
    run.frame.returns.append(run.evaluate(node.value))


def _raise(run: Interpreter, node: ast.Raise) -> bool:
    note_raised(run, node)
    return True


def _function(run: Interpreter, node: FunctionNode) -> None:
    function = run.frame.module.function(node)
    for name, expression in defaults_of(node.args).items():
        if isinstance(expression, ast.Call):  # evaluated where the function is defined
            default(run, function, name, expression)
    value = decorated(run, function, run.frame)
    run.frame.env[node.name] = value
    loop = run.entry(function, "")
    if loop is not None and run.frame.function != "<module>":
        with run.within(loop), run.changed(entering=loop):
            run.call_function(function, [], {}, node, None, run.frame)


def _class(run: Interpreter, node: ast.ClassDef) -> None:
    cls = run.frame.module.class_of(node)
    value = run.frame.env[node.name] = Value("class", node.name, cls)
    for name, expression in cls.values.items():
        if isinstance(expression, ast.Call) and run.frame.module.dotted_name(expression.func):
            run.attribute(value, name, node)  # a library's, made with the class
    for decorator in reversed(node.decorator_list):
        if not run.frame.module.dotted_name(decorator.func if isinstance(decorator, ast.Call) else decorator):
            run.call(run.evaluate(decorator), [value], {}, decorator)  # one of the project may keep it: a registry


def _global(run: Interpreter, node: ast.Global) -> None:
    run.frame.globals.update(node.names)


def _import(run: Interpreter, node: Any) -> None:
    """Imports are known from the index, also those inside functions."""


def _delete(run: Interpreter, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            run.frame.env.pop(target.id, None)


def _match(run: Interpreter, node: Any) -> None:
    run.evaluate(node.subject)
    for case in node.cases:
        run.run(case.body)


STATEMENTS: dict[type, Callable[[Interpreter, Any], bool | None]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.If: _if,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Global: _global,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
}


if hasattr(ast, "TryStar"):
    STATEMENTS[ast.TryStar] = _try
if hasattr(ast, "Match"):
    STATEMENTS[ast.Match] = _match
