"""The command as users meet it: exit statuses, equal conditions for both runs, and a tree that stays as it is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from stage import bare_python, make_app, prove, snapshot
from support import PATIENCE


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return make_app(tmp_path)


def test_proven(app: Path) -> None:
    done = prove(app, "--before", "train.py 90", "--after", "fixed.py 90", "--json", "proof.json")
    assert done.returncode == 0, done.stdout + done.stderr
    proof = json.loads((app / "proof.json").read_text())
    jsonschema.validate(proof, json.loads(files("tensorleak.documents").joinpath("proof.schema.json").read_text()))
    assert (proof["verdict"], proof["mode"]) == ("proven", "commands")
    assert proof["findings"][0]["change"] == "gone"
    assert proof["output"]["sameness"] == "identical"
    assert proof["work"] == {"unit": "session run", "before": 89, "after": 89, "enough": True}
    assert "tensorleak: running before" in done.stderr


def test_nothing_to_prove(app: Path) -> None:
    done = prove(app, "--before", "fixed.py", "--after", "fixed.py")
    assert (done.returncode, "NOTHING TO PROVE" in done.stdout) == (1, True)


def test_unchanged(app: Path) -> None:
    done = prove(app, "--before", "train.py", "--after", "train.py")
    assert (done.returncode, "UNCHANGED" in done.stdout) == (1, True)


def test_other_output_is_not_proven_unless_asked(app: Path) -> None:
    (app / "fixed.py").write_text((app / "fixed.py").read_text() + 'print("more")\n')
    words = ("--before", "train.py", "--after", "fixed.py")
    done = prove(app, *words)
    assert (done.returncode, "IMPROVED" in done.stdout) == (1, True)
    assert "line 2 was '' and is 'more'" in done.stdout
    assert prove(app, "--ignore-output", *words).returncode == 0


def test_a_program_that_prints_random_numbers(app: Path) -> None:
    for name in ("train.py", "fixed.py"):
        (app / name).write_text((app / name).read_text() + "import random\nprint('loss', random.random())\n")
    done = prove(app, "--before", "train.py", "--after", "fixed.py")
    assert done.returncode == 0, done.stdout
    assert "output equal apart from numbers that differ from run to run" in done.stdout
    assert "running before, again" in done.stderr


def test_less_work_is_not_comparable(app: Path) -> None:
    done = prove(app, "--before", "train.py 90", "--after", "fixed.py 50")
    assert (done.returncode, "NOT COMPARABLE" in done.stdout) == (1, True)


def test_another_status_is_not_comparable(app: Path) -> None:
    (app / "fixed.py").write_text((app / "fixed.py").read_text() + "raise ValueError('mine')\n")
    done = prove(app, "--before", "train.py", "--after", "fixed.py")
    assert (done.returncode, "NOT COMPARABLE" in done.stdout) == (1, True)
    assert "ValueError: mine" in done.stdout


def test_both_get_the_same_input_and_hash_seed(app: Path, tmp_path: Path) -> None:
    words = ("--keep", "--json", "-", "--before", "train.py", "--after", "fixed.py")
    done = prove(app, *words, stdin="hello", TMPDIR=str(tmp_path))
    kept = Path(json.loads(done.stdout)["kept"])
    printed = [(kept / f"{label}.stdout").read_text() for label in ("before", "after")]
    assert printed[0] == printed[1] == f"sum 80 0 hello {app}\n"


def test_recordings_are_kept_where_asked(app: Path, tmp_path: Path) -> None:
    prove(app, "--record-dir", str(tmp_path / "records"), "--before", "train.py", "--after", "fixed.py")
    assert sorted(path.name for path in (tmp_path / "records").iterdir()) == ["after.jsonl", "before.jsonl"]


def test_nothing_is_left_behind(app: Path, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    prove(app, "--before", "train.py", "--after", "fixed.py", TMPDIR=str(tmp_path / "temporary"))
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "nothing to run"),
        (("nowhere.py",), "no script 'nowhere.py'"),
        (("--before", "train.py"), "belong together"),
        (("--before", "train.py", "--after", "fixed.py", "train.py"), "leave out the script"),
        (("--before", "train.py", "--after", "fixed.py", "--apply"), "--apply"),
        (("--before", "'", "--after", "fixed.py"), "cannot read the command"),
        (("--before", "", "--after", "fixed.py"), "is empty"),
        (("--before", "/nowhere/x", "--after", "fixed.py"), "cannot start"),
        (("--before", "true", "--after", "fixed.py"), "started no Python"),
        (("--revisions", "a", "b", "train.py"), "git"),
        (("--root", "..", "--timeout", "0", "train.py"), "timeout"),
    ],
)
def test_usage_errors_are_one_line(app: Path, words: tuple[str, ...], said: str) -> None:
    done = prove(app, *words)
    errors = [line for line in done.stderr.splitlines() if not line.startswith("tensorleak: running")]
    assert (done.returncode, done.stdout, len(errors)) == (2, "", 1), done.stderr
    assert said in errors[0]


def test_a_run_that_takes_too_long_is_ended(app: Path) -> None:
    for name in ("train.py", "fixed.py"):
        (app / name).write_text((app / name).read_text() + "import time\ntime.sleep(60)\n")
    begin = time.monotonic()
    done = prove(app, "--timeout", "2", "--json", "-", "--before", "train.py", "--after", "fixed.py")
    assert time.monotonic() - begin < 110  # each side would sleep for a minute
    proof = json.loads(done.stdout)
    assert (proof["verdict"], proof["before"]["timed_out"], proof["after"]["status"]) == ("proven", True, 124)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_the_proof_and_cleans_up(app: Path, tmp_path: Path, number: int, status: int) -> None:
    (app / "train.py").write_text((app / "train.py").read_text() + "open('up', 'w')\nimport time\ntime.sleep(60)\n")
    (tmp_path / "temporary").mkdir()
    command = [sys.executable, "-m", "tensorleak", "prove", "--python", str(bare_python(app))]
    desk = subprocess.Popen(
        [*command, "--before", "train.py", "--after", "fixed.py"],
        cwd=app,
        env=dict(os.environ, TMPDIR=str(tmp_path / "temporary")),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not (app / "up").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(desk.pid, number)
    assert desk.wait(timeout=PATIENCE) == status
    assert list((tmp_path / "temporary").iterdir()) == []


def test_help_says_what_the_status_means(app: Path) -> None:
    assert "0 proven, 1 not proven" in " ".join(prove(app, "--help").stdout.split())


def test_snapshot_notices(app: Path) -> None:
    before = snapshot(app)
    (app / "train.py").write_text("changed")
    assert snapshot(app) != before
