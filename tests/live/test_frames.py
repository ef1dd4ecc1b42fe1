"""Frames of the live view, from real recordings: they fit, they say what the diagnosis says, and nothing in them acts."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console
from support import ROOT
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis, Location, Verdict
from training_runs import TrainingRuns

from tensorleak.chart.parts import parts
from tensorleak.live import HEIGHT
from tensorleak.model.parts import Layer, Parts
from tensorleak.recording import OWN, load
from tensorleak.report.live import frame, line

HOSTILE = "\x1b[2J\x1b]0;title\x07[red]evil\n\u202egnp.exe\x9b31m"


@pytest.fixture(scope="module")
def leaking(training_runs: TrainingRuns) -> tuple[Diagnosis, Parts]:
    recording = load(training_runs.leaking, OWN)
    return diagnose(recording), parts(recording)


@pytest.fixture(scope="module")
def steady(training_runs: TrainingRuns) -> tuple[Diagnosis, Parts]:
    recording = load(training_runs.fixed, OWN)
    return diagnose(recording), parts(recording)


def shown(diagnosis: Diagnosis | None, split: Parts | None, width: int, colours: bool = False, others: int = 0) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=colours, color_system="standard" if colours else None)
    console.print(frame(diagnosis, split, width, others), width=width, no_wrap=True)
    return out.getvalue()


@pytest.mark.parametrize("width", [60, 100, 200])
def test_a_leak_is_shown_at_any_width(leaking: tuple[Diagnosis, Parts], width: int) -> None:
    text = shown(*leaking, width)
    lines = text.splitlines()
    assert len(lines) <= HEIGHT
    assert max(map(len, lines)) <= width
    for part in ("tensorleak leak", "libraries", "per function call", "TL301", "training.py:24", "out of memory in"):
        assert part in text


@pytest.mark.parametrize("width", [60, 100, 200])
def test_a_steady_program_has_no_suspects(steady: tuple[Diagnosis, Parts], width: int) -> None:
    text = shown(*steady, width)
    assert len(text.splitlines()) <= HEIGHT
    assert "tensorleak steady" in text
    assert "none so far" in text
    assert "TL301" not in text
    assert "out of memory" not in text


def test_the_figures_are_those_of_the_diagnosis(leaking: tuple[Diagnosis, Parts]) -> None:
    diagnosis, split = leaking
    text = shown(diagnosis, split, 200)
    assert f"{split.work[-1]:,.0f} × function call" in text
    assert f"{diagnosis.memory_now / 1e6:.0f} MB" in text
    assert diagnosis.growth.interval is not None
    assert f"[{diagnosis.growth.interval.low / 1e3:.3g} KB to" in text


def test_the_bar_adds_up(leaking: tuple[Diagnosis, Parts]) -> None:
    assert shown(*leaking, 200).count("█") == 24


def test_before_anything_is_known() -> None:
    assert "waiting for the program" in shown(None, None, 60)


def test_other_processes_are_counted(leaking: tuple[Diagnosis, Parts]) -> None:
    assert "3 more processes" in shown(*leaking, 200, others=3)
    assert "more process" not in shown(*leaking, 200)


def test_many_suspects_are_counted_not_listed(leaking: tuple[Diagnosis, Parts]) -> None:
    diagnosis, split = leaking
    crowd = replace(diagnosis, findings=diagnosis.findings * 9)
    text = shown(crowd, split, 100)
    assert len(text.splitlines()) <= HEIGHT
    assert f"and {9 * len(diagnosis.findings) - 2} more" in text


def test_memory_of_an_accelerator_has_a_line_of_its_own() -> None:
    """From a recording that was made on a GPU."""
    recording = load(ROOT / "tests" / "diagnose" / "data" / "gpu_kept_on_gpu.jsonl")
    diagnosis, split = diagnose(recording), parts(recording)
    text = shown(replace(diagnosis, findings=diagnosis.findings * 4), split, 100)
    assert " device   GPU:0: " in text
    assert len(text.splitlines()) == HEIGHT
    assert "GPU:0: " in line(diagnosis, split)
    assert " device " not in shown(replace(diagnosis, devices=()), split, 100)


@pytest.mark.parametrize("width", [60, 200])
def test_hostile_names_stay_text(leaking: tuple[Diagnosis, Parts], width: int) -> None:
    diagnosis, split = leaking
    found = replace(
        diagnosis.findings[0],
        rule=HOSTILE,
        name=HOSTILE,
        holder=HOSTILE,
        location=Location(f"/{HOSTILE}.py", 3, HOSTILE),
        rate=replace(diagnosis.findings[0].rate, unit=HOSTILE),
    )
    hostile = replace(diagnosis, findings=(found,), sentence=HOSTILE, growth=replace(diagnosis.growth, unit=HOSTILE))
    layers = (*split.layers, Layer("odd", HOSTILE, split.resident))
    odd = replace(split, unit=HOSTILE, layers=layers)
    for state in (hostile, replace(hostile, verdict=Verdict.TOO_SHORT)):
        text = shown(state, odd, width) + line(state, odd)
        assert not set("\x1b\x07\x9b\u202e") & set(text)
        assert len(shown(state, odd, width).splitlines()) <= HEIGHT
    assert "[red]evil" in line(hostile, odd)


def test_one_line_says_the_same(leaking: tuple[Diagnosis, Parts]) -> None:
    text = line(*leaking)
    assert "\n" not in text
    assert text.startswith("leak after ")
    assert "suspects: TL301 training.py:24" in text
