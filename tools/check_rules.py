"""Checks the rule pages: fixed headings in order, nothing empty, ids as in the file names, programs for each.

usage: python tools/check_rules.py
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tensorleak import programs, rules
from tensorleak.rules.base import HEADINGS, Rule

PROGRAMS = Path(programs.__file__).parent
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (.+?)\s*$", re.MULTILINE)


def sections(page: str) -> list[tuple[str, str]]:
    """The headings of a page with the text below each; headings inside code do not count."""
    blank = FENCED.sub(lambda block: re.sub(r"[^\n]", "x", block.group()), page)
    found = list(HEADING.finditer(blank))
    ends = [match.start() for match in found[1:]] + [len(page)] * bool(found)
    return [(match.group(1), page[match.end() : end].strip()) for match, end in zip(found, ends, strict=True)]


def page_problems(page: str) -> Iterator[str]:
    parts = sections(page)
    names = [name for name, _ in parts]
    missing = [name for name in HEADINGS if name not in names]
    yield from (f"lacks the heading '{name}'" for name in missing)
    yield from (f"has an unknown heading '{name}'" for name in names if name not in HEADINGS)
    yield from (f"has the heading '{name}' twice" for name in HEADINGS if names.count(name) > 1)
    known = [name for name in dict.fromkeys(names) if name in HEADINGS]
    if known != [name for name in HEADINGS if name in known]:
        yield "has its headings out of order: " + ", ".join(known)
    yield from (f"has nothing under '{name}'" for name, text in parts if not text)


def program_folders(rule_id: str) -> list[Path]:
    return sorted(script.parent for script in PROGRAMS.glob(f"{rule_id}/*/leaking.py"))


def rule_problems(module_name: str, rule: Rule, page: str) -> Iterator[str]:
    if module_name.partition("_")[0] != rule.id.lower():
        yield f"has the id {rule.id}, which is not that of its file"
    yield from page_problems(page)
    if rule.cause is not None and not program_folders(rule.id):
        yield f"has a runtime side and no program under programs/{rule.id}/"


def main() -> int:
    problems = []
    for info in pkgutil.iter_modules(rules.__path__):
        if info.name.startswith("tl"):
            module = importlib.import_module(f"{rules.__name__}.{info.name}")
            found = rule_problems(info.name, module.RULE, module.__doc__ or "")
            problems += [f"rules/{info.name}.py: {problem}" for problem in found]
    print("\n".join(problems), end="\n" if problems else "")
    idle = [folder for folder in program_folders("TL*") if not (folder / "program.toml").exists()]
    if idle:
        print(
            f"note: {len(idle)} program folders have no program.toml, so `make quality` skips them",
            file=sys.stderr,
        )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
