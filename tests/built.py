"""Recordings built by hand, to try one cause in a few lines: what grows in a loop, who makes it, who holds it, what a collection frees.

    loop(rounds=100).grows("session.open").born("session").diagnosis(folder)
    loop(rounds=100).grows("session.open", until=40).born("session")     # the negative beside it

Every round is one unit of work. A gauge grows by so much per round, from the first round to `until`.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis

from tensorleak.recording.reader import load

MB = 1_000_000
SITE, LATER = 1, 2
FILE = "/w/p.py"
START: dict[str, float] = {
    "process.rss": 500 * MB,
    "malloc.in_use": 100 * MB,
    "malloc.free": 0,
    "process.file": 0,
    "python.blocks": 1_000_000,
    "graph.ops": 10,
    "graph.count": 1,
    "session.open": 0,
    "function.traces": 1,
    "function.graphs": 1,
    "function.live": 1,
    "variable.count": 4,
    "keras.models": 1,
    "registry.py_functions": 0,
    "registry.gradients": 500,
    "data.datasets": 0,
    "data.iterators": 0,
    "thread.python": 1,
    "tape.live": 0,
}


@dataclass
class Rise:
    """A gauge or a container that gains `by` in each round up to `until`, and loses it all at `gone`."""

    by: float
    until: int
    gone: float = math.inf

    def at(self, number: float) -> float:
        """What it has gained after so many rounds."""
        return self.by * min(number, self.until) if number < self.gone else 0.0


@dataclass
class Loop:
    """A loop under construction."""

    rounds: int
    unit: str
    seconds: float
    tensorflow: str
    gauges: dict[str, Rise] = field(default_factory=dict)
    births: list[tuple[str, str | None, Rise]] = field(default_factory=list)
    trace: dict[str, Any] = field(default_factory=dict)
    operations: dict[str, Any] = field(default_factory=dict)
    containers: list[tuple[dict[str, Any], Rise]] = field(default_factory=list)
    flags: tuple[str, ...] = ()
    freed: dict[float, tuple[str, ...]] = field(default_factory=dict)
    left: float = math.inf
    drains: bool = False

    def grows(self, gauge: str, by: float = 1, until: int | None = None, gone: float = math.inf) -> Loop:
        """A gauge rises in each round."""
        self.gauges[gauge] = Rise(by, until if until is not None else self.rounds, gone)
        return self

    def leaves(self, after: int) -> Loop:
        """After so many rounds the program is in another loop, at `p.py:20`."""
        self.left = after
        return self

    def takes_memory(self, by: float, until: int | None = None) -> Loop:
        """Memory in use, and with it resident memory, rises in each round."""
        return self.grows("malloc.in_use", by, until).grows("process.rss", by, until)

    def born(self, kind: str, by: float = 1, flag: str | None = None, flags: tuple[str, ...] = ()) -> Loop:
        """Things of a kind are made at `p.py:7` in each round, and stay."""
        self.births.append((kind, flag, Rise(by, self.rounds)))
        self.flags = flags or self.flags
        return self

    def traced(self, reason: str, by: float = 1, name: str = "step", argument: str = "x") -> Loop:
        """A function is traced in each round, for one reason."""
        self.grows("function.traces", by)
        self.trace = {"name": name, "reason": reason, "argument": argument, "by": by}
        return self

    def builds(self, operations: float, types: dict[str, int] | None = None, flags: tuple[str, ...] = ()) -> Loop:
        """Operations are added to a graph at `p.py:7` in each round."""
        self.grows("graph.ops", operations)
        self.operations, self.flags = {"by": operations, "types": types or {"Add": 3}}, flags
        return self

    def held_by(
        self,
        words: str,
        contents: str = "tensor",
        nbytes: int = 20_000,
        by: float = 1,
        until: int | None = None,
        **changes: Any,
    ) -> Loop:
        """A container gains elements of some bytes in each round; `words` are as `list attribute Store.rows`."""
        kind, scope, name = words.split(" ", 2)
        holder = {"words": words, "scope": scope, "name": name.rpartition(".")[2].strip("'"), "owner": "", "file": FILE}
        row = {"id": 1 + len(self.containers), "type": kind, "contents": contents, "element_bytes": nbytes}
        row |= {"element_type": contents, "distinct": 8, "sampled": 8}
        row |= {
            name: changes.pop(name)
            for name in ("bound", "opaque", "users", "distinct", "element_type", "watched", "above", "mapping", "whole")
            if name in changes
        }
        self.containers.append(
            (row | {"holder": holder | changes}, Rise(by, until if until is not None else self.rounds))
        )
        return self

    def collected(self, at: float = 0.5, frees: tuple[str, ...] = ()) -> Loop:
        """A full collection at a share of the loop; it takes what these gauges had gained."""
        self.freed[at] = frees
        return self

    def records(self) -> list[dict[str, Any]]:
        """The recording."""
        lines: list[dict[str, Any]] = [
            {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
            | {"python": "3.11.7", "platform": "Linux", "program": FILE, "cwd": "/w", "memory_limit": 16_000 * MB},
            {"k": "environment", "t": 0.0, "tensorflow": self.tensorflow, "keras": "3.12.0"},
            {"k": "sites", "rows": [{"id": SITE, "frames": [[FILE, 7, "main"]], "flags": list(self.flags)}]},
            {"k": "sites", "rows": [{"id": LATER, "frames": [[FILE, 20, "main"]]}]},
            {"k": "answers", "rows": [["loop", FILE, line, "main", "", line - 1, ""] for line in (7, 20)]},
        ]
        taken = {round(self.rounds * share): frees for share, frees in self.freed.items()}
        looks = {round(self.rounds * share / 6) for share in range(1, 7)}
        for number in range(self.rounds + 1):
            time = self.seconds * number / self.rounds
            gauges = self._gauges(number)
            work = {self.unit: number}
            lines.append({"k": "sample", "t": time, "g": gauges, "w": work})
            lines.append(
                {"k": "tally", "t": time, "w": work, "here": SITE if number < self.left else LATER}
                | self._tables(number)
            )
            if number in looks:
                rows = [self._row(row, rise, number) for row, rise in self.containers]
                lines.append(
                    {
                        "k": "look",
                        "t": time,
                        "kind": "census",
                        "seconds": 0.01,
                        "w": work,
                        "tensors": self._live(number),
                    }
                    | {"containers": [row for row in rows if row is not None]}
                )
            if number in taken:
                after = gauges | {name: START[name] for name in taken[number]}
                looked = {"before": gauges, "after": after, "trimmed": after}
                lines.append({"k": "look", "t": time, "kind": "collect", "seconds": 0.1, "w": work} | looked)
        return lines

    def _gauges(self, number: int) -> dict[str, float]:
        return {
            name: start + (self.gauges[name].at(number) if name in self.gauges else 0) for name, start in START.items()
        }

    def _tables(self, number: int) -> dict[str, Any]:
        tables: dict[str, Any] = {}
        if self.births:
            alive = [(kind, flag, int(rise.at(number))) for kind, flag, rise in self.births]
            tables["births"] = [[kind, SITE, flag, count, 0, count, 0] for kind, flag, count in alive]
        if self.operations:
            count = int(self.gauges["graph.ops"].at(number))
            tables["ops"] = [[SITE, "", "", count, 0, self.operations["types"], 0, 4]]
        if self.trace:
            count = int(self.trace["by"] * number)
            row = {"name": self.trace["name"], "file": FILE, "line": 3, "traces": count, "made": 1, "bytes": 0}
            row |= {"library": False, "seconds": 0.1, "sites": [[SITE, count]]}
            row["reasons"] = [[self.trace["reason"], self.trace["argument"], "", "int", count]]
            tables["traces"] = [row]
        return tables

    def _live(self, number: int) -> int:
        """Live tensors after so many rounds: ten, and those that containers hold; ten where these are `drained`."""
        held = [rise.at(number) for row, rise in self.containers if row["contents"] == "tensor"]
        return 10 + (0 if self.drains else int(sum(held)))

    def drained(self) -> Loop:
        """The elements of containers stay, and the tensors in them are taken out again."""
        self.drains = True
        return self

    def _row(self, row: dict[str, Any], rise: Rise, number: int) -> dict[str, Any] | None:
        """The container as a look after so many rounds reports it; None before it has risen often enough, and once it has stopped."""
        span = self.rounds / 6
        if number < 3 * span - 1 or number > rise.until + span:
            return None
        first = rise.at(span)
        length = int(rise.at(number))
        return row | {"length": length, "growth": int(length - first), "rises": int(min(number, rise.until) / span)}

    def diagnosis(self, folder: Path) -> Diagnosis:
        """What the diagnosis says of it."""
        path = folder / "built.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in self.records()))
        return diagnose(load(path))


def loop(rounds: int = 120, unit: str = "function_calls", seconds: float = 12.0, tensorflow: str = "2.21.0") -> Loop:
    """A loop of so many rounds in which nothing grows."""
    return Loop(rounds, unit, seconds, tensorflow)
