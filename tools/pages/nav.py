"""The site's navigation: what it names, and the parts of it that list whole folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from pages.page import Page, capital, filled
from tensorleak.rules import catalogue

FILE = "mkdocs.yml"
BEGIN, END = "      # {}: written by `make pages`\n", "      # end of {}\n"


def with_folders(root: Path) -> Page:
    """The site's file with the how-to pages, the rules by family and the evidence in its navigation."""
    text = (root / FILE).read_text(encoding="utf-8")
    parts = {"howto": titles(root, "howto"), "rules": rules(), "evidence": titles(root, "evidence")}
    for part, lines in parts.items():
        text = filled(text, FILE, BEGIN.format(part), "".join(lines), END.format(part))
    return Page(FILE, text)


def rules() -> Iterator[str]:
    """The rules by family."""
    for family, members in groupby(catalogue(), key=lambda rule: rule.family):
        yield f"      - {capital(family)}:\n"
        yield from (f"          - {rule.id} {rule.name}: rules/{rule.id}.md\n" for rule in members)


def titles(root: Path, folder: str) -> Iterator[str]:
    """The pages of a folder by their headings."""
    for file in sorted((root / "docs" / folder).glob("*.md")):
        if file.name != "index.md":
            heading = next(line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("# "))
            yield f"      - {json.dumps(heading[2:].strip(), ensure_ascii=False)}: {folder}/{file.name}\n"


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
        return
    children = node.values() if isinstance(node, dict) else node
    for child in children:
        yield from leaves(child)
