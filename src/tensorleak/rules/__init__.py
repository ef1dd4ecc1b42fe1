"""The catalogue of rules: one file per rule, discovered by name."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from tensorleak.rules.base import Rule

__all__ = ["Rule", "by_id", "catalogue"]


@cache
def catalogue() -> tuple[Rule, ...]:
    """All rules, ordered by id."""
    rules = []
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("tl"):
            module = importlib.import_module(f"{__name__}.{info.name}")
            rules.append(replace(module.RULE, documentation=module.__doc__ or ""))
    return tuple(sorted(rules, key=lambda rule: rule.id))


def by_id(rule_id: str) -> Rule | None:
    """The rule with this id or name, in any spelling of case."""
    wanted = rule_id.strip().lower()
    return next((rule for rule in catalogue() if wanted in (rule.id.lower(), rule.name)), None)
