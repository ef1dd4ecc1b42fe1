"""Puts the programs of `tests/doors` through `run`, `watch` and `steady` on both lanes, and says where the answers differ or are wrong.

python tools/doors.py [NAME ...] [--lane tf2] [--jobs 2] [--write]     --write renews docs/evidence/doors.md
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "doors"))

from doors import DOORS, Door, Subject, subjects  # noqa: E402

PAGE = ROOT / "docs" / "evidence" / "doors.md"
HEAD = """\
# The same at every door

`python tools/doors.py --write` takes one round of each program in `tests/doors/programs`, which were written by another hand than the engine,
and repeats it under `tensorleak run`, in a `watch` and in a memory test. Compared are rule, line, holder and fingerprint of the first leak.
A program that is calm must be calm at each door. These are programs of our own, not the world.
"""
Row = tuple[str, Subject, dict[str, Door]]


def asked(subject: Subject, lane: str) -> Row:
    """What the three doors say of a program on one lane."""
    python = ROOT / ".envs" / lane / "bin" / "python"
    answers = {}
    for name, door in DOORS.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                answers[name] = door(subject, python, Path(folder))
            except Exception as error:
                answers[name] = Door(f"failed: {str(error)[-300:]}")
    return lane, subject, answers


def judged(row: Row) -> str:
    """Empty where all three are right and the same; else what is wrong."""
    _, subject, answers = row
    wrong = []
    for name, said in answers.items():
        if not subject.rule:
            if said.verdict in ("leak", "unexplained") or said.verdict.startswith("failed"):
                wrong.append(f"{name} says {said.verdict} {said.rule}")
        elif said.rule != subject.rule:
            wrong.append(f"{name} says {said.rule or said.verdict}")
        elif said.line != subject.line:
            wrong.append(f"{name} blames line {said.line} and not {subject.line}")
    told = {(said.rule, said.line, said.holder, said.fingerprint) for said in answers.values()}
    if not wrong and len(told) > 1:
        wrong.append("the doors differ: " + "; ".join(f"{name} {said.holder}" for name, said in answers.items()))
    return ", ".join(wrong)


def page(rows: list[Row]) -> str:
    """The table as a page."""
    leaking = [row for row in rows if row[1].rule]
    calm = [row for row in rows if not row[1].rule]
    same = sum(not judged(row) for row in leaking)
    lines = [HEAD, f"Leaking: {same} of {len(leaking)} right and the same at all three doors."]
    lines.append(f"Calm: {sum(not judged(row) for row in calm)} of {len(calm)} calm at all three.\n")
    lines += ["| program | lane | rule | what differs |", "| --- | --- | --- | --- |"]
    lines += [f"| {row[1].name} | {row[0]} | {row[1].rule or 'calm'} | {judged(row) or 'nothing'} |" for row in rows]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--lane", choices=("tf1", "tf2"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    wanted = [
        (subject, lane)
        for subject in subjects()
        for lane in subject.lanes
        if (not chosen.names or subject.name in chosen.names) and chosen.lane in (None, lane)
    ]
    rows = []
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for row in pool.map(lambda pair: asked(*pair), wanted):
            rows.append(row)
            print(
                f"{row[0]} {row[1].name} ({row[1].rule or 'calm'}): {judged(row) or 'right and the same'}", flush=True
            )
    if chosen.write:
        PAGE.write_text(page(rows), encoding="utf-8")
    return 0 if not any(map(judged, rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
