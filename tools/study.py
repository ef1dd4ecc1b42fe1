"""Measures the static check on public repositories that it was not developed on, against what readers wrote down.

The data are in docs/evidence/study: leaks found by reading, places that only look like leaks, and judgements of findings. The code of
the repositories is never committed: DIR holds one tree for each, named owner+name, at the commit that the data name.

usage: python tools/study.py recall --folder DIR [--half dev|test] [--missed]
       python tools/study.py precision --folder DIR [--show]
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DATA = Path(__file__).resolve().parent.parent / "docs" / "evidence" / "study"
NEAR = 3  # lines between what a reader blamed and what the check does: another line of the same statement or block
RANK = ("false", "unclear", "harmless", "true")  # of several findings of one cause, the strongest counts
Row = dict[str, Any]


def load(name: str, table: str) -> list[Row]:
    rows: list[Row] = tomllib.loads((DATA / name).read_text(encoding="utf-8"))[table]
    return rows


def findings(tree: Path) -> list[Row]:
    """What the check says of one repository."""
    command = [sys.executable, "-m", "tensorleak", "check", "--no-cache", "--jobs", "1", "--output-format", "json", "."]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=900)
    rows: list[Row] = json.loads(done.stdout)["findings"]
    return rows


def of_all(folder: Path, repositories: Iterable[str]) -> dict[str, list[Row]]:
    """The findings of all repositories of which there is a tree."""
    trees = {name: folder / name.replace("/", "+") for name in sorted(set(repositories))}
    present = {name: tree for name, tree in trees.items() if tree.is_dir()}
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(present, pool.map(findings, present.values()), strict=True))


def is_found(leak: Row, said: list[Row]) -> bool:
    """Whether a finding is about a leak: at its line, on the way to it, or named beside another line of the same block."""
    lines = {leak["line"], *leak.get("lines", ())}
    for finding in said:
        place = finding["location"]
        if place["file"] == leak["file"]:
            also = re.findall(r"\d+", finding["summary"].partition("(also on")[2])
            if any(abs(place["line"] - line) <= NEAR or str(line) in also for line in lines):
                return True
        if any(step.startswith(f"{leak['file']}:{line}:") for step in finding["evidence"] for line in lines):
            return True
    return False


def recall(folder: Path, half: str, missed: bool) -> None:
    leaks = [leak for leak in load("leaks.toml", "leak") if leak["half"] == half and leak.get("measured", True)]
    said = of_all(folder, (leak["repository"] for leak in leaks))
    judged = [(leak, is_found(leak, said[leak["repository"]])) for leak in leaks if leak["repository"] in said]
    kinds, found = Counter(leak["kind"] for leak, _ in judged), Counter(leak["kind"] for leak, hit in judged if hit)
    print(f"{half}: {sum(found.values())} of {len(judged)} leaks in {len(said)} repositories")
    for kind, number in kinds.most_common():
        print(f"  {kind}: {found[kind]} of {number}")
    for leak, hit in judged if missed and half == "dev" else ():
        if not hit:
            print(f"MISSED {leak['repository']} {leak['file']}:{leak['line']} {leak['why']}")


def precision(folder: Path, show: bool) -> None:
    """What is true of the warnings, by batch: the second was judged with a check that had been tuned to the first."""
    judged = load("precision.toml", "judged")
    known = {(row["repository"], row["file"], row["line"], row["rule"]): row for row in judged}
    batches = {row["name"]: row.get("batch", 1) for row in load("precision.toml", "repository")}
    said = of_all(folder, batches)
    for batch in sorted(set(batches.values())):
        tell_precision({name: found for name, found in said.items() if batches[name] == batch}, batch, known, show)


def tell_precision(
    said: dict[str, list[Row]], batch: int, known: dict[tuple[str, str, int, str], Row], show: bool
) -> None:
    """Prints the verdicts on the warnings of one batch, by distinct cause, in all and by rule."""
    causes: dict[tuple[str, str], list[Row]] = defaultdict(list)
    hints: Counter[str] = Counter()
    unknown = []
    for repository, found in said.items():
        for finding in found:
            place = finding["location"]
            row = known.get((repository, place["file"], place["line"], finding["rule"]))
            if row is None:
                unknown.append(f"{repository} {place['file']}:{place['line']} {finding['rule']} {finding['severity']}")
            elif finding["severity"] == "info":
                hints[row["verdict"]] += 1
            else:
                causes[repository, row["cause"]].append(row)
    strongest = [max(rows, key=lambda row: RANK.index(row["verdict"])) for rows in causes.values()]
    print(
        f"batch {batch}: {len(said)} repositories, distinct causes: {dict(Counter(row['verdict'] for row in strongest))}"
    )
    print(f"  hints: {dict(hints)}; not judged yet: {len(unknown)}")
    for rule in sorted({row["rule"] for row in strongest}):
        print(f"  {rule}: {dict(Counter(row['verdict'] for row in strongest if row['rule'] == rule))}")
    for row in strongest if show else ():
        if row["verdict"] != "true":
            print(
                f"{row['verdict'].upper()} {row['repository']} {row['file']}:{row['line']} {row['rule']} {row['why']}"
            )
    for line in unknown if show else ():
        print(f"NEW {line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("recall", "precision"))
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--half", choices=("dev", "test"), default="dev")
    parser.add_argument("--missed", action="store_true", help="list what was missed in the development half")
    parser.add_argument(
        "--show", action="store_true", help="list the warnings that are not true, and what nobody has judged"
    )
    options = parser.parse_args()
    if options.what == "recall":
        recall(options.folder, options.half, options.missed)
    else:
        precision(options.folder, options.show)


if __name__ == "__main__":
    main()
