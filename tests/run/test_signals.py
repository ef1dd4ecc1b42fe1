"""Signals to the desk, to the program and to both: the program sees what it sees bare, and the desk ends as it does."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminals import Terminal

from tensorleak.relay import Relay, Witness

# Counts every signal that arrives; ends by itself a second after the first one, so that a second one has its chance.
COUNTER = """
import os, signal, sys, time
seen = []
for name in sys.argv[1:]:
    signal.signal(getattr(signal, name), lambda number, frame: seen.append(signal.Signals(number).name))
print("up", flush=True)
deadline = time.monotonic() + 30
while not seen and time.monotonic() < deadline:
    time.sleep(0.01)
time.sleep(1.0)
print("seen", *seen, flush=True)
sys.exit(3)
"""


def words(folder: Path, *command: str, options: tuple[str, ...] = ()) -> list[str]:
    desk = [sys.executable, "-m", "tensorleak", "run", "--record", str(folder / "r.jsonl"), *options]
    return [*desk, "--python", sys.executable, *command]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a program under the desk in a group of its own, and waits until it prints its first line."""
    started: list[subprocess.Popen[str]] = []

    def begin(source: str, *arguments: str, bare: bool = False, **options: object) -> subprocess.Popen[str]:
        (tmp_path / "program.py").write_text(source)
        command = [sys.executable, "program.py", *arguments] if bare else words(tmp_path, "program.py", *arguments)
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        desk = subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **streams, **options)
        started.append(desk)
        assert desk.stdout.readline() == "up\n"
        time.sleep(0.1)
        return desk

    yield begin
    for desk in started:
        if desk.poll() is None:
            os.killpg(desk.pid, signal.SIGKILL)
        desk.communicate()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"])
@pytest.mark.parametrize("to", ["desk", "group"])
def test_a_signal_arrives_once(start: Callable[..., subprocess.Popen[str]], name: str, to: str) -> None:
    desk = start(COUNTER, name)
    (os.kill if to == "desk" else os.killpg)(desk.pid, getattr(signal, name))
    out, err = desk.communicate(timeout=60)
    assert out == f"seen {name}\n", err
    assert desk.returncode == 3
    assert "ended by" not in err  # it ended by itself


def test_a_signal_to_the_program_alone_is_its_own(start: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    source = COUNTER.replace('print("up"', 'open("pid", "w").write(str(os.getpid())); print("up"')
    desk = start(source, "SIGINT")
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGINT)
    assert desk.communicate(timeout=60)[0] == "seen SIGINT\n"


def test_a_second_signal_is_passed_on_too(start: Callable[..., subprocess.Popen[str]]) -> None:
    desk = start(COUNTER, "SIGINT", "SIGTERM")
    os.kill(desk.pid, signal.SIGINT)
    os.killpg(desk.pid, signal.SIGTERM)
    assert sorted(desk.communicate(timeout=60)[0].split()) == ["SIGINT", "SIGTERM", "seen"]


def test_a_signal_that_interrupts_the_handling_of_another_waits_its_turn() -> None:
    """Both would read what the witness wrote, and the slower one wait for ever for what the other one has read."""
    sent: list[int] = []
    asked: list[int] = []

    class Interrupted(Witness):
        def saw(self, number: int) -> bool:
            asked.append(number)
            if len(asked) == 1:
                relay.handle(signal.SIGTERM)
                assert asked == [signal.SIGINT]
            return False

    witness = Interrupted()
    relay = Relay(sent.append, witness)
    try:
        relay.prepare()
        relay.handle(signal.SIGHUP)
        assert sent == []
        relay.started()
        assert sent == [signal.SIGHUP]
        relay.handle(signal.SIGINT)
        assert sent == [signal.SIGHUP, signal.SIGINT, signal.SIGTERM]
    finally:
        relay.restore()
        witness.close()


def test_ctrl_c_arrives_once(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(COUNTER)
    terminal = Terminal(words(tmp_path, "program.py", "SIGINT"), tmp_path)
    try:
        terminal.until(lambda: terminal.sees("up"))
        terminal.type(b"\x03")
        assert terminal.end() == 3
        assert [line.rpartition("^C")[2] for line in terminal.lines if "seen" in line] == ["seen SIGINT"]
    finally:
        terminal.abandon()


def test_an_ignored_signal_stays_ignored(start: Callable[..., subprocess.Popen[str]]) -> None:
    """What `nohup` and background jobs rely on."""
    source = "import signal, time\nprint('up', flush=True)\ntime.sleep(1)\nprint(signal.getsignal(signal.SIGHUP), signal.getsignal(signal.SIGINT))"
    outputs = []
    for bare in (True, False):
        ignoring = {
            "preexec_fn": lambda: [signal.signal(n, signal.SIG_IGN) for n in (signal.SIGHUP, signal.SIGINT)] and None
        }
        outputs.append(start(source, bare=bare, **ignoring).communicate(timeout=60)[0])
    assert outputs[0] == outputs[1]


def test_the_program_keeps_its_group_and_no_process_stays(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    source = "import os, time\nprint('up', flush=True)\ntime.sleep(1)\nprint(os.getpgrp(), os.getsid(0), sorted(map(int, os.listdir('/proc/self/fd'))))"
    desk = start(source)
    group, session, *_ = desk.communicate(timeout=60)[0].split()
    assert (int(group), int(session)) == (desk.pid, desk.pid)
    assert members(desk.pid) == []


def test_a_killed_desk_leaves_only_the_program(start: Callable[..., subprocess.Popen[str]]) -> None:
    desk = start("import time\nprint('up', flush=True)\ntime.sleep(60)")
    desk.kill()
    desk.wait(timeout=20)
    deadline = time.monotonic() + 10
    while len(members(desk.pid)) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(members(desk.pid)) == 1
    os.killpg(desk.pid, signal.SIGKILL)


def test_inherited_descriptors_reach_the_program(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("import os, sys\nprint(os.read(int(sys.argv[1]), 10))")
    reader, writer = os.pipe()
    os.write(writer, b"handed")
    os.close(writer)
    command = words(tmp_path, "program.py", str(reader))
    done = subprocess.run(command, cwd=tmp_path, pass_fds=(reader,), capture_output=True, text=True, timeout=60)
    os.close(reader)
    assert done.stdout == "b'handed'\n", done.stderr


def test_no_descriptor_of_the_desk_reaches_the_program(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        "import os\nprint(sorted(os.readlink(f'/proc/self/fd/{n}').split(':')[0] for n in os.listdir('/proc/self/fd') if n not in '012' and os.path.exists(f'/proc/self/fd/{n}')))"
    )
    seen = subprocess.run(words(tmp_path, "program.py"), cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert not {"pipe", "socket", "anon_inode"} & set(eval(seen.stdout)), seen.stdout


def members(group: int) -> list[int]:
    """The processes of a group that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, pgrp = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(pgrp) == group and state != "Z":
            found.append(int(entry.parent.name))
    return found


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL", "SIGSEGV", "SIGINT", "SIGQUIT"])
def test_the_desk_ends_by_the_programs_signal(tmp_path: Path, name: str) -> None:
    (tmp_path / "program.py").write_text(
        f"import os, signal\nsignal.signal(signal.SIGINT, signal.SIG_DFL)\nos.kill(os.getpid(), signal.{name})"
    )
    command = words(tmp_path, "program.py", options=("--json", "d.json"))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == -getattr(signal, name)
    assert done.stderr.count(f"tensorleak: the program was ended by {name}\n") == 1
    assert "TOO-SHORT" in done.stderr
    assert (tmp_path / "d.json").is_file()


def test_the_desk_leaves_no_core_of_its_own(tmp_path: Path) -> None:
    """The program's own core, where the system keeps one, is the program's."""
    (tmp_path / "program.py").write_text("import os, resource, signal\n" + NO_CORE + "os.kill(os.getpid(), 11)")
    command = words(tmp_path, "program.py")
    waiting = subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2),
    )
    _, status = os.waitpid(waiting.pid, 0)
    waiting.returncode = status
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGSEGV
    assert not os.WCOREDUMP(status)
    assert not list(tmp_path.glob("core*"))


NO_CORE = "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"


@pytest.mark.parametrize("options", [(), ("--strict",)])
def test_an_exit_status_above_128_is_no_signal(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "program.py").write_text("raise SystemExit(143)")
    done = subprocess.run(
        words(tmp_path, "program.py", options=options), cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 143
    assert "ended by" not in done.stderr


def test_quiet_says_nothing_of_the_signal(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("import os; os.kill(os.getpid(), 15)")
    done = subprocess.run(
        words(tmp_path, "program.py", options=("-q",)), cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (-15, "")


# A desk whose last diagnosis takes as long as a test needs: it waits for a file to appear.
SLOW_DESK = """
import sys, time, pathlib
from tensorleak import gather
plain = gather.gather
def slow(*words, **options):
    pathlib.Path("diagnosing").touch()
    deadline = time.monotonic() + 20
    while not pathlib.Path("go").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return plain(*words, **options)
gather.gather = slow
from tensorleak.cli import main
main()
"""


def last_diagnosis(folder: Path, source: str, *signals: int) -> tuple[int, str]:
    """Sends signals to the whole group while the desk makes its last diagnosis; (status, stderr)."""
    (folder / "desk.py").write_text(SLOW_DESK)
    (folder / "program.py").write_text(source)
    command = [sys.executable, "desk.py", *words(folder, "program.py")[3:]]
    desk = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 30
    while not (folder / "diagnosing").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    for number in signals:
        os.killpg(desk.pid, number)
        time.sleep(0.3)
    (folder / "go").touch()
    err = desk.communicate(timeout=60)[1]
    return desk.returncode, err


def test_one_ctrl_c_in_the_last_diagnosis_changes_nothing(tmp_path: Path) -> None:
    status, err = last_diagnosis(tmp_path, "raise SystemExit(3)", signal.SIGINT)
    assert status == 3
    assert "Ctrl-C again" in err
    assert "TOO-SHORT" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGINT,) * 5, (signal.SIGTERM,)])
def test_the_last_diagnosis_can_be_left_out(tmp_path: Path, signals: tuple[int, ...]) -> None:
    status, err = last_diagnosis(tmp_path, "raise SystemExit(3)", *signals)
    assert status == 3
    assert f"tensorleak: the report was left out: `tensorleak report {tmp_path / 'r.jsonl'}` makes it\n" in err
    assert "TOO-SHORT" not in err
    assert "Traceback" not in err


def test_a_left_out_report_keeps_the_programs_signal(tmp_path: Path) -> None:
    source = "import os; os.kill(os.getpid(), 9)"
    assert last_diagnosis(tmp_path, source, signal.SIGINT, signal.SIGINT)[0] == -9


def test_an_undisturbed_last_diagnosis_says_nothing_of_ctrl_c(tmp_path: Path) -> None:
    status, err = last_diagnosis(tmp_path, "raise SystemExit(3)")
    assert status == 3
    assert "Ctrl-C" not in err


FAILING_DESK = """
from tensorleak import gather
def failing(*words, **options):
    raise ERROR
gather.gather = failing
from tensorleak.cli import main
main()
"""


@pytest.mark.parametrize(
    ("ended", "status"), [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 15)", -15)]
)
@pytest.mark.parametrize("error", ["ZeroDivisionError('x')", "BrokenPipeError()", "OSError(28, 'No space left')"])
def test_a_report_that_fails_keeps_the_programs_status(tmp_path: Path, ended: str, status: int, error: str) -> None:
    (tmp_path / "desk.py").write_text(FAILING_DESK.replace("ERROR", error))
    (tmp_path / "program.py").write_text(ended)
    command = [sys.executable, "desk.py", *words(tmp_path, "program.py")[3:]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert done.stderr.count("internal error") == ("Broken" not in error)


def test_a_report_that_fails_after_a_success_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(FAILING_DESK.replace("ERROR", "ZeroDivisionError('x')"))
    (tmp_path / "program.py").write_text("print(1)")
    command = [sys.executable, "desk.py", *words(tmp_path, "program.py")[3:]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)


def interrupted(start: Callable[..., subprocess.Popen[str]], source: str, bare: bool) -> tuple[int, list[str]]:
    """(status, stderr without the desk's own lines) of a program that Ctrl-C ends."""
    desk = start(source, bare=bare)
    os.killpg(desk.pid, signal.SIGINT)
    err = desk.communicate(timeout=60)[1]
    return desk.returncode, err.partition("tensorleak: the program was ended")[0].splitlines()


def test_ctrl_c_during_tensorflows_import_shows_nothing_of_ours(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    (tmp_path / "tensorflow").mkdir()
    (tmp_path / "tensorflow" / "__init__.py").write_text(
        "import time\nprint('up', flush=True)\ntime.sleep(30)\n__version__ = '2.21.0'"
    )
    outcomes = [interrupted(start, "import tensorflow", bare) for bare in (True, False)]
    assert outcomes[0] == outcomes[1]


def test_ctrl_c_in_the_program_shows_nothing_of_ours(start: Callable[..., subprocess.Popen[str]]) -> None:
    source = "import time\nprint('up', flush=True)\ntime.sleep(30)"
    outcomes = [interrupted(start, source, bare) for bare in (True, False)]
    assert outcomes[0] == outcomes[1]


# The probe's last look takes long on a large heap: here a stand-in look that says when it begins.
FINAL_LOOK = """
import sys, time
import tensorflow
from tensorleak_probe import lifecycle
probe = lifecycle.current()
if probe is not None:
    class Looks:
        def at_exit(self):
            print("up", flush=True)
            time.sleep(3)
        def __getattr__(self, name):
            return getattr(real, name)
    real, probe.looks = probe.looks, Looks()
sys.exit(4)
"""


def test_ctrl_c_in_the_final_look_keeps_the_status(start: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    (tmp_path / "tensorflow").mkdir()
    (tmp_path / "tensorflow" / "__init__.py").write_text("__version__ = '2.21.0'")
    desk = start(FINAL_LOOK)
    os.killpg(desk.pid, signal.SIGINT)
    err = desk.communicate(timeout=60)[1]
    assert desk.returncode == 4
    assert "Traceback" not in err
