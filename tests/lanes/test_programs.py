"""A cross-section of the programs, run for real on both lanes: the leak is named with its line, the twin is calm.

`make quality` runs all of them; these are one or two of each mechanism. What a program does on this machine is measured first,
without the probe (`tools/truth.py`, kept in `.quality/truth`): one that does not leak on this processor is skipped with a line
that says so, and so is a twin that grows here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support import ROOT, lane_python

from tensorleak.programs import Program, programs

sys.path.insert(0, str(ROOT / "tools"))
import quality

CHOSEN = {
    "tf2": [
        "TL101/discount_curve",
        "TL201/step_number_argument",
        "TL202/growing_prompt",
        "TL203/compile_per_stage",
        "TL203/objective_closures",
        "TL301/per_example_losses",
        "TL302/episode_weights",
        "TL303/tape_per_batch",
        "TL305/cached_text_encoding",
        "TL404/weight_snapshots",
        "TL405/hot_reload",
        "TL501/epoch_generator",
        "TL602/event_writer",
        "TL804/any_image_size",
    ],
    "tf1": [
        "TL101/colour_features",
        "TL102/tenant_sessions",
        "TL104/whitening_batches",
        "TL105/noise_workers",
        "TL901/step_timings",
    ],
    # Written by another hand than the diagnosis: growth in a second phase, inside a library's object, below two names, of whole graphs.
    "apart": {
        "tf2": ["TL301/second_stage_targets", "TL301/quantile_metric", "TL901/replies_to_retries"],
        "tf1": ["TL101/query_plans"],
    },
    "innocent": {
        "tf2": ["ring_of_predictions", "twelve_shapes", "replay_memory_fills", "one_large_evaluation"],
        "tf1": ["graph_per_call", "dropped_sessions"],
    },
}


def selected() -> list[tuple[Program, str]]:
    every = list(programs())
    pairs = []
    for lane in ("tf2", "tf1"):
        if not lane_python(lane).exists():
            continue
        names = set(CHOSEN[lane]) | {f"innocent/{name}" for name in CHOSEN["innocent"][lane]}
        pairs += [(program, lane) for program in every if program.name in names and lane in program.lanes]
        pairs += [(program, lane) for program in programs(quality.APART) if program.name in CHOSEN["apart"][lane]]
    return pairs


def label(pair: tuple[Program, str]) -> str:
    return f"{pair[1]}-{pair[0].name}-{pair[0].form}"


@pytest.mark.parametrize("pair", selected(), ids=label)
def test_program(pair: tuple[Program, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality, "OUT", tmp_path)
    row = quality.run(*pair)
    if row["excuse"]:
        pytest.skip(f"{label(pair)}: {row['excuse']}")
    assert row["ok"], "\n".join(f"{key}: {value}" for key, value in row.items())


def test_both_kinds_are_there() -> None:
    forms = {program.form for program, _ in selected()}
    assert forms == {"leaking", "fixed", "innocent"}
