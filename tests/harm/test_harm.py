"""A representative part of the differential harness, without TensorFlow; `make harm` runs all of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support import ROOT, lane_python

sys.path.insert(0, str(ROOT))

from harm.__main__ import compare_on
from harm.programs import FOLDER, LANES, Program, all_programs, read

QUICK = [
    ("descriptors/closes_inherited", "py37"),
    ("descriptors/sqlite_after_close", "py311"),
    ("descriptors/dup2_all", "py311"),
    ("descriptors/leak_over_forks", "py37"),
    ("descriptors/lowest_free", "py311"),
    ("forks/in_threads", "py37"),
    ("forks/executes_itself", "py311"),
    ("signals/alarms_that_raise", "py311"),
    ("signals/dispositions", "py311"),
    ("signals/terminate_by_default", "py311"),
    ("threads/forbidden", "py311"),
    ("exits/killed", "py37"),
    ("exits/error_in_finalizer", "py311"),
    ("looks/every_method_aborts", "py311"),
    ("looks/every_method_aborts", "py37"),
    ("looks/metaclass_aborts", "py311"),
    ("looks/length_locks", "py311"),
    ("looks/getattr_exits", "py311"),
    ("looks/lies_about_its_class", "py37"),
    ("looks/weak_references", "py311"),
    ("looks/lazy_modules", "py311"),
    ("clocks/frozen", "py311"),
    ("clocks/patched_open", "py311"),
    ("imports/shadowed_many", "py311"),
    ("imports/tensorflow_broken", "py37"),
    ("imports/finder_that_counts", "py311"),
    ("environment/started_in_deleted_folder", "py311"),
    ("environment/limited_file_size", "py311"),
]


@pytest.mark.parametrize(("name", "lane"), QUICK)
def test_a_program_is_the_same_bare_and_observed(name: str, lane: str) -> None:
    if not lane_python(LANES[lane]).exists():
        pytest.skip(f"the {LANES[lane]} lane is not installed: see `tools/env {LANES[lane]}`")
    result = compare_on(read(FOLDER / f"{name}.py"), lane)
    assert (result.verdict, result.details) == ("identical", [])


def test_a_program_that_shows_the_observation_differs(tmp_path: Path, tf2: Path) -> None:
    result = compare_on(
        _program(tmp_path, 'import os\nprint(any("TENSORLEAK" in name for name in os.environ))'), "py311"
    )
    assert result.verdict == "differs"
    assert result.details == ["stdout: -False | +True"]


def test_a_program_that_writes_only_when_observed_differs(tmp_path: Path, tf2: Path) -> None:
    code = 'import os\nif any("TENSORLEAK" in name for name in os.environ):\n    open("trace", "w").close()\n    os.abort()'
    result = compare_on(_program(tmp_path, code), "py311")
    assert result.verdict == "differs"
    assert any("'trace' is there only when observed" in line for line in result.details)
    assert any(line.startswith("status: 0 bare, ") for line in result.details)


def test_a_program_that_differs_from_itself_is_unstable(tmp_path: Path, tf2: Path) -> None:
    result = compare_on(_program(tmp_path, "import time\nprint(time.time_ns())"), "py311")
    assert result.verdict == "unstable"


def test_close_looks_do_happen_in_the_programs(tf2: Path) -> None:
    result = compare_on(read(FOLDER / "looks" / "weak_references.py"), "py311")
    assert result.recordings == 1
    assert result.looks >= 2


def test_every_program_can_be_read_and_gives_reasons() -> None:
    programs = all_programs()
    assert len(programs) >= 120
    for program in programs:
        assert program.about.endswith("."), program.name
        assert all(one.why for one in program.filters), program.name


def _program(folder: Path, code: str) -> Program:
    file = folder / "own" / "program.py"
    file.parent.mkdir()
    file.write_text(f'"""A program of this test."""\n{code}\n')
    return read(file, folder)
