"""Under observation a program behaves as without it: status, signals, streams, arguments, customisation, children."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import PATIENCE, observe

from tensorleak.recording import load, load_all


def script(folder: Path, text: str, name: str = "program.py") -> str:
    (folder / name).write_text(text)
    return name


def test_exit_status_passes_through(tmp_path: Path) -> None:
    assert observe(tmp_path, script(tmp_path, "raise SystemExit(7)")).status == 7


def test_exception_is_the_programs_own(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "def f():\n    raise ValueError('mine')\nf()"))
    assert outcome.status == 1
    assert "ValueError: mine" in outcome.stderr
    assert "tensorleak_probe" not in outcome.stderr


def test_arguments_stdin_and_cwd(tmp_path: Path) -> None:
    source = "import os, sys\nprint(sys.argv[1:], sys.stdin.read(), os.getcwd(), sys.path[0])"
    outcome = observe(tmp_path, script(tmp_path, source), "--json", "-x", "a b", stdin="hello")
    assert outcome.stdout == f"['--json', '-x', 'a b'] hello {tmp_path} {tmp_path}\n"


def test_module(tmp_path: Path) -> None:
    script(tmp_path, "import sys; print(__name__, sys.argv[1:])", "tool.py")
    outcome = observe(tmp_path, "-m", "tool", "one")
    assert (outcome.stdout, outcome.status) == ("__main__ ['one']\n", 0)


def test_command_after_two_dashes(tmp_path: Path) -> None:
    name = script(tmp_path, "print('inner')")
    outcome = observe(tmp_path, "--", "bash", "-c", f"{sys.executable} {name}; exit 5")
    assert (outcome.stdout, outcome.status) == ("inner\n", 5)
    assert load(outcome.record).header.program == name


def test_nothing_of_ours_on_stdout_or_path(tmp_path: Path) -> None:
    outcome = observe(
        tmp_path,
        script(
            tmp_path,
            "import sys\nprint([p for p in sys.path if 'inject' in p], 'sitecustomize' in sys.modules)",
        ),
    )
    assert outcome.stdout.startswith("[] ")


def test_users_sitecustomize_still_runs(tmp_path: Path) -> None:
    (tmp_path / "custom").mkdir()
    (tmp_path / "custom" / "sitecustomize.py").write_text("import builtins; builtins.customised = 'yes'")
    outcome = observe(tmp_path, script(tmp_path, "print(customised)"), PYTHONPATH=str(tmp_path / "custom"))
    assert outcome.stdout == "yes\n"


def test_missing_script_is_one_line(tmp_path: Path) -> None:
    outcome = observe(tmp_path, "nowhere.py")
    assert outcome.status == 2
    assert outcome.stderr == "tensorleak: no script 'nowhere.py': name a script, or put `--` before a command\n"


def test_missing_interpreter_is_one_line(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, ""), python="/nowhere/python")
    assert outcome.status == 2
    assert outcome.stderr.count("\n") == 1
    assert "--python" in outcome.stderr


def test_python_without_tensorflow(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "try:\n    import tensorflow\nexcept ImportError:\n    print('none')"))
    assert outcome.stdout == "none\n"
    assert outcome.diagnosis["verdict"] == "too-short"
    assert "--python" in outcome.diagnosis["sentence"]


def test_tensorflow_that_fails_to_import(tmp_path: Path) -> None:
    (tmp_path / "tensorflow").mkdir()
    (tmp_path / "tensorflow" / "__init__.py").write_text("raise ImportError('libcudart.so: cannot open')")
    outcome = observe(tmp_path, script(tmp_path, "import tensorflow"))
    assert outcome.status == 1
    assert "libcudart.so" in outcome.stderr
    assert "failed to import" in outcome.diagnosis["sentence"]


def test_program_that_never_uses_tensorflow(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "print(1)"))
    assert outcome.diagnosis["verdict"] == "too-short"
    assert "never imported TensorFlow" in outcome.diagnosis["sentence"]


def test_os_exit_keeps_the_recording(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "import os; os._exit(9)"))
    assert outcome.status == 9
    assert load(outcome.record).end is None


def test_kill_keeps_the_recording_and_the_status(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"))
    assert outcome.status == -signal.SIGKILL
    assert outcome.diagnosis is not None


def test_megabytes_of_output(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "for i in range(200_000): print('x' * 40)"))
    assert len(outcome.stdout) == 200_000 * 41


def test_replaced_excepthook_is_used(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "import sys\nsys.excepthook = lambda *a: print('mine')\n1/0"))
    assert (outcome.stdout, outcome.status) == ("mine\n", 1)


def stand_in(folder: Path) -> None:
    """A package called tensorflow: what the probe does around its import needs no more."""
    (folder / "tensorflow").mkdir()
    (folder / "tensorflow" / "__init__.py").write_text("")


def test_fifty_forked_children_that_work_have_recordings_of_their_own(tmp_path: Path) -> None:
    stand_in(tmp_path)
    source = (
        "import os, tensorflow\nfrom tensorleak_probe import mark\nmark()\n"
        "for i in range(50):\n    if os.fork() == 0:\n        mark()\n        os._exit(0)\n"
        "if os.fork() == 0:\n    os._exit(0)  # this one does nothing\nfor i in range(51): os.wait()"
    )
    outcome = observe(tmp_path, script(tmp_path, source))
    recordings = load_all(outcome.record)
    assert len(recordings) == 51
    assert {child.header.parent for child in recordings[1:]} == {recordings[0].header.id}
    assert len(outcome.diagnosis["processes"]) == 50


def test_children_started_anew_are_related(tmp_path: Path) -> None:
    stand_in(tmp_path)
    source = "import subprocess, sys, multiprocessing as mp, tensorflow\ndef f(): pass\nif __name__ == '__main__':\n    subprocess.run([sys.executable, '-c', 'import tensorflow'])\n    p = mp.get_context('spawn').Process(target=f); p.start(); p.join()"
    outcome = observe(tmp_path, script(tmp_path, source))
    recordings = load_all(outcome.record)
    assert len(recordings) >= 3
    assert recordings[0].header.id in {child.header.parent for child in recordings[1:]}


def test_two_probes_do_not_fight(tmp_path: Path) -> None:
    name = script(tmp_path, "print('ok')")
    inner = [
        sys.executable,
        "-m",
        "tensorleak",
        "run",
        "--quiet",
        "--record",
        "inner.jsonl",
        "--python",
        sys.executable,
        name,
    ]
    outcome = observe(tmp_path, "--", *inner)
    assert (outcome.stdout, outcome.status) == ("ok\n", 0)
    assert load(tmp_path / "inner.jsonl").header.program == name


def test_unwritable_recording_leaves_the_program_alone(tmp_path: Path) -> None:
    name = script(tmp_path, "print('fine')")
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    environment = dict(
        os.environ,
        TENSORLEAK_RECORD=str(blocked / "run.jsonl"),
        PYTHONPATH=str(Path(__file__).parents[2] / "probe/src/tensorleak_probe/inject"),
    )
    done = subprocess.run([sys.executable, name], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("fine\n", 0)
    assert done.stderr.startswith("tensorleak: cannot write the recording")


def test_full_disk_leaves_the_program_alone(tmp_path: Path) -> None:
    stand_in(tmp_path)
    source = (
        "import resource, signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))\n"
        "import tensorflow\nfrom tensorleak_probe import lifecycle\nfor i in range(200): lifecycle.current().sampler.take()\nprint('still here')"
    )
    outcome = observe(tmp_path, script(tmp_path, source))
    assert outcome.stdout == "still here\n"
    assert outcome.status == 0
    assert load(outcome.record).samples


def test_other_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_text("my thesis")
    outcome = observe(tmp_path, script(tmp_path, "print(1)"))
    assert outcome.status == 2
    assert (tmp_path / "run.jsonl").read_text() == "my thesis"


def test_recording_is_for_its_owner_only(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "print(1)"))
    assert oct(outcome.record.stat().st_mode)[-3:] == "600"


def test_arguments_stay_out_of_the_recording(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "print(1)"), "--password", "hunter2")
    assert "hunter2" not in outcome.record.read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_reach_the_program(tmp_path: Path, number: int) -> None:
    name = script(tmp_path, "import time\nprint('up', flush=True)\ntime.sleep(60)")
    command = [
        sys.executable,
        "-m",
        "tensorleak",
        "run",
        "--record",
        str(tmp_path / "r.jsonl"),
        "--python",
        sys.executable,
        name,
    ]
    desk = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert desk.stdout.readline() == "up\n"
    time.sleep(0.2)
    if number == signal.SIGINT:
        os.killpg(desk.pid, number)  # as a terminal does
    else:
        desk.send_signal(number)
    assert desk.wait(timeout=PATIENCE) == -number
    desk.stdout.close()
    desk.stderr.close()


def test_report_of_garbage_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "g").write_bytes(os.urandom(5000))
    done = subprocess.run(
        [sys.executable, "-m", "tensorleak", "report", str(tmp_path / "g")], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_report_writes_json(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, "print(1)"))
    done = subprocess.run(
        [sys.executable, "-m", "tensorleak", "report", str(outcome.record), "--json", "-"],
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout)["verdict"] == "too-short"


def test_explain(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tensorleak", "explain", "TL101"], capture_output=True, text=True)
    assert "graph-ops-in-loop" in done.stdout
    unknown = subprocess.run([sys.executable, "-m", "tensorleak", "explain", "TL999"], capture_output=True, text=True)
    assert (unknown.returncode, unknown.stderr.count("\n")) == (2, 1)
