"""A report is about the recording alone: it names the same line where the program's text is not at hand."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from support import observe

# The thread that adds is not the one that works and is followed, so nobody sees the line adding: it is found in the text.
PROGRAM = """
import queue, threading
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()
kept = []
results = queue.Queue(maxsize=2)

def keep(value):
    kept.append(
        value)

def collect():
    while True:
        value = results.get()
        if value is None:
            return
        keep(value)

collector = threading.Thread(target=collect)
collector.start()
x = tf.placeholder(tf.float32, [64, 64])
y = x + 1.0
keep(None)
with tf.Session() as sess:
    for step in range(1500):
        results.put(sess.run(y, {x: [[float(step)] * 64] * 64}))
results.put(None)
collector.join()
"""


def blamed(recording: Path) -> list[tuple[str, int | None, str]]:
    """Rule, line and fingerprint of each finding of a report."""
    made = subprocess.run(
        [sys.executable, "-m", "tensorleak", "report", "--format", "json", str(recording)],
        capture_output=True,
        text=True,
        check=True,
        cwd=recording.parent,
    )
    found = json.loads(made.stdout)["findings"]
    return [(one["rule"], (one["location"] or {}).get("line"), one["fingerprint"]) for one in found]


def test_a_report_needs_no_source(tmp_path: Path, tf2: Path) -> None:
    program = tmp_path / "here" / "p.py"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    outcome = observe(program.parent, "p.py", python=tf2)
    adding = 1 + PROGRAM.splitlines().index("    kept.append(")
    here = blamed(outcome.record)
    assert [(rule, line) for rule, line, _ in here] == [("TL304", adding)]
    elsewhere, bare = tmp_path / "elsewhere.jsonl", tmp_path / "bare.jsonl"
    shutil.copyfile(outcome.record, elsewhere)
    lines = outcome.record.read_text().splitlines(keepends=True)
    assert sum('"k":"answers"' in line for line in lines) == 1
    bare.write_text("".join(line for line in lines if '"k":"answers"' not in line))
    shutil.rmtree(program.parent)
    assert blamed(elsewhere) == here
    assert blamed(bare) != here
