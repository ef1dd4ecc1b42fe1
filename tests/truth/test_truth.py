"""The outside measurement itself: programs whose growth is known by construction."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support import ROOT

from tensorleak.programs import programs

sys.path.insert(0, str(ROOT / "tools"))
import truth

# 150 rounds of 20 ms or more: 3 s, of which 1.8 s are judged.
FRAME = """
import ctypes, itertools, sys, time
kept, libc = [], ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
for number in range(rounds):
    WORK
    time.sleep(0.02)
"""
GROWING = {
    "objects": "kept.append([object() for _ in range(500)])",
    "arrays": "kept.append(bytearray(b'1' * 100_000))",
    "native memory": "libc.malloc(100_000)",
}
CALM = {
    "nothing": "sum(range(1000))",
    "dropped": "temporary = [bytearray(100_000) for _ in range(number % 7)]",
    "garbage in cycles": "loop = [bytearray(100_000)]; loop.append(loop)",
    "a cache that fills": "kept.append(bytearray(100_000)) if number < 30 else None",
    "a ring": "kept.append(bytearray(100_000)); del kept[:-10]",
}


def script(folder: Path, work: str, rounds: int = 150) -> Path:
    file = folder / "program.py"
    file.write_text(FRAME.replace("WORK", work).replace("ROUNDS", str(rounds)))
    return file


def measured(folder: Path, work: str, rounds: int = 150) -> truth.Truth:
    return truth.truth(script(folder, work, rounds), sys.executable, kept=folder / "kept")


@pytest.mark.parametrize("work", GROWING.values(), ids=GROWING)
def test_a_program_that_keeps_something_each_round_grows(tmp_path: Path, work: str) -> None:
    found = measured(tmp_path, work)
    assert found.state == truth.GROWS, found
    assert found.matters


@pytest.mark.parametrize("work", CALM.values(), ids=CALM)
def test_a_program_that_keeps_nothing_more_is_flat(tmp_path: Path, work: str) -> None:
    found = measured(tmp_path, work)
    assert found.state == truth.FLAT, found
    assert not found.matters


def test_a_program_that_ends_at_once_is_undecided(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("kept = [bytearray(100_000) for _ in range(100)]")
    found = truth.truth(tmp_path / "program.py", sys.executable, kept=tmp_path / "kept")
    assert found.state == truth.UNDECIDED, found
    assert "too short" in found.reason


def test_more_rounds_decide_where_the_usual_ones_do_not(tmp_path: Path) -> None:
    assert measured(tmp_path, GROWING["objects"], rounds=60).state == truth.GROWS


def test_a_failing_program_has_no_truth(tmp_path: Path) -> None:
    found = measured(tmp_path, "raise SystemExit(3)")
    assert found.state == truth.UNDECIDED
    assert "status 3" in found.reason


def test_a_forked_child_is_counted(tmp_path: Path) -> None:
    body = script(tmp_path, GROWING["arrays"]).read_text()
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (tmp_path / "program.py").write_text(
        f"import os\npid = os.fork()\nif pid == 0:\n{lines}else:\n    os.waitpid(pid, 0)\n"
    )
    assert truth.truth(tmp_path / "program.py", sys.executable, kept=tmp_path / "kept").state == truth.GROWS


def test_a_truth_is_measured_once_for_each_machine_and_program(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    work = f"number or open({str(runs)!r}, 'a').write('x')"
    measured(tmp_path, work)
    measured(tmp_path, work)
    assert runs.read_text() == "x"
    environment = dict(os.environ, ONEDNN_MAX_CPU_ISA="AVX2")
    truth.truth(tmp_path / "program.py", sys.executable, environment, kept=tmp_path / "kept")
    assert runs.read_text() == "xx"
    measured(tmp_path, work + "  # another program")
    assert runs.read_text() == "xxx"


def test_what_a_truth_depends_on() -> None:
    chosen = truth.switches(
        {"ONEDNN_MAX_CPU_ISA": "AVX2", "TF_ENABLE_ONEDNN_OPTS": "0", "HOME": "/", "TF_CPP_MIN_LOG_LEVEL": "3"}
    )
    assert chosen == {"ONEDNN_MAX_CPU_ISA": "AVX2", "TF_ENABLE_ONEDNN_OPTS": "0"}
    assert truth.versions(sys.executable)["python"].startswith("3.")


# --- The judgement alone ---------------------------------------------------------------------------------------------------

MB = 1 << 20


def state(*levels: float, noise: float = MB, blind: float = 2 * MB) -> str:
    return truth.trend([level * MB for level in levels], noise, blind).state


def test_a_rise_to_the_end_is_growth_and_one_that_stops_is_not() -> None:
    assert state(1, 3, 5, 7, 9, 11) == truth.GROWS
    assert state(1, 5, 9, 9.1, 9.1, 9.2) == truth.FLAT
    assert state(9, 7, 5, 3, 2, 1) == truth.FLAT
    assert state(1, 9, 1, 9, 1, 9) == truth.FLAT


def test_one_jump_is_neither_growth_nor_flat() -> None:
    assert state(1, 1, 1, 1, 1, 9) == truth.UNDECIDED


def test_noise_hides_a_small_leak_and_flat_is_not_said_then() -> None:
    assert state(1, 1.1, 1.2, 1.3, 1.4, 1.5) == truth.FLAT
    assert state(1, 1.1, 1.2, 1.3, 1.4, 1.5, noise=3 * MB) == truth.UNDECIDED


def test_growth_in_one_process_is_growth() -> None:
    flat, grows, unknown = (truth.Truth(one, "") for one in (truth.FLAT, truth.GROWS, truth.UNDECIDED))
    assert truth.together([flat, grows, unknown]) is grows
    assert truth.together([unknown, flat]) is flat
    assert truth.together([]).state == truth.UNDECIDED


def test_only_a_measurement_excuses() -> None:
    leaking = next(program for program in programs() if program.leaking)
    fixed = replace(leaking, form="fixed")
    flat = truth.Truth(truth.FLAT, "+0.00 MB", {"malloc": 0.0})
    grows = truth.Truth(truth.GROWS, "+9.00 MB", {"malloc": 9.0 * MB})
    little = truth.Truth(truth.GROWS, "+0.20 MB", {"malloc": 0.2 * MB})
    unknown = truth.Truth(truth.UNDECIDED, "too short")
    assert "does not leak on this machine" in truth.excuse(leaking, flat)
    assert "grows on this machine" in truth.excuse(fixed, grows)
    for program, found in [
        (leaking, grows),
        (leaking, little),
        (leaking, unknown),
        (fixed, flat),
        (fixed, little),
        (fixed, unknown),
    ]:
        assert truth.excuse(program, found) == ""


@pytest.mark.parametrize(
    ("levels", "state"),
    [
        ([0, 10e6, 20e6, 30e6, 40e6, 1e6], truth.UNDECIDED),
        ([0, 10e6, 20e6, 30e6, 40e6, 50e6], truth.GROWS),
        ([0, 1e6, 0, 1e6, 0, 0], truth.FLAT),
        ([0, 10e6, 10e6, 10e6, 10e6, 1e6], truth.FLAT),
    ],
    ids=["torn down in the last stretch", "to the end", "up and down", "a cache that is emptied"],
)
def test_growth_up_to_the_tear_down_is_not_flat(levels: list[float], state: str) -> None:
    assert truth.trend(levels, noise=2e6, blind=4e6).state == state
