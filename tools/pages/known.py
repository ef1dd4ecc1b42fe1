"""The page of known library leaks, from the catalogue that the diagnosis uses."""

from __future__ import annotations

import re

from tensorleak_engine.known import KNOWN, Known

from pages.page import Page, capital, code, linked_rules, make, table

PATH = "docs/known-leaks.md"
SOURCE = "probe/src/tensorleak_engine/known.py"
ISSUE = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")

INTRODUCTION = """\
Some leaks are TensorFlow's or Keras' own. The diagnosis knows them by the versions that have them and by the rule that they
show up under, reports them apart from yours, and says the way round. An entry needs a public report or a program that shows it;
which versions have it is what the report says, unless a program of this project shows it on the versions tested."""


def page() -> Page:
    """All entries."""
    head = ("leak", "TensorFlow", "rules", "reported", "way round")
    return make(PATH, SOURCE, "# Known library leaks", INTRODUCTION, table(head, map(row, KNOWN)))


def row(entry: Known) -> tuple[str, ...]:
    """One entry."""
    rules = linked_rules(" ".join(entry.rules), "rules/")
    return capital(entry.leak.title), versions(entry), rules, link(entry.leak.issue), entry.leak.way_round


def versions(entry: Known) -> str:
    """The versions that have it."""
    python = f", Python {code(entry.python)}" if entry.python else ""
    return code(", ".join(sorted(entry.tensorflow.split(","), key=lambda one: one.lstrip("<>=!~")))) + python


def link(issue: str) -> str:
    """A public issue as a link; other words, such as the name of a program, as they are."""
    found = ISSUE.fullmatch(issue)
    return f"[{issue}](https://github.com/{found[1]}/issues/{found[2]})" if found else issue
