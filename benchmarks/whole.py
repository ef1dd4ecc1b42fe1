"""What a user pays for a whole run: total processor time, the first two seconds, the slowest stretch, the longest pause.

Each loop is run bare and under `tensorleak run` in turn, the same number of steps each; ratios are within a pair, the median over
the pairs is given. `total` is processor time of all processes, the desk and the imports included. `first` is processor time of
the steps that keep the bare loop busy for its first two seconds; `slowest` is the highest ratio of any such half second.
`pause` is the longest step, less the median step and less the same of the bare run, in milliseconds on the wall: the least over
the pairs, since what the machine's other work causes does not come again in each run. `busy` is the same in processor time.

usage: python benchmarks/whole.py [--loop NAME]... [--seconds 15] [--pairs 3] [--python PATH]
Quick look at one loop: python benchmarks/whole.py --loop entries --seconds 5 --pairs 1
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from array import array
from dataclasses import dataclass
from pathlib import Path

from loops import LOOPS
from pairs import OUT, ROOT, Cost, alternate, compile_both, cost, middle, observed

SCRIPT = ROOT / "benchmarks" / "loops.py"
PYTHON = ROOT / ".envs" / "tf2" / "bin" / "python"
# Processor seconds of the bare loop: the same steps on an idle and on a busy machine.
BEGINNING = 2.0
STRETCH = 0.5
GOALS = {"total": 1.10, "pause": 50.0}


@dataclass(frozen=True)
class Times:
    """Wall-clock and processor seconds of every step of one run."""

    wall: array
    processor: array

    @classmethod
    def read(cls, file: Path) -> Times:
        both = array("d", file.read_bytes())
        return cls(both[: len(both) // 2], both[len(both) // 2 :])


def pause(steps: array) -> float:
    """How much longer the longest step took than the median one, in milliseconds; the first steps trace and are left out."""
    later = sorted(steps[min(5, len(steps) // 10) :])
    return 1000 * (later[-1] - later[len(later) // 2])


def stretches(bare: Times) -> list[slice]:
    """The steps of each half second that the bare run was busy; what is left at the end belongs to the last."""
    cuts, spent = [0], 0.0
    for number, seconds in enumerate(bare.processor):
        spent += seconds
        if spent >= STRETCH:
            cuts.append(number + 1)
            spent = 0.0
    cuts[-1:] = [len(bare.wall)] if len(cuts) > 1 else [0, len(bare.wall)]
    return [slice(begin, end) for begin, end in itertools.pairwise(cuts)]


def beginning(bare: Times) -> slice:
    spent = 0.0
    for number, seconds in enumerate(bare.processor):
        spent += seconds
        if spent >= BEGINNING:
            return slice(0, number + 1)
    return slice(0, len(bare.wall))


def compared(bare: Times, under: Times) -> dict[str, float]:
    """The figures of one pair, from its steps."""
    first = beginning(bare)
    ratio = lambda part: sum(under.processor[part]) / max(1e-9, sum(bare.processor[part]))  # noqa: E731
    return {
        "steps": ratio(slice(None)),
        "first": ratio(first),
        "first_wall": sum(under.wall[first]) / sum(bare.wall[first]),
        "slowest": max(ratio(part) for part in stretches(bare)),
        "pause": pause(under.wall) - pause(bare.wall),
        "busy": pause(under.processor) - pause(bare.processor),
    }


@dataclass(frozen=True)
class Loop:
    """A loop of loops.py, an interpreter to run it with, and a folder for what it writes."""

    name: str
    python: Path
    folder: Path

    def words(self, steps: int, times: Path) -> list[str]:
        return [str(SCRIPT), self.name, "--steps", str(steps), "--times", str(times)]

    def bare(self, steps: int, number: int) -> Cost:
        return cost([str(self.python), *self.words(steps, self.times("bare", number))])

    def under(self, steps: int, number: int) -> Cost:
        record = self.folder / f"{self.name}-{number}.jsonl"
        return cost(observed(self.python, record, self.words(steps, self.times("observed", number))))

    def times(self, side: str, number: int) -> Path:
        return self.folder / f"{self.name}-{side}-{number}.times"

    def steps(self, seconds: float) -> int:
        """How many steps keep the bare loop busy for that time, from a short run."""
        self.bare(1000, -1)
        return max(200, int(seconds / middle(Times.read(self.times("bare", -1)).processor[500:])))


def figures(loop: Loop, seconds: float, count: int) -> dict[str, float]:
    steps = loop.steps(seconds)
    pairs = alternate(lambda number: loop.bare(steps, number), lambda number: loop.under(steps, number), count)
    compared_pairs = [
        compared(Times.read(loop.times("bare", number)), Times.read(loop.times("observed", number)))
        for number in range(count)
    ]
    found = {key: middle([one[key] for one in compared_pairs]) for key in compared_pairs[0]}
    found["pause"] = min(one["pause"] for one in compared_pairs)
    found["busy"] = min(one["busy"] for one in compared_pairs)
    found["total"] = middle([pair.ratio for pair in pairs])
    found["added"] = middle([pair.observed.processor - pair.bare.processor for pair in pairs])
    found["count"] = steps
    return found


def line(name: str, row: dict[str, float]) -> str:
    return (
        f"{name:11} total {row['total']:.3f} x ({row['added']:+.1f} s)  steps {row['steps']:.3f}  first 2 s {row['first']:.3f} "
        f"(wall {row['first_wall']:.3f})  slowest {row['slowest']:.3f}  pause {row['pause']:.0f} ms (busy {row['busy']:.0f} ms)  "
        f"{row['count']:,.0f} steps"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loop", action="append", choices=list(LOOPS))
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--python", type=Path, default=PYTHON)
    options = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    compile_both(options.python)
    rows = {}
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        for name in options.loop or LOOPS:
            rows[name] = figures(Loop(name, options.python, Path(folder)), options.seconds, options.pairs)
            print(line(name, rows[name]), flush=True)
    totals = [row["total"] for row in rows.values()]
    print(
        f"\ntotal processor time: median {middle(totals):.3f} x (goal 1.05), each at most {max(totals):.3f} x (goal {GOALS['total']:.2f}); "
        f"longest pause {max(row['pause'] for row in rows.values()):.0f} ms (goal {GOALS['pause']:.0f} ms, idle machine)"
    )
    (OUT / "whole.json").write_text(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
