"""`tensorleak run --live` in real terminals and pipes: the view is there, and the program does not notice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminals import Terminal
from training_runs import TrainingRuns

WAITING = "waiting for the program"
Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a script under `tensorleak run --live` in a terminal."""
    started: list[Terminal] = []

    def begin(source: str, *options: str, rows: int = 24, columns: int = 90, stdout: int | None = None) -> Terminal:
        (tmp_path / "program.py").write_text(source)
        words = [sys.executable, "-m", "tensorleak", "run", *options, "--record", "run.jsonl"]
        words += ["--python", sys.executable, "program.py"]
        started.append(Terminal(words, tmp_path, rows, columns, stdout))
        return started[-1]

    yield begin
    for terminal in started:
        terminal.abandon()


def test_a_training_is_watched(training_runs: TrainingRuns) -> None:
    terminal = training_runs.terminal
    assert terminal.status == 0
    views = [shown for shown in terminal.frames if any("tensorleak leak" in line for line in shown)]
    assert views
    last = views[-1]
    assert "tensorleak leak" in last[-8]  # the bottom rows, and only these
    assert any("TL301 tensor-kept training.py:24" in line for line in last[-8:])
    assert any("× function call" in line for line in last[-8:])
    assert not any("tensorleak" in line for line in last[:-8])


def test_the_programs_lines_are_all_there_and_in_order(training_runs: TrainingRuns) -> None:
    own = [line for line in training_runs.terminal.lines if line.startswith(("step ", "done "))]
    assert own == ["step 0", "step 60", "step 120", "step 180", "done 240"]


def test_the_rows_are_given_back_for_the_report(training_runs: TrainingRuns) -> None:
    lines = training_runs.terminal.lines
    assert any(line.startswith(" LEAK  list global") for line in lines)
    assert not any("tensorleak leak" in line for line in lines)
    assert not any(line.startswith("tensorleak: leak") for line in lines)  # the view has told it already


def test_without_a_terminal_there_are_plain_lines(training_runs: TrainingRuns) -> None:
    piped = training_runs.piped
    told = [line for line in piped.stderr.splitlines() if line.startswith("tensorleak: ") and "; suspects:" in line]
    assert any("TL301 training.py:24" in line and "× function call" in line for line in told)
    assert len(told) <= 12
    assert "\x1b" not in piped.stderr
    assert piped.stdout.splitlines() == ["step 0", "step 60", "step 120", "step 180", "done 720"]


def test_without_live_nothing_is_told_on_the_way(training_runs: TrainingRuns) -> None:
    assert "suspects" not in training_runs.plain.stderr


def test_output_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    source = "import os, sys\nos.write(1, bytes(range(256)) * 40)\nprint('é\\x1b[31m')\nsys.stderr.write('own')"
    (tmp_path / "program.py").write_text(source)
    words = [sys.executable, "-m", "tensorleak", "run", "--record", "run.jsonl", "--python", sys.executable]
    outputs = [
        subprocess.run([*words, *option, "program.py"], cwd=tmp_path, capture_output=True, timeout=60).stdout
        for option in ([], ["--live"])
    ]
    assert outputs[0] == outputs[1] == bytes(range(256)) * 40 + "é\x1b[31m\n".encode()


def test_output_to_a_file_holds_nothing_of_the_view(start: Start, tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as out:
        terminal = start("import sys\nprint('a' * 5000, sys.stderr.isatty())", "--live", stdout=out.fileno())
        assert terminal.end() == 0
    assert (tmp_path / "out").read_bytes() == b"a" * 5000 + b" True\n"
    assert any(WAITING in line for shown in terminal.frames for line in shown)


def test_the_program_keeps_its_terminal(start: Start) -> None:
    source = (
        "import os, sys\nprint([os.isatty(n) for n in range(3)], os.get_terminal_size())\nprint('got', input('? '))"
    )
    terminal = start(source, "--live")
    terminal.until(lambda: terminal.sees("? "))
    terminal.type(b"typed\n")
    assert terminal.end() == 0
    assert "[True, True, True] os.terminal_size(columns=90, lines=24)" in terminal.lines
    assert "got typed" in terminal.lines


def test_many_lines_scroll_above_the_rows(start: Start) -> None:
    terminal = start("import time\nfor i in range(300):\n    print('line', i)\ninput()", "--live")
    terminal.until(lambda: terminal.sees("line 299"))
    assert WAITING in "".join(terminal.screen.display[-8:])
    terminal.type(b"\n")
    assert terminal.end() == 0
    assert [line for line in terminal.lines if line.startswith("line ")] == [f"line {i}" for i in range(300)]


def test_an_unfinished_line_is_continued_where_it_stood(start: Start) -> None:
    source = "import sys\nfor i in range(3):\n    sys.stdout.write(f'\\r{i}/3 ...'); sys.stdout.flush(); input()\nprint('end')"
    terminal = start(source, "--live", rows=20)
    for number in range(3):
        terminal.until(lambda number=number: terminal.sees(f"{number}/3 ..."))
        terminal.resize(20 + number, 90)  # a new size makes new room below
        terminal.type(b"\n")
    assert terminal.end() == 0
    assert {"0/3 ...", "1/3 ...", "2/3 ...", "end"} <= set(terminal.lines)


@pytest.mark.parametrize(
    ("ending", "status"), [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 9)", 137)]
)
def test_the_exit_status_passes(start: Start, ending: str, status: int) -> None:
    assert start(ending, "--live").end() == status


def test_ctrl_c_reaches_the_program(start: Start) -> None:
    source = "import time\ntry:\n    print('up', flush=True)\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    print('caught')\n    raise SystemExit(5)"
    terminal = start(source, "--live")
    terminal.until(lambda: terminal.sees("up"))
    terminal.type(b"\x03")
    assert terminal.end() == 5
    assert any("caught" in line for line in terminal.lines)


def test_a_signal_is_passed_on_and_the_rows_are_given_back(start: Start) -> None:
    terminal = start("import time\nprint('up', flush=True)\ntime.sleep(60)", "--live")
    terminal.until(lambda: terminal.sees("up"))
    terminal.send(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert terminal.screen.margins in (None, (0, 23))
    assert not any(WAITING in line for line in terminal.lines)


@pytest.mark.parametrize("rows", [8, 12])
def test_a_low_window_is_left_alone(start: Start, rows: int) -> None:
    terminal = start("print('hello')", "--live", rows=rows)
    assert terminal.end() == 0
    assert not any(WAITING in line for shown in terminal.frames for line in shown)
    assert "hello" in terminal.lines


def test_without_live_the_terminal_is_the_programs_alone(start: Start) -> None:
    terminal = start("print('hello')")
    assert terminal.end() == 0
    assert b"\x1b7" not in terminal.bytes


def test_live_and_quiet_contradict_each_other(start: Start) -> None:
    terminal = start("print('hello')", "--live", "--quiet")
    assert terminal.end() == 2
    assert "hello" not in terminal.lines


def test_a_dumb_terminal_gets_no_escapes(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("print('hello')")
    reader, writer = os.openpty()
    words = [sys.executable, "-m", "tensorleak", "run", "--live", "--python", sys.executable]
    done = subprocess.run(
        [*words, "--record", "run.jsonl", "program.py"],
        cwd=tmp_path,
        env=dict(os.environ, TERM="dumb"),
        stdout=writer,
        stderr=writer,
        timeout=60,
    )
    os.close(writer)
    assert done.returncode == 0
    assert b"\x1b7" not in os.read(reader, 65536)
    os.close(reader)
