"""The table of verdicts in the description of how it works, from the table that the engine goes through."""

from __future__ import annotations

from pathlib import Path

from tensorleak_engine.verdict import TABLE

from pages.page import GENERATED, Page, code, filled, table

PATH = "docs/how-it-works.md"
BEGIN = f"{GENERATED}probe/src/tensorleak_engine/verdict.py: edit that instead. -->\n"
END = "<!-- End of the verdicts. -->\n"


def page(root: Path) -> Page:
    """The page with the rows of the table, in their order."""
    text = (root / PATH).read_text(encoding="utf-8")
    rows = table(("verdict", "when"), ((code(str(row.verdict)), row.when) for row in TABLE))
    return Page(PATH, filled(text, PATH, BEGIN, f"\n{rows}\n\n", END))
