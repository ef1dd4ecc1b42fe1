"""Measures the static check on public code: counts the findings, and renders the sheet of those that were judged.

The repositories and their commits are in tools/corpus.toml. Their code is never committed: DIR holds one tree for each,
named owner+name, for example as extracted by `git archive` from a clone at that commit.

usage: python tools/corpus.py --folder DIR [--findings FILE] [--jobs N] [--only OWNER/NAME ...]
       python tools/corpus.py --sheet [--findings FILE]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from tensorleak.check import Options, check
from tensorleak.check.finding import StaticFinding
from tensorleak.check.settings import Settings
from tensorleak.check.source import Source
from tensorleak.rules import Rule, catalogue

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tools" / "corpus.toml"
FINDINGS = ROOT / ".quality" / "corpus.json"
JUDGEMENTS = ROOT / "docs" / "evidence" / "static-judgements.toml"
SHEET = ROOT / "docs" / "evidence" / "static-precision.md"
VERDICTS = ("true", "false", "unclear")


@dataclass(frozen=True)
class Repository:
    """A public repository at one commit, why it is in the corpus, and whether no finding in it had been seen before."""

    name: str
    commit: str
    why: str
    held_out: bool = False

    @property
    def folder(self) -> str:
        """The name of its tree under DIR."""
        return self.name.replace("/", "+")


@dataclass(frozen=True)
class Place:
    """What a finding and a judgement have in common; cell and line count as they do in the check's own output."""

    repository: str
    path: str
    line: int
    rule: str
    cell: int = 0

    def __str__(self) -> str:
        cell = f" cell {self.cell}" if self.cell else ""
        return f"{self.repository}: {self.path}{cell}:{self.line}"


@dataclass(frozen=True)
class Found:
    """One finding of the check."""

    place: Place
    function: str
    summary: str
    chain: tuple[str, ...]
    digest: str  # of the line, so that copies are known by it and no code is kept

    @property
    def copy(self) -> tuple[str, str, str, str]:
        """Equal for the same line of the same function where several repositories hold a copy of the file."""
        return self.place.rule, PurePosixPath(self.place.path).name, self.function, self.digest


@dataclass(frozen=True)
class Judgement:
    """What reading the code around a finding has shown."""

    place: Place
    verdict: str
    reason: str


@dataclass(frozen=True)
class Measured:
    """What one repository gave."""

    name: str
    commit: str
    checked: int
    skipped: int
    unread: int
    findings: tuple[Found, ...]


@dataclass
class Score:
    """Findings and verdicts of one rule."""

    findings: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)

    @property
    def decided(self) -> int:
        """How many were judged true or false."""
        return self.verdicts["true"] + self.verdicts["false"]

    @property
    def precision(self) -> float | None:
        """The share of true ones; none without a single decided finding."""
        return self.verdicts["true"] / self.decided if self.decided else None


def repositories(file: Path = LIST) -> list[Repository]:
    """The corpus."""
    return [Repository(**row) for row in tomllib.loads(file.read_text(encoding="utf-8"))["repository"]]


def measure(repository: Repository, folder: Path, jobs: int) -> Measured:
    """Checks one tree with the default settings and the preview rules; settings of its own do not count."""
    tree = folder / repository.folder
    report = check([tree], Options(Settings(base=tree, preview=True), jobs=jobs))
    found = [described(finding, repository, tree.resolve(), report.sources) for finding in report.findings]
    unread = len({problem.file for problem in report.problems if problem.cell is None})
    return Measured(
        repository.name, repository.commit, report.files_checked, report.files_skipped, unread, tuple(found)
    )


def described(finding: StaticFinding, repository: Repository, tree: Path, sources: Mapping[str, Source]) -> Found:
    """A finding with paths that start at the repository."""
    source = sources[finding.file]
    line = source.line(source.joined_line(finding.cell, finding.span.line)).strip()
    digest = hashlib.sha256(line.encode()).hexdigest()[:12]

    def within(file: str) -> str:
        return Path(file).resolve().relative_to(tree).as_posix()

    place = Place(repository.name, within(finding.file), finding.span.line, finding.rule, finding.cell or 0)
    chain = tuple(f"{within(step.location.file)}:{step.location.line}: {step.text}" for step in finding.chain)
    return Found(place, finding.function, finding.summary, chain, digest)


def save(measured: Sequence[Measured], commit: str, file: Path) -> None:
    """Keeps the findings for the sheet, and for the comparison with the next run."""
    file.parent.mkdir(parents=True, exist_ok=True)
    document = {"tool": commit, "repositories": [asdict(one) for one in measured]}
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def load(file: Path) -> tuple[list[Measured], str]:
    """What `save` has kept."""
    document = json.loads(file.read_text(encoding="utf-8"))
    return [_measured(row) for row in document["repositories"]], document["tool"]


def _measured(row: dict[str, Any]) -> Measured:
    found = [Found(**{**one, "place": Place(**one["place"]), "chain": tuple(one["chain"])}) for one in row["findings"]]
    return Measured(**{**row, "findings": tuple(found)})


def judgements(file: Path = JUDGEMENTS) -> dict[Place, Judgement]:
    """The judgements by place; a verdict that is none is an error."""
    known = {}
    for row in tomllib.loads(file.read_text(encoding="utf-8")).get("judgement", []):
        place = Place(row["repository"], row["path"], row["line"], row["rule"], row.get("cell", 0))
        if row["verdict"] not in VERDICTS or place in known:
            raise SystemExit(f"{file.name}: {place} {row['rule']}: verdict {row['verdict']!r}, or judged twice")
        known[place] = Judgement(place, row["verdict"], row["reason"])
    return known


def distinct(measured: Iterable[Measured]) -> list[Found]:
    """All findings; a line that several repositories hold a copy of counts once."""
    owners: dict[tuple[str, str, str, str], str] = {}
    return [found for one in measured for found in one.findings if owners.setdefault(found.copy, one.name) == one.name]


def scores(found: Iterable[Found], judged: dict[Place, Judgement]) -> dict[str, Score]:
    """The score of every rule that has a static side."""
    table = {rule.id: Score() for rule in static_rules()}
    for one in found:
        score = table.setdefault(one.place.rule, Score())
        score.findings += 1
        if one.place in judged:
            score.verdicts[judged[one.place].verdict] += 1
    return table


def static_rules() -> list[Rule]:
    """The rules that look at source."""
    return [rule for rule in catalogue() if getattr(rule, "check", None) is not None]


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.959964
    share, spread = hits / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(share: float) -> str:
    """A share for the sheet."""
    return f"{100 * share:.0f} %"


def rule_rows(table: dict[str, Score], preview: bool) -> list[list[str]]:
    """A row for each rule: findings, judged, true, false, unclear, precision, interval."""
    rows = []
    for rule in static_rules():
        score = table[rule.id]
        if bool(getattr(rule, "preview", False)) != preview:
            continue
        judged = sum(score.verdicts.values())
        counts = [str(score.findings), str(judged), *(str(score.verdicts[verdict]) for verdict in VERDICTS)]
        rows.append([rule.id, rule.name, *counts, *shares(score)])
    return rows


def shares(score: Score) -> list[str]:
    """Precision and interval; never a figure without a hit."""
    if score.precision is None:
        return ["n/a", "n/a"]
    low, high = wilson(score.verdicts["true"], score.decided)
    return [percent(score.precision), f"{percent(low)} to {percent(high)}"]


def total(table: dict[str, Score], preview: bool) -> Score:
    """The score of all stable, or all preview, rules together."""
    together = Score()
    for rule in static_rules():
        if bool(getattr(rule, "preview", False)) == preview:
            together.findings += table[rule.id].findings
            together.verdicts += table[rule.id].verdicts
    return together


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table."""
    return ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]


RULE_HEAD = ("Rule", "Name", "Findings", "Judged", "True", "False", "Unclear", "Precision", "95 % interval")


def sheet(measured: Sequence[Measured], commit: str, judged: dict[Place, Judgement], notes: dict[str, str]) -> str:
    """The whole sheet."""
    found = distinct(measured)
    table = scores(found, judged)
    copies = sum(len(one.findings) for one in measured) - len(found)
    lines = ["# Precision of the static check on public code", "", notes["method"].strip(), ""]
    lines += [summary(measured, commit, table, copies), "", *markdown(SET_HEAD, set_rows(measured, judged)), ""]
    lines += [notes["sets"].strip(), "", "## Stable rules", ""]
    lines += [*markdown(RULE_HEAD, rule_rows(table, preview=False)), "", "## Preview rules (off by default)", ""]
    lines += [*markdown(RULE_HEAD, rule_rows(table, preview=True)), "", notes["preview"].strip(), ""]
    lines += ["## What the false ones have in common", "", notes["false"].strip(), ""]
    lines += ["## Cases with a known outcome", "", notes["known"].strip(), ""]
    lines += ["## Leaks that reading showed and the check does not report", "", notes["missed"].strip(), ""]
    lines += ["## Repositories", "", *markdown(REPOSITORY_HEAD, repository_rows(measured)), ""]
    lines += ["## Every judged finding", "", *markdown(JUDGED_HEAD, judged_rows(found, judged)), ""]
    lines += ["## Judged earlier, no longer reported", "", *gone_lines(measured, judged), ""]
    return "\n".join(lines)


def summary(measured: Sequence[Measured], commit: str, table: dict[str, Score], copies: int) -> str:
    """The figures in two sentences."""
    stable = total(table, preview=False)
    with_hits = [rule for rule in static_rules() if not getattr(rule, "preview", False) and table[rule.id].findings]
    share, interval = shares(stable)
    return (
        f"Measured with Tensorleak at {commit}: {len(measured)} repositories, "
        f"{sum(one.checked for one in measured)} files that use TensorFlow or Keras, {stable.findings} findings of "
        f"{len(with_hits)} stable rules, {sum(stable.verdicts.values())} of them judged: {stable.verdicts['true']} true, "
        f"{stable.verdicts['false']} false, {stable.verdicts['unclear']} unclear; precision {share} (95 % interval "
        f"{interval}). {copies} more findings are copies of one file in several repositories and count once."
    )


SET_HEAD = (
    "Repositories",
    "Number",
    "Files checked",
    "Findings",
    "Judged",
    "True",
    "False",
    "Precision",
    "95 % interval",
)


def set_rows(measured: Sequence[Measured], judged: dict[Place, Judgement]) -> list[list[str]]:
    """Stable rules on the repositories that the rules were tuned on, and on those that were held out."""
    held_out = {one.name for one in repositories() if one.held_out}
    rows = []
    for label, chosen in (
        ("used while the rules were tuned", [one for one in measured if one.name not in held_out]),
        ("held out", [one for one in measured if one.name in held_out]),
    ):
        score = total(scores(distinct(chosen), judged), preview=False)
        counts = (len(chosen), sum(one.checked for one in chosen), score.findings, sum(score.verdicts.values()))
        verdicts = (score.verdicts["true"], score.verdicts["false"])
        rows.append([label, *map(str, (*counts, *verdicts)), *shares(score)])
    return rows


REPOSITORY_HEAD = ("Repository", "Commit", "Files checked", "Without TensorFlow", "Unreadable", "Stable", "Preview")


def repository_rows(measured: Iterable[Measured]) -> list[list[str]]:
    """A row for each repository, with the number of findings of stable and of preview rules."""
    off = {rule.id for rule in static_rules() if getattr(rule, "preview", False)}
    rows = []
    for one in measured:
        preview = sum(found.place.rule in off for found in one.findings)
        counts = (one.checked, one.skipped, one.unread, len(one.findings) - preview, preview)
        rows.append([one.name, one.commit[:10], *map(str, counts)])
    return rows


JUDGED_HEAD = ("Rule", "Place", "Verdict", "Why")


def judged_rows(found: Iterable[Found], judged: dict[Place, Judgement]) -> list[list[str]]:
    """A row for each judged finding."""
    known = [judged[one.place] for one in found if one.place in judged]
    ordered = sorted(known, key=lambda one: (one.place.rule, str(one.place)))
    return [[one.place.rule, f"{one.place}", one.verdict, one.reason] for one in ordered]


def gone_lines(measured: Iterable[Measured], judged: dict[Place, Judgement]) -> list[str]:
    """How many judged places the check passes over now, by verdict, and where these were true."""
    present = {found.place for one in measured for found in one.findings}
    gone = [one for place, one in judged.items() if place not in present]
    counts = Counter(one.verdict for one in gone)
    lines = [
        f"{counts['false']} that were false, {counts['true']} that were true, {counts['unclear']} unclear ones.",
        "",
    ]
    lost = sorted((one for one in gone if one.verdict == "true"), key=lambda one: str(one.place))
    return lines + [f"- {one.place.rule} {one.place}: {one.reason}" for one in lost]


def print_counts(measured: Sequence[Measured], judged: dict[Place, Judgement]) -> None:
    """Findings per rule and per repository, and what is still to be judged."""
    found = distinct(measured)
    for one in measured:
        rules = Counter(finding.place.rule for finding in one.findings)
        print(
            f"{one.name}: {one.checked} files, " + (", ".join(f"{k} {n}" for k, n in sorted(rules.items())) or "none")
        )
    for rule, score in sorted(scores(found, judged).items()):
        print(f"{rule}: {score.findings} findings, {dict(score.verdicts)}")
    for each in found:
        if each.place not in judged:
            print(f"not judged: {each.place.rule} {each.place} ({each.summary})")


def tool_commit() -> str:
    """The commit of the tool, marked with a plus where its sources have changed since."""
    changed = git("status", "--porcelain", "--", "src")
    return (git("rev-parse", "--short=10", "HEAD") or "unknown") + ("+" if changed else "")


def git(*words: str) -> str:
    """What git says of this repository."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, help="one extracted tree for each repository, named owner+name")
    parser.add_argument("--findings", type=Path, default=FINDINGS, help="where the findings are kept as JSON")
    parser.add_argument("--only", nargs="*", help="only these repositories")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sheet", action="store_true", help="render docs/evidence/static-precision.md")
    return parser.parse_args()


def main() -> int:
    """Runs the check on the corpus, or renders the sheet, or both."""
    options = arguments()
    if options.folder:
        chosen = [one for one in repositories() if not options.only or one.name in options.only]
        missing = [one.name for one in chosen if not (options.folder / one.folder).is_dir()]
        if missing:
            raise SystemExit(f"no tree for {', '.join(missing)} in {options.folder}")
        save([measure(one, options.folder, options.jobs) for one in chosen], tool_commit(), options.findings)
    if not options.findings.is_file():
        raise SystemExit(f"no findings in {options.findings}: run with --folder first")
    measured, commit = load(options.findings)
    judged = judgements()
    print_counts(measured, judged)
    if options.sheet:
        notes = tomllib.loads(JUDGEMENTS.read_text(encoding="utf-8"))["notes"]
        SHEET.write_text(sheet(measured, commit, judged, notes), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
