"""Fixing from the command line, with the real engine and the real rewriters; and the hook that others install."""

from __future__ import annotations

from pathlib import Path

import pytest
from pre_commit.clientlib import load_manifest
from shell_support import folder, tensorleak, write  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
LEAKING = """import sys

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
rate = tf.Variable(0.1)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(int(sys.argv[1])):
        session.run(tf.assign(rate, 1.0 / (step + 1)))  # slower and slower
"""
TRAIN = """import tensorflow.compat.v1 as tf
import layers

tf.disable_v2_behavior()
with tf.Session() as session:
    while True:
        session.run(layers.build(read()))
"""
LAYERS = """import tensorflow.compat.v1 as tf


def build(reading):
    return tf.add(reading, 1)
"""
REBUILDING = """import tensorflow as tf

for size in map(int, open("sizes.txt")):
    model = tf.keras.Sequential([tf.keras.layers.Dense(size)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([8, 4]), tf.zeros([8, size]))
"""
HARMLESS = LEAKING.replace("session.run(tf.assign(rate, 1.0 / (step + 1)))", "session.run(rate)")


def unsafe(*words: str) -> tuple[str, ...]:
    return ("check", "--no-cache", "--select", "TL101", "--unsafe-fixes", *words)


@pytest.mark.usefixtures("folder")
class TestFixing:
    def test_a_diff_shows_and_writes_nothing(self) -> None:
        write("train.py", LEAKING)
        done = tensorleak(*unsafe("--diff"))
        assert "-        session.run(tf.assign(rate, 1.0 / (step + 1)))  # slower and slower\n" in done.stdout
        assert (done.exit_code, Path("train.py").read_text()) == (1, LEAKING)
        write("train.py", HARMLESS)
        assert tensorleak(*unsafe("--diff")).exit_code == 0

    def test_a_fix_that_is_only_suggested_is_shown_with_its_reason_and_never_applied(self) -> None:
        write("search.py", REBUILDING)
        done = tensorleak("check", "--no-cache", "--diff", "--unsafe-fixes")
        assert "search.py:4:13: TL401 suggested, not applied: " in done.stderr
        assert "clear_session() breaks every model that is still in use" in done.stderr
        assert "\n  +    tf.keras.backend.clear_session()\n" in done.stderr
        assert done.stdout == "" and "0 files would be changed" in done.stderr
        tensorleak("check", "--no-cache", "--fix", "--unsafe-fixes")
        assert Path("search.py").read_text() == REBUILDING

    def test_the_report_says_that_fixes_can_be_seen(self) -> None:
        write("train.py", LEAKING)
        assert "1 finding may be repaired: --diff shows how" in tensorleak("check", "--no-cache").stderr
        assert "--diff" not in tensorleak("check", "--no-cache", "--output-format", "json").stderr
        write("train.py", HARMLESS)
        assert "--diff" not in tensorleak("check", "--no-cache").stderr

    def test_fixing_writes_and_reports_what_remains(self) -> None:
        write("train.py", LEAKING)
        write("other.py", "import tensorflow\nx = (\n")
        done = tensorleak(*unsafe("--fix"))
        after = Path("train.py").read_text()
        assert after.index("tf.assign") < after.index("for step") and "# slower and slower" in after
        assert "1 finding fixed in 1 file" in done.stderr
        assert done.stdout == ""
        assert done.exit_code == 2  # nothing is left but the file that could not be read
        assert sorted(path.name for path in Path().iterdir()) == ["other.py", "train.py"]

    def test_what_may_change_the_meaning_needs_leave(self) -> None:
        write("train.py", LEAKING)
        done = tensorleak("check", "--select", "TL101", "--fix")
        assert Path("train.py").read_text() == LEAKING
        assert "allow it with --unsafe-fixes" in done.stderr and done.exit_code == 1

    def test_leave_without_a_fix_is_a_mistake(self) -> None:
        done = tensorleak("check", "--unsafe-fixes")
        assert (done.exit_code, "add one of them" in done.stderr) == (2, True)


def test_the_hook_is_one_that_pre_commit_accepts() -> None:
    hooks = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert [hook["id"] for hook in hooks] == ["tensorleak-check", "tensorleak-fix"]
    assert all("--force-exclude" in hook["entry"] for hook in hooks)


@pytest.mark.usefixtures("folder")
def test_the_real_engine_follows_a_helper_in_another_file() -> None:
    write("train.py", TRAIN)
    write("layers.py", LAYERS)
    done = tensorleak("check", "--output-format", "full")
    assert done.stdout.startswith("layers.py:5:12: TL101"), done.stdout + done.stderr
    assert "train.py:6: " in done.stdout
    assert tensorleak("check").stdout.count("\n") == 1  # once, and the same from the cache
