"""Halves and doubles every tolerance of the engine over the recordings of all programs, and says which answers flip.

python tools/sensitivity.py [--write]     the table; --write renews docs/evidence/sensitivity.md
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "net")]

from net import Cast, answer, casts  # noqa: E402
from tensorleak_engine import diagnose, tolerances  # noqa: E402
from tensorleak_engine.texts import Reader  # noqa: E402

from tensorleak.recording.reader import Recording, load  # noqa: E402

PAGE = ROOT / "docs" / "evidence" / "sensitivity.md"
FACTORS = (0.5, 2.0)
HEAD = """\
# How much depends on a tolerance

`python tools/sensitivity.py --write` halves and doubles each of the {count} tolerances of the engine
(`probe/src/tensorleak_engine/tolerances.py`) over the recordings of the project's own programs ({recordings} of them, leaking, fixed and
innocent, on both lanes) and counts the answers that flip. *Lost*: leaking programs that are not called a leak any more, or by another
rule. *False*: programs that do not leak and are called one. *Other*: any other difference, such as one calm verdict for another. These are
figures of our own programs, not of the world. A share of something is at most doubled to the whole; a tolerance that no recording depends on is one that none of them has put to the test.
"""


@dataclass
class Flips:
    """What changed when one tolerance was changed."""

    lost: list[str]
    false: list[str]
    other: list[str]

    def __str__(self) -> str:
        words = [f"{len(found)} {word}" for word, found in (("lost", self.lost), ("false", self.false)) if found] + (
            [f"{len(self.other)} other"] if self.other else []
        )
        return ", ".join(words) or "none"


Answer = dict[str, object]


def recordings(folder: Path) -> list[tuple[Cast, Recording]]:
    """All recordings, read once."""
    found = []
    for number, cast in enumerate(casts()):
        path = folder / f"{number}.jsonl"
        path.write_bytes(b"".join(cast.lines))
        found.append((cast, load(path, Reader(own=True))))
    return found


def answers(read: list[tuple[Cast, Recording]]) -> dict[str, Answer]:
    """What the engine says of each, as its tolerances are now."""
    return {cast.name: answer(diagnose(recording)) for cast, recording in read}


def rules(said: Answer) -> set[str]:
    """The rules of the leaks in an answer."""
    found = said["findings"]
    assert isinstance(found, list)
    return {row["rule"] for row in found if row["verdict"] == "leak"}


def flips(before: dict[str, Answer], after: dict[str, Answer]) -> Flips:
    """What became different."""
    result = Flips([], [], [])
    for name, said in before.items():
        now = after[name]
        if now == said:
            continue
        if rules(said) - rules(now):
            result.lost.append(name)
        elif rules(now) - rules(said) and not name.endswith("leaking"):
            result.false.append(name)
        else:
            result.other.append(name)
    return result


def times(name: str, factor: float) -> float:
    """A tolerance multiplied; a share of something is at most the whole."""
    value = getattr(tolerances, name)
    if isinstance(value, int):
        return max(1, round(value * factor))
    is_share = value <= 1 and tolerances.TOLERANCES[name].unit.startswith("of ")
    return min(1.0, value * factor) if is_share else value * factor


def changed(read: list[tuple[Cast, Recording]], names: list[str]) -> Iterator[tuple[str, list[Flips]]]:
    """Each tolerance with what flips when it is halved and when it is doubled."""
    before = answers(read)
    for name in names:
        value = getattr(tolerances, name)
        found = []
        for factor in FACTORS:
            setattr(tolerances, name, times(name, factor))
            found.append(flips(before, answers(read)))
        setattr(tolerances, name, value)
        yield name, found


def page(rows: list[tuple[str, list[Flips]]], count: int) -> str:
    """The table as a page."""
    lines = [HEAD.format(count=len(rows), recordings=count), "| tolerance | value | halved | doubled | why |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for name, (half, double) in rows:
        said = tolerances.TOLERANCES[name]
        value = getattr(tolerances, name)
        lines.append(f"| `{name}` | {value:g} {said.unit} | {half} | {double} | {said.reason} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="tolerances; default: all")
    parser.add_argument("--write", action="store_true", help="renew the page")
    parser.add_argument("--list", action="store_true", help="name the programs whose answers flip")
    chosen = parser.parse_args()
    names = chosen.names or list(tolerances.TOLERANCES)
    with tempfile.TemporaryDirectory() as folder:
        read = recordings(Path(folder))
        rows = []
        for name, found in changed(read, names):
            rows.append((name, found))
            print(f"{name}: halved {found[0]}; doubled {found[1]}", flush=True)
            if chosen.list:
                for one in found:
                    print("   lost", one.lost, "false", one.false)
    if chosen.write:
        PAGE.write_text(page(rows, len(read)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
