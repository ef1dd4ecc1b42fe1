"""How often what is said with some confidence is right: over the recordings of all programs, cut at twenty moments.

python tools/reliability.py [--write]     the table; --write renews docs/evidence/reliability.md
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "net")]

from net import casts  # noqa: E402

PAGE = ROOT / "docs" / "evidence" / "reliability.md"
CUTS = [number / 20 for number in range(1, 21)]
HEAD = """\
# How sure a finding is

A finding carries a confidence. `python tools/reliability.py --write` takes the recordings of the project's own programs, cuts each at twenty
moments, from a twentieth of its run to all of it, and counts how often the first finding that is called a leak, which is the headline, has the right rule and the right line. The
cuts are what makes it a test: a diagnosis of the whole recording is right on all of them. These are figures of our own programs.
"""


def counted() -> tuple[Counter[float], Counter[float], Counter[float]]:
    """By confidence: findings, those with the right rule, those with the right line as well."""
    said, ruled, placed = Counter[float](), Counter[float](), Counter[float]()
    with tempfile.TemporaryDirectory() as folder:
        for cast in casts():
            program = cast.program
            blamed = {f"{file}:{line}" for file, line in program.blamed()} if program.leaking else set()
            for share in CUTS:
                for found in cast.diagnosis(Path(folder), share).leaks[:1]:
                    right = program.leaking and found.rule == program.rule
                    line = f"{Path(found.location.file).name}:{found.location.line}" if found.location else ""
                    said[found.confidence] += 1
                    ruled[found.confidence] += right
                    placed[found.confidence] += right and line in blamed
    return said, ruled, placed


def page(said: Counter[float], ruled: Counter[float], placed: Counter[float]) -> str:
    """The table as a page."""
    lines = [HEAD, "| confidence | findings | right rule | right rule and line |", "| --- | --- | --- | --- |"]
    for level in sorted(said, reverse=True):
        shares = " | ".join(f"{count[level] / said[level]:.3f}" for count in (ruled, placed))
        lines.append(f"| {level} | {said[level]} | {shares} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="renew the page")
    chosen = parser.parse_args()
    text = page(*counted())
    print(text)
    if chosen.write:
        PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
