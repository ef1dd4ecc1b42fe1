"""The table of gauges in the description of a recording, from the catalogue that declares them."""

from __future__ import annotations

from pathlib import Path

from tensorleak_probe.gauge_catalogue import GAUGES, LEVEL, LIVE, MADE, Declaration

from pages.page import GENERATED, Page, code, filled, table

PATH = "docs/recording-format.md"
BEGIN = f"{GENERATED}probe/src/tensorleak_probe/gauge_catalogue.py: edit that instead. -->\n"
END = "<!-- End of the gauges. -->\n"
COUNTS = {LIVE: "what is alive", MADE: "what was made so far", LEVEL: "a level"}


def page(root: Path) -> Page:
    """The page with the table of the gauges that samples hold."""
    text = (root / PATH).read_text(encoding="utf-8")
    rows = table(("gauge", "unit", "counts", "meaning"), (row(gauge) for gauge in GAUGES if gauge.sampled))
    return Page(PATH, filled(text, PATH, BEGIN, f"\n{rows}\n\n", END))


def row(gauge: Declaration) -> tuple[str, ...]:
    """One gauge."""
    return code(gauge.name.replace("*", "GPU:n")), gauge.unit, COUNTS[gauge.counts], gauge.meaning
