"""The net: recordings of all programs, packed, and what the diagnosis says of each.

A change of the diagnosis is tried on all of them in seconds, without TensorFlow. Differences are not errors by themselves: they are
read and decided, and `python tools/net.py write` takes the new answers over.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis
from tensorleak_engine.texts import Reader

from tensorleak.programs import Program, programs
from tensorleak.recording.reader import load

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORDINGS = HERE / "recordings"
ANSWERS = HERE / "diagnoses.json"
PLACE = b"@ROOT@"


@dataclass(frozen=True)
class Cast:
    """One packed recording: of a program's form on a lane."""

    file: Path

    @property
    def name(self) -> str:
        """As `tf2 TL301/recent_frames leaking`."""
        lane, program, form = self.file.name.removesuffix(".jsonl.xz").split("--")
        return f"{lane} {program.replace('.', '/')} {form}"

    @property
    def program(self) -> Program:
        """The program that was recorded."""
        _, name, form = self.name.split(" ")
        return corpus()[name, form]

    @cached_property
    def lines(self) -> list[bytes]:
        """The records, with the paths of this checkout."""
        return lzma.decompress(self.file.read_bytes()).replace(PLACE, str(ROOT).encode()).splitlines(keepends=True)

    def diagnosis(self, folder: Path, share: float = 1.0) -> Diagnosis:
        """What the diagnosis says of the first part of the recording."""
        return _diagnosis(folder, self.lines[: max(2, round(share * len(self.lines)))])

    def diagnosis_when_starved(self, folder: Path, share: float, seed: int) -> Diagnosis:
        """What it says where the machine let only so many of the samples be taken; which ones is chance."""
        records = [json.loads(line) for line in self.lines]
        samples = [index for index, record in enumerate(records) if record["k"] == "sample"][2:-2]
        missed = set(Random(seed).sample(samples, int((1 - share) * len(samples))))
        kept, owed = [], {"g": {}, "w": {}}  # a sample tells what changed since the one before
        for index, record in enumerate(records):
            if record["k"] == "sample":
                owed = {part: {**owed[part], **record.get(part, {})} for part in owed}
                if index in missed:
                    continue
                record.update(owed)
                owed = {"g": {}, "w": {}}
            kept.append(json.dumps(record).encode() + b"\n")
        return _diagnosis(folder, kept)


def _diagnosis(folder: Path, lines: list[bytes]) -> Diagnosis:
    path = folder / "recording.jsonl"
    path.write_bytes(b"".join(lines))
    return diagnose(load(path, Reader(own=True)))


@cache
def corpus() -> dict[tuple[str, str], Program]:
    """All programs, by name and form."""
    return {(program.name, program.form): program for program in programs()}


def casts() -> Iterator[Cast]:
    """All packed recordings."""
    for file in sorted(RECORDINGS.glob("*.jsonl.xz")):
        yield Cast(file)


def answer(diagnosis: Diagnosis) -> dict[str, Any]:
    """What must not change unnoticed: verdict, rules, places, holders."""
    return {
        "verdict": str(diagnosis.verdict),
        "findings": [
            {
                "rule": found.rule,
                "verdict": str(found.verdict),
                "line": f"{Path(found.location.file).name}:{found.location.line}" if found.location else None,
                "holder": found.holder,
            }
            for found in diagnosis.findings
        ],
    }


def answers() -> dict[str, Any]:
    """The answers that were decided on."""
    return json.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.exists() else {}
