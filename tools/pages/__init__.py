"""The generated pages of the documentation: each module makes those of one noun, from what the project itself says."""

from __future__ import annotations

from pathlib import Path

from pages import api, commands, known, nav, rules, schemas
from pages.page import Page

ROOT = Path(__file__).resolve().parent.parent.parent

__all__ = ["ROOT", "Page", "generated"]


def generated(root: Path = ROOT) -> list[Page]:
    """All pages, and the file of the site with the rules in its navigation; `root` is where evidence and navigation are read."""
    return [
        *rules.pages(root),
        commands.page(),
        api.page(),
        schemas.page(),
        known.page(),
        nav.with_rules(root),
    ]
