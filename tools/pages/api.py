"""The reference of what programs import from `tensorleak`, from signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import tensorleak_probe
from tensorleak_probe.guards.watch import Watch

import tensorleak
from pages.page import Page, code, linked_rules, make, table

PATH = "docs/api.md"
WIDTH = 100

# What is read together; each public name must be in one of these, and errors come last by themselves.
GROUPS: dict[str, tuple[str, ...]] = {
    "Watching": ("watch", "mark", "LeakCallback", "LeakHook"),
    "Graphs and sessions": ("scoped_session", "sealed_graph", "SessionPool"),
    "Functions": ("trace_budget", "frozen_state_check"),
    "Serving": ("PredictionQueue",),
    "Results": ("Spool", "ScalarLog"),
    "Models and devices": ("estimate_model", "Estimate", "ModelHost", "configure_devices"),
}
# What a call gives, where that is a class without a public name, and the members that are meant for programs.
RESULTS = {"watch": (Watch, ("verdict", "sentence", "findings", "mark", "check", "close"))}

INTRODUCTION = """\
What programs import: `from tensorleak import watch`. Everything but {others} comes with `tensorleak-probe` alone as well
(`from tensorleak_probe import watch`): standard library only, Python 3.7 and later, TensorFlow 1.15 and 2."""


def page() -> Page:
    """All public names by what they are for."""
    missing = [name for name in ungrouped() if not is_error(name)]
    groups = GROUPS | ({"More": tuple(missing)} if missing else {})
    sections = [f"## {title}\n\n" + "\n\n".join(map(entry, names)) for title, names in groups.items()]
    errors = table(("name", "kind of", "when"), map(error_row, filter(is_error, ungrouped())))
    introduction = INTRODUCTION.format(others=", ".join(map(code, desk_only())))
    last = f"## Errors and warnings\n\n{errors}"
    return make(PATH, "docstrings", "# Guards and models", introduction, *sections, last)


def desk_only() -> list[str]:
    """What the probe alone does not bring, errors left out."""
    names = (name for group in GROUPS.values() for name in group)
    return [name for name in names if name not in tensorleak_probe.__all__]


def ungrouped() -> list[str]:
    """The public names that no group holds."""
    grouped = {name for names in GROUPS.values() for name in names}
    plain = [name for name in tensorleak.__all__ if not name.startswith("_") and name not in grouped]
    return sorted(name for name in plain if not isinstance(getattr(tensorleak, name), ModuleType))


def is_error(name: str) -> bool:
    """Whether this is raised or warned."""
    value = getattr(tensorleak, name)
    return isinstance(value, type) and issubclass(value, BaseException)


def error_row(name: str) -> tuple[str, str, str]:
    """An error or a warning, and what it can be caught as."""
    value = getattr(tensorleak, name)
    bases = [base.__name__ for base in value.__bases__]
    return code(name), ", ".join(map(code, bases)), described(value).split("\n\n")[0]


def entry(name: str) -> str:
    """One name: how it is called, what it does, what that gives and its members."""
    value = getattr(tensorleak, name)
    called = value if inspect.isclass(value) or inspect.isroutine(value) else value.__call__
    parts = [f"### {name}", f"```python\n{signature(name, called)}\n```", described(called)]
    given, only = RESULTS.get(name, (value, ()))
    parts += [described(given) if given is not value else "", members(given, only)]
    return "\n\n".join(filter(None, parts))


def signature(name: str, value: Any, typed: bool = True) -> str:
    """The call as one would write it; a long one has an argument to the line."""
    arguments = list(inspect.signature(value).parameters.values())
    words = [argument_words(one, typed) for one in arguments if one.name != "self"]
    short = f"{name}({', '.join(words)})"
    if len(short) <= WIDTH or not typed:
        return short
    return f"{name}(\n" + "".join(f"    {word},\n" for word in words) + ")"


def argument_words(argument: inspect.Parameter, typed: bool) -> str:
    """An argument with its type, if it has one, and its default, unless that can only be told by its address."""
    kind = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(argument.kind, "")
    known = argument.annotation is not inspect.Parameter.empty and typed
    word = f"{kind}{argument.name}" + (f": {type_words(argument.annotation)}" if known else "")
    if argument.default is inspect.Parameter.empty:
        return word
    default = re.sub(r"<.*>", "...", repr(argument.default)).replace("'", '"')
    return f"{word} = {default}" if known else f"{word}={default}"


def type_words(annotation: Any) -> str:
    """A type as it is written; modules that are loaded before TensorFlow have theirs as objects."""
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def described(value: Any) -> str:
    """The docstring as paragraphs."""
    return linked_rules(inspect.getdoc(value) or "", "rules/")


def members(value: Any, only: tuple[str, ...] = ()) -> str:
    """The public methods and properties of a class that say what they do."""
    if not isinstance(value, type):
        return ""
    rows = [
        (shown(name, member), described(member).split("\n\n")[0])
        for name, member in public(value)
        if not only or name in only
    ]
    return table(("member", "does"), rows) if rows else ""


def public(value: type) -> Iterator[tuple[str, Any]]:
    """Members in the order of the source, the class's own and those of its bases that are ours."""
    for owner in value.__mro__:
        if owner.__module__.startswith("tensorleak"):
            for name, member in vars(owner).items():
                told = inspect.getdoc(member) if not name.startswith("_") else None
                if told and (inspect.isfunction(member) or isinstance(member, property)):
                    yield name, member


def shown(name: str, member: Any) -> str:
    """A property by its name, a method by its call."""
    return code(name if isinstance(member, property) else signature(name, member, typed=False))
