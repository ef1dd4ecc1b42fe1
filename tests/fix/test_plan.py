"""Planning: what is applied, refused and shown, several findings in one file, and nothing done twice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from fixing import finding_at

from tensorleak.check.source import Cell, Source
from tensorleak.fix import api
from tensorleak.fix.api import Safety

SESSION = """import tensorflow.compat.v1 as tf

def evaluate(fetch):
    sess = tf.Session()
    value = sess.run(fetch)
    sess.close()
    return value
"""
HOIST = """import tensorflow.compat.v1 as tf

x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for step in range(1000):
        a = tf.square(x)
        b = tf.sqrt(a)
        print(sess.run(b, {x: step}))
history = []
for step in range(1000):
    history.append(step)  # newest only
    print(history[-1])
"""


def test_a_safe_fix_is_applied_without_leave(tmp_path: Path, source: Callable[..., Source]) -> None:
    file = source(tmp_path / "train.py", SESSION)
    (fix,) = api.plan([finding_at(4, "session_with", "TL102")], {"train.py": file}, unsafe=False)
    assert fix.changes
    assert len(fix.applied) == 1
    assert "    with tf.Session() as sess:\n        value = sess.run(fetch)\n    return value\n" in fix.after


def test_an_unsafe_fix_needs_leave_and_is_shown_meanwhile(tmp_path: Path, source: Callable[..., Source]) -> None:
    file = source(tmp_path / "train.py", HOIST)
    found = [finding_at(6, "hoist_graph_ops")]
    (fix,) = api.plan(found, {"train.py": file}, unsafe=False)
    assert not fix.changes
    assert fix.refused[0][1] == api.WITHOUT_LEAVE
    assert fix.shown[0][1].safety is Safety.UNSAFE


def test_findings_of_one_pattern_are_repaired_together_and_others_after_it(
    tmp_path: Path, source: Callable[..., Source]
) -> None:
    file = source(tmp_path / "train.py", HOIST)
    found = [
        finding_at(11, "bounded_deque", "TL304"),
        finding_at(7, "hoist_graph_ops"),
        finding_at(6, "hoist_graph_ops"),
    ]
    (fix,) = api.plan(found, {"train.py": file}, unsafe=True)
    assert len(fix.applied) == 3
    assert not fix.refused
    assert fix.after == HOIST.replace("import tensorflow", "import collections\nimport tensorflow").replace(
        "    for step in range(1000):\n        a = tf.square(x)\n        b = tf.sqrt(a)\n",
        "    a = tf.square(x)\n    b = tf.sqrt(a)\n    for step in range(1000):\n",
    ).replace("history = []", "history = collections.deque(maxlen=1)")


def test_a_second_pass_finds_nothing_to_do(tmp_path: Path, source: Callable[..., Source]) -> None:
    file = source(tmp_path / "train.py", SESSION)
    found = [finding_at(4, "session_with", "TL102")]
    (fix,) = api.plan(found, {"train.py": file}, unsafe=True)
    again = source(tmp_path / "again.py", fix.after)
    (second,) = api.plan(found, {"train.py": again}, unsafe=True)
    assert not second.changes
    assert second.refused


def test_two_fixes_of_the_same_line_do_not_overlap(tmp_path: Path, source: Callable[..., Source]) -> None:
    file = source(tmp_path / "train.py", HOIST)
    found = [finding_at(6, "hoist_graph_ops"), finding_at(7, "load_once")]
    (fix,) = api.plan(found, {"train.py": file}, unsafe=True)
    assert fix.refused == ((found[1], api.OVERLAP),)


def test_notebooks_and_unknown_rewriters_are_refused(tmp_path: Path) -> None:
    notebook = Source(tmp_path / "a.ipynb", "a.ipynb", SESSION, (Cell(1, 1, 7),))
    (fix,) = api.plan([finding_at(4, "session_with", file="a.ipynb")], {"a.ipynb": notebook}, unsafe=True)
    assert fix.refused[0][1] == api.NOTEBOOK
    assert api.preview(finding_at(4, "session_with"), notebook) is None
    plain = Source(tmp_path / "a.py", "a.py", SESSION)
    (fix,) = api.plan([finding_at(4, "wishful", file="a.py")], {"a.py": plain}, unsafe=True)
    assert "no rewriter" in fix.refused[0][1]


def test_findings_without_a_fix_or_a_source_are_left_out(tmp_path: Path) -> None:
    plain = Source(tmp_path / "a.py", "a.py", SESSION)
    found = [finding_at(4, None, file="a.py"), finding_at(4, "session_with", file="b.py")]
    assert api.plan(found, {"a.py": plain}, unsafe=True) == []


def test_a_file_that_does_not_parse_is_refused(tmp_path: Path) -> None:
    broken = Source(tmp_path / "a.py", "a.py", "def f(:\n")
    (fix,) = api.plan([finding_at(1, "session_with", file="a.py")], {"a.py": broken}, unsafe=True)
    assert fix.refused[0][1] == "the file cannot be parsed"


def test_a_line_without_a_statement_is_refused(tmp_path: Path) -> None:
    plain = Source(tmp_path / "a.py", "a.py", "x = 1\n\n\n# end\n")
    (fix,) = api.plan([finding_at(4, "session_with", file="a.py")], {"a.py": plain}, unsafe=True)
    assert "no statement" in fix.refused[0][1]


def test_preview_and_diff(tmp_path: Path, source: Callable[..., Source]) -> None:
    file = source(tmp_path / "train.py", SESSION)
    rewrite = api.preview(finding_at(4, "session_with"), file)
    assert rewrite is not None
    assert (rewrite.safety, rewrite.title) == (Safety.SAFE, "Close `sess` with a `with` block")
    (fix,) = api.plan([finding_at(4, "session_with")], {"train.py": file}, unsafe=False)
    assert api.diff(fix).splitlines()[:2] == ["--- a/train.py", "+++ b/train.py"]
    assert "-    sess.close()\n" in api.diff(fix)


def test_a_file_without_a_last_line_end_gives_a_diff_that_patch_reads(tmp_path: Path) -> None:
    fix = api.FileFix(tmp_path / "a.py", "a.py", "x = 1", "x = 2")
    assert api.diff(fix).endswith("-x = 1\n\\ No newline at end of file\n+x = 2\n\\ No newline at end of file\n")


def test_line_ends_survive_a_fix(tmp_path: Path) -> None:
    text = SESSION.replace("\n", "\r\n")
    rewrite = api.preview(finding_at(4, "session_with"), Source(tmp_path / "a.py", "a.py", text))
    assert rewrite is not None
    assert "\n" not in rewrite.text.replace("\r\n", "")


def test_libcst_is_not_imported_until_a_fix_is_asked_for() -> None:
    code = "import sys, tensorleak.fix.api; sys.exit('libcst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
