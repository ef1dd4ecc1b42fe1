"""Where a program is entered: the module itself, requests, callbacks, and what nothing in it calls."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.module import Function, FunctionNode, Module
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
        if id(node) not in run.visited:
            run.story.begun = False  # it may be the first to be called
            run_uncalled(run, node, owner)


def run_uncalled(run: Interpreter, node: FunctionNode, owner: ast.ClassDef | None) -> None:
    """A function that only other programs call, with arguments nobody knows."""
    cls = run.root.class_of(owner) if owner else None
    function = run.root.function(node, cls, f"{owner.name}." if owner else "")
    base = base_name(run, cls) if cls else ""
    loop = run.entry(function, base)
    own = base in names.CALLBACK_BASES  # what it sets up, its other methods fill
    traced = is_traced(run, function) or is_keras_step(function, base)
    if loop is None and not own and not run.root.repeats_within(node) and not traced:
        return  # whatever it does, it does once
    instance = instance_of(run, cls) if cls else None
    if loop is not None:
        run.story.loops.append(loop)
    with run.within(loop), run.changed(entering=loop if loop is not None and loop.kind == "handler" else None):
        if is_traced(run, function):
            run.tell("made", node, name="tf.function", value=Value("traced", function.name, function))
        mode = "traced" if is_keras_call(function, instance) else run.mode
        with run.tracing() if traced else run.changed(mode=mode):
            run.call_function(function, [], {}, node, instance)


def run_handler(run: Interpreter, value: Value, node: ast.AST) -> None:
    """A function that somebody calls for every message."""
    function = value.target
    assert isinstance(function, Function)
    loop = Loop("handler", node, run.frame.module, MANY, f"{function.qualname} is called for every message")
    instance = value.items[0] if value.items else None
    with run.within(loop), run.changed(entering=loop):
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
        if isinstance(decorator, ast.Call) and is_route(run, target, function.module):
            return Loop("handler", node, function.module, MANY, f"{function.qualname} handles every request")
    if base in names.CALLBACK_BASES and "_batch_" in function.name:
        return Loop("callback", node, function.module, MANY, f"{function.qualname} is called for every batch")
    if base in names.CALLBACK_BASES and function.name in ("before_run", "after_run"):
        return Loop("callback", node, function.module, MANY, f"{function.qualname} is called for every run")
    if base in names.CALLBACK_BASES and function.name.startswith("on_epoch"):
        return Loop("callback", node, function.module, SOME, f"{function.qualname} is called for every epoch")
    return None


def is_route(run: Interpreter, target: ast.expr, module: Module) -> bool:
    """Whether a decorator is a web framework's; a method of the project's own things is none."""
    if not isinstance(target, ast.Attribute) or target.attr not in names.HANDLER_DECORATORS:
        return False
    if names.canonical(module.dotted_name(target)).startswith(("tf.", "keras.", "pytest", "click")):
        return False
    return run.in_module(target.value, module).kind not in ("instance", "class", "module", "function")
