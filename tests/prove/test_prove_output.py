"""Outputs are compared exactly, then up to rounding, then apart from timings; whole numbers must agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tensorleak.prove.output import OutputComparison, Printed, Sameness, apart_from_chance, compare


def compared(folder: Path, before: str, after: str, cut_off: bool = False) -> OutputComparison:
    (folder / "a").write_text(before, newline="")
    (folder / "b").write_text(after, newline="")
    return compare(Printed(folder / "a"), Printed(folder / "b"), cut_off)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", Sameness.IDENTICAL),
        ("loss 0.5\n", "loss 0.5\n", Sameness.IDENTICAL),
        ("loss 0.693147\n", "loss 0.693148\n", Sameness.ROUNDING),
        ("loss 1.00000e-07\n", "loss 1.00001e-07\n", Sameness.ROUNDING),
        ("loss -12.3456\n", "loss -12.3457\n", Sameness.ROUNDING),
        ("loss 0.6931\n", "loss 0.6932\n", Sameness.ROUNDING),
        ("[1.   2.3333]\n", "[1. 2.3334]\n", Sameness.ROUNDING),
        ("nan 1.0\n", "nan 1.00001\n", Sameness.ROUNDING),
        ("loss 0.1\n", "loss 0.2\n", Sameness.DIFFERENT),
        ("loss 0.0001\n", "loss 0.0002\n", Sameness.DIFFERENT),
        ("20480 alerts\n", "20481 alerts\n", Sameness.DIFFERENT),
        ("loss nan\n", "loss 0.5\n", Sameness.DIFFERENT),
        ("a\n", "b\n", Sameness.DIFFERENT),
        ("a\n", "a\nb\n", Sameness.DIFFERENT),
        ("step1 0.5\n", "step2 0.5\n", Sameness.DIFFERENT),
        ("done in 3.2 s\n", "done in 0.4 s\n", Sameness.TIMINGS),
        ("9/9 - 1s 4ms/step - loss: 0.5\n", "9/9 - 0s 900us/step - loss: 0.5\n", Sameness.TIMINGS),
        ("<object at 0x7f0011223344>\n", "<object at 0x7f0055667788>\n", Sameness.TIMINGS),
        ("at 12:30:01 loss 1.5\n", "at 12:31:59 loss 1.5\n", Sameness.TIMINGS),
        ("1/2 5s\r2/2 9s loss 0.25\n", "1/2 3s\r2/2 4s loss 0.25\n", Sameness.TIMINGS),
        ("done in 3.2 s, 5 hits\n", "done in 0.4 s, 6 hits\n", Sameness.DIFFERENT),
    ],
)
def test_sameness(tmp_path: Path, before: str, after: str, expected: Sameness) -> None:
    assert compared(tmp_path, before, after).sameness is expected
    assert compared(tmp_path, after, before).sameness is expected


def test_first_differing_line_is_named(tmp_path: Path) -> None:
    found = compared(tmp_path, "same\nold\n", "same\nnew\n")
    assert (found.line, found.before, found.after) == (2, "old", "new")
    assert str(found) == "different: line 2 was 'old' and is 'new'"


def test_long_lines_are_cut_for_people(tmp_path: Path) -> None:
    assert len(compared(tmp_path, "x" * 5000, "y" * 5000).before) < 200


def test_outputs_cut_off_by_a_timeout_are_compared_as_far_as_both_go(tmp_path: Path) -> None:
    assert compared(tmp_path, "1\n2\n3\n", "1\n2\n", cut_off=True).same
    assert compared(tmp_path, "1\n2\n3", "1\n2\n30\n", cut_off=True).same
    assert not compared(tmp_path, "1\n2\n3\n", "1\n7\n", cut_off=True).same


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\xfe\n")
    (tmp_path / "b").write_bytes(b"\xff\xfd\n")
    assert compare(Printed(tmp_path / "a"), Printed(tmp_path / "a")).sameness is Sameness.IDENTICAL
    assert not compare(Printed(tmp_path / "a"), Printed(tmp_path / "b")).same


def test_the_folder_of_a_copy_counts_as_the_project(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("/copies/before/app/x.txt\n")
    (tmp_path / "b").write_text("/copies/after/app/x.txt\n")
    project = Path("/home/me/app")
    found = compare(
        Printed(tmp_path / "a", Path("/copies/before/app"), project),
        Printed(tmp_path / "b", Path("/copies/after/app"), project),
    )
    assert found.sameness is Sameness.IDENTICAL


@pytest.mark.parametrize(
    ("before", "again", "after", "same"),
    [
        ("start\nloss 0.5\n", "start\nloss 0.7\n", "start\nloss 0.1\n", True),
        ("start\nloss 0.5\n", "start\nloss 0.5\n", "start\nloss 0.1\n", False),
        ("9 steps\nloss 0.5\n", "9 steps\nloss 0.7\n", "8 steps\nloss 0.1\n", False),
        ("loss 0.5\n", "loss 0.7\n", "failed 0.1\n", False),
        ("loss 0.5\n", "loss 0.7\n", "loss 0.1\nmore\n", False),
    ],
)
def test_numbers_that_differ_from_run_to_run(tmp_path: Path, before: str, again: str, after: str, same: bool) -> None:
    printed = []
    for name, text in (("before", before), ("again", again), ("after", after)):
        (tmp_path / name).write_text(text)
        printed.append(Printed(tmp_path / name))
    found = apart_from_chance(*printed)
    assert (found is not None and found.sameness is Sameness.RANDOM) == same
