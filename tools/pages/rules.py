"""One page for each rule, from its file, its programs and what the lab measured; and an index by family."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from pages import evidence
from pages.page import Page, capital, linked_rules, make, table
from tensorleak.rules import Rule, catalogue

FOLDER = "docs/rules"
SOURCE = "src/tensorleak/rules"


def pages(root: Path) -> list[Page]:
    """The rules' pages and their index."""
    measured = evidence.measured(root)
    return [index(), *(page(rule, measured.get(rule.id, "")) for rule in catalogue())]


def index() -> Page:
    """All rules by family."""
    families = groupby(catalogue(), key=lambda rule: rule.family)
    parts = [f"## {capital(family)}\n\n{listing(list(rules))}" for family, rules in families]
    return make(f"{FOLDER}/index.md", f"{SOURCE}/", "# Rules", INTRODUCTION, *parts)


INTRODUCTION = """\
One rule is one leak pattern, under one id for the diagnosis of a running program (`tensorleak run`) and for the check of
its source (`tensorleak check`). Rules in preview are off in the check unless asked for. `tensorleak explain TL101` shows a
rule's page in the terminal."""


def listing(rules: list[Rule]) -> str:
    """The rules of one family."""
    rows = [
        (f"[{rule.id}]({rule.id}.md)", rule.name, rule.summary, "yes" if runs(rule) else "", checks(rule))
        for rule in rules
    ]
    return table(("rule", "name", "pattern", "run", "check"), rows)


def runs(rule: Rule) -> bool:
    """Whether the diagnosis of a running program can name it."""
    return rule.cause is not None


def checks(rule: Rule) -> str:
    """Whether the check of the source can name it."""
    if rule.check is None:
        return ""
    return "in preview" if rule.preview else "yes"


def page(rule: Rule, measured: str) -> Page:
    """The rule's own words, then what its programs and the lab measured, under the last heading: evidence."""
    source = f"{SOURCE}/{source_name(rule)}"
    words = linked_rules(rule.documentation.strip(), but=rule.id)
    programs = evidence.programs(rule.id)
    return make(
        f"{FOLDER}/{rule.id}.md", source, f"# {rule.id} {rule.name}", " · ".join(facts(rule)), words, programs, measured
    )


def source_name(rule: Rule) -> str:
    """The rule's file."""
    return f"{rule.id.lower()}_{rule.name.replace('-', '_')}.py"


def facts(rule: Rule) -> Iterator[str]:
    """What kind of rule it is, and which commands can name it."""
    yield f"Family: {rule.family}"
    if runs(rule):
        yield "named by `tensorleak run`"
    if checks(rule):
        yield "named by `tensorleak check`" + (", in preview" if rule.preview else "")
