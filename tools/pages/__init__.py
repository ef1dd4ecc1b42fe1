"""The generated pages of the documentation: each module makes those of one noun, from what the project itself says."""

from __future__ import annotations

from pathlib import Path

from pages import api, commands, gauges, known, nav, rules, schemas, verdicts
from pages.page import Page

ROOT = Path(__file__).resolve().parent.parent.parent

__all__ = ["ROOT", "Page", "generated"]


def generated(root: Path = ROOT) -> list[Page]:
    """All pages, and the site's file with its navigation; evidence, how-to pages and navigation are read from `root`."""
    return [
        *rules.pages(root),
        commands.page(),
        api.page(),
        schemas.page(),
        known.page(),
        gauges.page(root),
        verdicts.page(root),
        nav.with_folders(root),
    ]
