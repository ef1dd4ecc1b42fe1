"""Before TensorFlow is imported the probe is hardly there: no module, process or descriptor of the program's is met."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, lane_python
from tensorleak_probe.standby import program_of

INJECT = ROOT / "probe" / "src" / "tensorleak_probe" / "inject"


def python_of(name: str) -> str:
    python = sys.executable if name == "desk" else str(lane_python(name))
    if not Path(python).exists():
        pytest.skip(f"the {name} lane is not installed: see `tools/env {name}`")
    return python


def run(
    folder: Path, python: str, *words: str, observed: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    settings = dict(os.environ, **environment)
    settings.pop("PYTHONPATH", None)
    if observed:
        settings.update(PYTHONPATH=str(INJECT), TENSORLEAK_RECORD=str(folder / "r.jsonl"))
    return subprocess.run([python, *words], cwd=folder, env=settings, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", ["desk", "tf1"])
def test_no_module_is_loaded_that_a_script_could_shadow(tmp_path: Path, name: str) -> None:
    python = python_of(name)
    list_modules = "import sys; print('\\n'.join(sorted(m for m in sys.modules if m not in sys.builtin_module_names)))"
    bare = run(tmp_path, python, "-c", list_modules, observed=False).stdout.split()
    seen = run(tmp_path, python, "-c", list_modules).stdout.split()
    extra = [module for module in set(seen) - set(bare) if not module.startswith("tensorleak_probe")]
    assert extra == []
    assert (tmp_path / "r.jsonl").exists()


@pytest.mark.parametrize("name", ["desk", "tf1"])
def test_types_are_for_the_type_checker_only(tmp_path: Path, name: str) -> None:
    """Also once TensorFlow is there: `typing` takes milliseconds, and no program asked for it."""
    source = str(ROOT / "probe" / "src")
    show = f"import sys; sys.path.insert(0, {source!r}); import tensorleak_probe.lifecycle; print(*sys.modules)"
    loaded = run(tmp_path, python_of(name), "-I", "-S", "-c", show, observed=False).stdout.split()
    assert "tensorleak_probe.lifecycle" in loaded
    assert not {"typing", "tensorleak_probe.vocabulary"} & set(loaded)


@pytest.mark.parametrize(
    "module", ["platform", "random", "json", "signal", "tempfile", "subprocess", "inspect", "queue"]
)
def test_a_module_beside_the_script_is_the_scripts(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text("here = True\n")
    (tmp_path / "program.py").write_text(f"import {module}; print({module}.here)\n")
    assert run(tmp_path, sys.executable, "program.py").stdout == "True\n"


def test_no_process_is_started(tmp_path: Path) -> None:
    """A `uname` that comes first on the PATH is never run."""
    trap = tmp_path / "uname"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/trapped\n")
    trap.chmod(0o755)
    done = run(tmp_path, sys.executable, "-c", "print('hi')", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.stdout == "hi\n"
    assert not (tmp_path / "trapped").exists()


def test_a_deleted_working_directory_is_no_reason_not_to_start(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = "import os, sys; os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); os.execv(sys.executable, [sys.executable, '-c', 'print(1)'])"
    done = run(tmp_path, sys.executable, "-c", script, str(gone))
    assert done.stdout == "1\n"
    assert "tensorleak" not in done.stderr


def test_a_sitecustomize_of_the_users_runs_once_and_ours_is_invisible(tmp_path: Path) -> None:
    show = "import sys; print('sitecustomize' in sys.modules, any('inject' in p for p in sys.path))"
    assert run(tmp_path, sys.executable, "-c", show).stdout == "False False\n"
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("print('own sitecustomize')\n")
    settings = {"PYTHONPATH": f"{INJECT}:{own}", "TENSORLEAK_RECORD": str(tmp_path / "s.jsonl")}
    done = subprocess.run(
        [sys.executable, "-c", show], env=dict(os.environ, **settings), capture_output=True, text=True
    )
    assert done.stdout == "own sitecustomize\nTrue False\n"


def test_a_child_that_never_works_with_tensorflow_leaves_no_recording(tmp_path: Path) -> None:
    script = "import os, subprocess, sys; subprocess.run([sys.executable, '-c', 'pass']); pid = os.fork() or os._exit(0); os.waitpid(pid, 0)"
    done = run(tmp_path, sys.executable, "-c", script)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "r.jsonl.children").exists()
    kinds = [json.loads(line)["k"] for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert kinds == ["header", "end"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["python", "train.py", "--password", "x"], "train.py"),
        (["python", "-c", "secret = 1"], "-c"),
        (["python", "-uc", "secret = 1"], "-c"),
        (["python", "-Bsc", "secret = 1", "argument"], "-c"),
        (["python", "-W", "error", "-X", "dev", "train.py"], "train.py"),
        (["python", "-Werror", "-Xdev", "-u", "-m", "pkg.train", "secret"], "-m pkg.train"),
        (["python", "-umpkg.train", "secret"], "-m pkg.train"),
        (["python", "-"], "-"),
        (["python", "-i"], "python"),
        (["python", "--check-hash-based-pycs=always", "train.py"], "train.py"),
    ],
)
def test_a_recording_names_the_program_and_none_of_its_words(words: list[str], told: str) -> None:
    assert program_of(words) == told
