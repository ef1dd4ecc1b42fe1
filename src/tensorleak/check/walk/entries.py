"""Where a program is entered: the module itself, requests, callbacks, and what nothing in it calls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tensorleak.check import frameworks, names
from tensorleak.check.library.hooks import handed
from tensorleak.check.module import Class, Function, FunctionNode, Module
from tensorleak.check.reading import ADDING
from tensorleak.check.syntax import dotted, last_name
from tensorleak.check.values import MANY, SOME, Loop, Value
from tensorleak.check.walk.classes import base_name
from tensorleak.check.walk.decorators import is_traced
from tensorleak.check.walk.instances import instance_of

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def run_root(run: Interpreter) -> None:
    """The module itself, then whatever in it nothing has called."""
    run.run(run.root.tree.body)
    for node, owner in run.root.top_level():
        if id(node) not in run.visited and not is_left_over(run.root, node):
            run.story.begun = False  # it may be the first to be called
            run_uncalled(run, node, owner)
    for item in run.root.tree.body:
        if isinstance(item, ast.ClassDef) and item.bases:
            run_inherited(run, item)
    for node, owner in run.root.top_level():
        if owner is not None and id(node) not in run.called:
            run_collecting(run, node, owner)


def is_left_over(module: Module, node: FunctionNode) -> bool:
    """Whether a function of a notebook is named nowhere but where it is defined, and no method of that name is called: nobody else can."""
    named = rf"(?<![\w.]){node.name}\b|\.{node.name}\s*\("
    return module.source.cells is not None and len(re.findall(named, module.source.text)) == 1


def run_inherited(run: Interpreter, owner: ast.ClassDef) -> None:
    """Methods that a class inherits within the project and that repeat by themselves: what they call, the class may have overridden."""
    cls = run.root.class_of(owner)
    own = {item.name for item in owner.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)}
    for base in owner.bases:
        value = run.in_module(base, cls.module)
        if value.kind != "class" or not isinstance(value.target, Class):
            continue
        for name, method in value.target.methods.items():
            loop = counted_entry(method) if name not in own else None
            if loop is not None:
                run.story.loops.append(loop)
                with run.within(loop), run.changed(outside=True):
                    run.call_function(method, [], {}, owner, instance_of(run, cls))


def run_uncalled(run: Interpreter, node: FunctionNode, owner: ast.ClassDef | None) -> None:
    """A function that only other programs call, with arguments nobody knows."""
    cls = run.root.class_of(owner) if owner else None
    function = run.root.function(node, cls, f"{owner.name}." if owner else "")
    base = base_name(run, cls) if cls else ""
    loop = run.entry(function, base) or counted_entry(function)
    own = names.is_callback(base)  # what it sets up, its other methods fill
    traced = is_traced(run, function) or is_keras_step(function, base)
    if loop is None and not own and not run.root.repeats_within(node) and not traced:
        return  # whatever it does, it does once
    instance = instance_of(run, cls) if cls else None
    if loop is not None:
        run.story.loops.append(loop)
    own_caller = loop is not None or node.name.startswith("__") or own or traced or node.decorator_list
    entering = loop if loop is not None and loop.kind == "handler" else None
    with (
        run.within(loop),
        run.changed(entering=entering, begins="" if own_caller else f"{run.root.display}:{function.qualname}"),
    ):
        if is_traced(run, function):
            run.tell("made", node, name="tf.function", value=Value("traced", function.name, function))
        mode = "traced" if is_keras_call(function, instance) else run.mode
        with run.tracing() if traced else run.changed(mode=mode), run.changed(outside=True):
            run.call_function(function, handed(run, function, instance, node), {}, node, instance)


def run_collecting(run: Interpreter, node: FunctionNode, owner: ast.ClassDef) -> None:
    """A method that nothing here calls and that adds to a container of its object: once would not need one, so it is called again and again."""
    cls = run.root.class_of(owner)
    function = run.root.function(node, cls, f"{owner.name}.")
    if collects(function) and run.entry(function, base_name(run, cls)) is None and counted_entry(function) is None:
        loop = Loop("calls", function.node, function.module, MANY, f"{function.qualname} adds to its object")
        with run.within(loop), run.changed(outside=True, visited=set(run.visited)):
            run.call_function(function, [], {}, function.node, instance_of(run, cls))


def collects(function: Function) -> bool:
    """Whether each call of a method adds something to an attribute of its object."""
    return any(
        isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and part.func.attr in ADDING
        and isinstance(part.func.value, ast.Attribute)
        for part in outside_loops(function.node)
    )


def counted_entry(function: Function) -> Loop | None:
    """What makes a function repeat that counts its own calls, to do something at every so many of them: `self.step % 1000 == 0`."""
    node = function.node
    if isinstance(node, ast.Lambda):
        return None
    parts = list(outside_loops(node))
    counters = {
        dotted(part.target)
        for part in parts
        if isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Add) and "." in dotted(part.target)
    }
    turns = (
        part.left
        for part in parts
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod) and isinstance(part.left, ast.Attribute)
    )
    if counters and any(dotted(turn) in counters for turn in turns):
        return Loop("counted", node, function.module, MANY, f"{function.qualname} counts its calls")
    return None


def outside_loops(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a function that each call reaches once: what a loop counts is its rounds, not calls."""
    todo = list(ast.iter_child_nodes(node))
    while todo:
        part = todo.pop()
        if not isinstance(
            part, ast.For | ast.AsyncFor | ast.While | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        ):
            yield part
            todo.extend(ast.iter_child_nodes(part))


def run_handler(run: Interpreter, value: Value, node: ast.AST, requests: float | None = None) -> None:
    """A function that somebody calls for every message, of which there may be known to be few."""
    function = value.target
    assert isinstance(function, Function)
    loop = Loop("handler", node, run.frame.module, MANY, f"{function.qualname} is called for every message")
    loop.likely = requests
    instance = value.items[0] if value.items else None
    with run.within(loop), run.changed(entering=loop, outside=True):
        run.call_function(function, [], {}, node, instance, value.frame)


def is_keras_call(function: Function, instance: Value | None) -> bool:
    """Whether Keras may trace this method by itself."""
    return instance is not None and instance.name.startswith(("keras.", "tf.Module")) and function.name == "call"


def is_keras_step(function: Function, base: str) -> bool:
    """Whether `fit`, `evaluate` and `predict` trace this method."""
    return base.startswith("keras.") and function.name in ("train_step", "test_step", "predict_step")


def entry(run: Interpreter, function: Function, base: str) -> Loop | None:
    """What makes a function repeat that nothing here calls: requests, or the rounds of a training."""
    node = function.node
    servicer = base.endswith("Servicer") and not function.name.startswith("_")
    if servicer or (base.startswith(names.HANDLER_BASES) and function.name in names.HANDLER_METHODS):
        return Loop("handler", node, function.module, MANY, f"{function.qualname} handles every request")
    if isinstance(node, ast.Lambda):
        return None
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if (isinstance(decorator, ast.Call) and is_route(run, target, function.module)) or (
            function.name not in frameworks.ONCE and is_framework(run, decorator, function.module)
        ):
            return Loop("handler", node, function.module, MANY, f"{function.qualname} handles every request")
    if is_called_by_convention(node, function, base):
        return Loop("handler", node, function.module, MANY, f"{function.qualname} handles every request")
    if names.is_callback(base) and "_batch_" in function.name:
        return Loop("callback", node, function.module, MANY, f"{function.qualname} is called for every batch")
    if frameworks.is_stepped(base, function.name):
        return Loop("task", node, function.module, MANY, f"{function.qualname} is called for every step")
    if names.is_feeder(base) and function.name == "__getitem__":
        return Loop("task", node, function.module, MANY, f"{function.qualname} is called for every batch")
    if names.is_callback(base) and function.name in ("before_run", "after_run"):
        return Loop("callback", node, function.module, MANY, f"{function.qualname} is called for every run")
    if names.is_callback(base) and function.name.startswith("on_epoch"):
        return Loop("callback", node, function.module, SOME, f"{function.qualname} is called for every epoch")
    return None


def is_framework(run: Interpreter, decorator: ast.expr, module: Module) -> bool:
    """Whether a decorator is one of a framework that calls functions back: its own, or a method of something it made."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    if not isinstance(target, ast.Name | ast.Attribute):
        return False
    if isinstance(decorator, ast.Call) and any(
        isinstance(part, ast.Constant) and part.value in frameworks.EVENTS for part in decorator.args
    ):
        return False
    if "cli" in dotted(target).split("."):
        return False  # commands of a command line
    name = module.dotted_name(target)
    if not name and isinstance(target, ast.Attribute):
        name = run.in_module(target.value, module).name
    return frameworks.calls_back(name, last_name(target))


def is_called_by_convention(node: FunctionNode, function: Function, base: str) -> bool:
    """Whether a function is called by its place and its parameters alone: a cloud's function, a view, a client's `on_message`."""
    parameters = [item.arg for item in node.args.args]
    if function.cls is not None:
        return (
            frameworks.root(base) in frameworks.CALLING
            and node.name.startswith("on_")
            and node.name not in frameworks.ONCE
        )
    if parameters[:2] == ["event", "context"] and len(parameters) == 2:
        return True
    imported = {frameworks.root(name) for name, level in function.module.imported if not level}
    return parameters[:1] == ["request"] and "django" in imported and is_routed(function)


def is_routed(function: Function) -> bool:
    """Whether a view may be one that Django knows: the `urls.py` beside it, where there is one, names its file."""
    module = function.module
    urls = module.project.find("urls", module, 1)
    name = module.dotted.rpartition(".")[2]
    return urls is None or urls is module or bool(urls.mentions[name])


def is_route(run: Interpreter, target: ast.expr, module: Module) -> bool:
    """Whether a decorator is a web framework's; a method of the project's own things is none."""
    if not isinstance(target, ast.Attribute) or target.attr not in names.HANDLER_DECORATORS:
        return False
    if names.canonical(module.dotted_name(target)).startswith(("tf.", "keras.", "pytest", "click")):
        return False
    return run.in_module(target.value, module).kind not in ("instance", "class", "module", "function")
