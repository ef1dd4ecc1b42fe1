"""Writes the generated pages of the documentation, or checks that all pages are fresh, listed and well linked.

usage: python tools/docs.py --write | --check
"""

from __future__ import annotations

import argparse
import sys

from pages import ROOT, Page, generated
from pages.problems import all_problems


def write(pages: list[Page]) -> int:
    """Writes what has changed, and says what that was."""
    for page in pages:
        file = ROOT / page.path
        if not file.is_file() or file.read_text(encoding="utf-8") != page.text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(page.text, encoding="utf-8")
            print(f"wrote {page.path}")
    return 0


def check(pages: list[Page]) -> int:
    """Prints every problem; 1 when there is one."""
    problems = list(all_problems(ROOT, pages))
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--write", action="store_true", help="write the generated pages")
    way.add_argument("--check", action="store_true", help="say what is stale, not listed or linked wrongly")
    options = parser.parse_args()
    return write(generated()) if options.write else check(generated())


if __name__ == "__main__":
    sys.exit(main())
