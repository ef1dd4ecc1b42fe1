"""What is wrong with the documentation: pages that are stale or left over, that nothing leads to, or that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pages import nav
from pages.links import Site, broken
from pages.page import GENERATED, Page


def all_problems(root: Path, pages: Iterable[Page]) -> Iterator[str]:
    """Everything, each in one line."""
    wanted = list(pages)
    yield from stale(root, wanted)
    yield from left_over(root, wanted)
    yield from unlisted(root)
    yield from dead_links(root)


def stale(root: Path, pages: Iterable[Page]) -> Iterator[str]:
    """Generated pages that are missing or differ from what would be written now."""
    for page in pages:
        file = root / page.path
        if not file.is_file():
            yield f"{page.path}: is missing; `make pages` writes it"
        elif file.read_text(encoding="utf-8") != page.text:
            yield f"{page.path}: is stale; `make pages` writes it anew"


def left_over(root: Path, pages: Iterable[Page]) -> Iterator[str]:
    """Pages that say they are generated, and are not."""
    wanted = {page.path for page in pages}
    for name in pages_of(root):
        path = f"docs/{name}"
        if path not in wanted and (root / path).read_text(encoding="utf-8").startswith(GENERATED):
            yield f"{path}: is no longer generated; remove it"


def unlisted(root: Path) -> Iterator[str]:
    """Pages that the navigation does not name, and names without a page."""
    listed = nav.named(root)
    there = [*pages_of(root), *nav.borrowed(root)]
    yield from (f"docs/{name}: is missing from the navigation in {nav.FILE}" for name in there if name not in listed)
    yield from (f"{nav.FILE}: names {name}, which is no page" for name in listed if name not in there)


def dead_links(root: Path) -> Iterator[str]:
    """Links that lead nowhere."""
    site = Site(root / "docs", nav.borrowed(root))
    for name in pages_of(root):
        yield from (f"docs/{name}: {problem}" for problem in broken(name, site))


def pages_of(root: Path) -> list[str]:
    """All pages, from the folder of the documentation."""
    return sorted(file.relative_to(root / "docs").as_posix() for file in (root / "docs").rglob("*.md"))
