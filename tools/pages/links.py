"""Links between pages: every one must lead to a page, a file or a heading that is there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath

from pages.page import CODE

LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)[^)\n]*\)")
FENCED = re.compile(r"^ *```.*?^ *```$", re.M | re.S)
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)
ELSEWHERE = re.compile(r"[a-z]+:", re.I)


@dataclass(frozen=True)
class Site:
    """The folder of the documentation, and files of the project's root that the site shows as pages of their own."""

    docs: Path
    borrowed: dict[str, Path]

    def file(self, page: str) -> Path:
        """Where a page's text is."""
        return self.borrowed.get(page, self.docs / page)


def broken(page: str, site: Site) -> Iterator[str]:
    """The links of a page that lead nowhere, each with the reason."""
    text = site.file(page).read_text(encoding="utf-8")
    for target in targets(text):
        name, _, anchor = target.partition("#")
        path = normpath((PurePosixPath(page).parent / name).as_posix()) if name else page
        if path.startswith("../"):
            yield f"the link {target} leaves the documentation"
        elif not site.file(path).is_file():
            yield f"the link {target} leads to no page"
        elif anchor and path.endswith(".md") and anchor not in anchors(site.file(path).read_text(encoding="utf-8")):
            yield f"the link {target} leads to no heading"


def targets(text: str) -> list[str]:
    """Where the links of a page go, those to other places on the network and those in code left out."""
    prose = "".join(part for part in CODE.split(FENCED.sub("", text)) if not part.startswith("`"))
    return [target for target in LINK.findall(prose) if not ELSEWHERE.match(target)]


def anchors(text: str) -> set[str]:
    """The ids of a page's headings, as the site makes them."""
    return {slug(heading) for heading in HEADING.findall(FENCED.sub("", text))}


def slug(heading: str) -> str:
    """A heading's id."""
    words = unicodedata.normalize("NFKD", heading.replace("`", "")).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower())
