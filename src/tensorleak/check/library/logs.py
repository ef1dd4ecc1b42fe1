"""Logging: a record keeps what it was told to format, and a handler may keep the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.registries import keep
from tensorleak.check.module import Class
from tensorleak.check.values import ANY, NONE, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

QUIET = frozenset(("debug", "info"))  # what no logger passes on until its level is set
TELLING = QUIET | frozenset("warning warn error critical exception log".split())
LARGE = 10_000  # records in a handler's memory, beyond which it holds more than anybody means to hold


def _logger(run: Interpreter, call: Call) -> Value:
    return Value("logger", call.name)


def _buffer(run: Interpreter, call: Call) -> Value:
    """A handler that writes its records once there are so many of them, or one is grave enough."""
    capacity = call.given("capacity", 0)
    records = Value("list", "records", born=run.loops, place=run.place(call.node))
    records.bounded = capacity is None or not isinstance(capacity.const, int) or capacity.const < LARGE
    return Value("log buffer", call.name, items=[records], born=run.loops)


def _configure(run: Interpreter, call: Call) -> Value:
    run.logs_all = run.logs_all or "level" in call.keywords
    return NONE


def _logger_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name == "addHandler":
        run.log_handlers.append(call.first)
    elif call.name == "setLevel":
        run.logs_all = True
    elif call.name in TELLING and (run.logs_all or call.name not in QUIET):
        logged(run, call)
    return receiver if call.name == "getChild" else ANY


def logged(run: Interpreter, call: Call) -> None:
    """A record goes to all handlers: of the program's own their `emit` is followed."""
    for handler in run.log_handlers:
        if handler.kind == "log buffer" and handler.items:
            keep(run, handler.items[0], Call(call.name, call.arguments[1:], {}, call.node))
        elif isinstance(handler.target, Class):
            record = Value("record", "logging.LogRecord", items=call.arguments[1:], born=run.loops)
            run.special(handler, "emit", [record], call.node)


FUNCTIONS: dict[str, ApiFunction] = {
    "logging.getLogger": _logger,
    "logging.basicConfig": _configure,
    "logging.handlers.MemoryHandler": _buffer,
}
METHODS: dict[str, ApiMethod] = {"logger": _logger_method}
