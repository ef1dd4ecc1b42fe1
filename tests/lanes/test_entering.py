"""Where a library repeats, the program's line that enters it is blamed; where the program repeats, its own line is."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import observe

LIBRARY = """
def search(objective, trials):
    for trial in range(trials):
        objective(trial)

def once(objective, trial):
    return objective(trial)
"""
PROGRAM = """
import sys, time
import tensorflow.compat.v1 as tf
import trials
graph, kept = tf.Graph(), {}
with graph.as_default():
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0

def objective(trial):
    session = tf.Session(graph=graph)  # MADE
    session.run(y, {x: 1.0 * trial})
    kept[trial % 3] = trial
    open_sessions(session)
    time.sleep(0.01)

def open_sessions(session, opened=[]):
    opened.append(session)

def main():
    if sys.argv[1] == "library":
        trials.search(objective, 150)  # ENTERED
    else:
        for trial in range(150):
            trials.once(objective, trial)

main()
"""


@pytest.mark.parametrize(("who", "mark"), [("library", "# ENTERED"), ("program", "# MADE")])
def test_the_line_to_blame(who: str, mark: str, tf2: Path, tmp_path: Path) -> None:
    libraries = tmp_path / "site"
    (libraries / "trials-1.0.dist-info").mkdir(parents=True)
    (libraries / "trials.py").write_text(LIBRARY)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    outcome = observe(tmp_path, str(program), who, python=tf2, PYTHONPATH=str(libraries))
    assert outcome.diagnosis is not None
    found = outcome.diagnosis["findings"][0]
    expected = next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if mark in line)
    assert (found["rule"], found["location"]["line"]) == ("TL102", expected), outcome.diagnosis
    assert ("inside trials" in found["remedy"]) == (who == "library")
