"""The site's navigation: what it names, and the part of it that lists the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from pages.page import Page, capital
from tensorleak.rules import catalogue

FILE = "mkdocs.yml"
BEGIN, END = "      # rules: written by `make pages`\n", "      # end of rules\n"


def with_rules(root: Path) -> Page:
    """The site's file with all rules in its navigation, by family."""
    text = (root / FILE).read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{FILE} lacks the lines between which the rules are listed")
    return Page(FILE, before + BEGIN + "".join(lines()) + END + after)


def lines() -> Iterator[str]:
    """The rules by family."""
    for family, rules in groupby(catalogue(), key=lambda rule: rule.family):
        yield f"      - {capital(family)}:\n"
        yield from (f"          - {rule.id} {rule.name}: rules/{rule.id}.md\n" for rule in rules)


def named(root: Path) -> list[str]:
    """The pages that the navigation names, from the folder of the documentation."""
    return list(leaves(settings(root)["nav"]))


def borrowed(root: Path) -> dict[str, Path]:
    """Pages of the site that live in the project's root."""
    return {page: root / file for page, file in settings(root)["extra"]["borrowed"].items()}


def settings(root: Path) -> dict[str, Any]:
    """What the site's file says."""
    said: dict[str, Any] = yaml.safe_load((root / FILE).read_text(encoding="utf-8"))
    return said


def leaves(node: Any) -> Iterator[str]:
    """The pages below a node."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for child in node.values():
            yield from leaves(child)
    elif isinstance(node, list):
        for child in node:
            yield from leaves(child)
