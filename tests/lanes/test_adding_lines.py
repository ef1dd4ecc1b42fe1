"""Additions that no reader of the source finds by a name: the line is the one that was seen to add."""

from __future__ import annotations

from pathlib import Path

from support import observe

from tensorleak.recording import load

PROGRAM = """
import functools, operator
import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()

class Shelf:
    def __init__(self):
        self.boxes = []
        self.drawers = {}
        self.pile = []

def first(shelf):
    shelf.boxes.append(np.zeros(9))

def stow(put, item):
    put(item)  # boxes

def file_away(where, key, item):
    type(where).__setitem__(where, key, item)  # drawers

def throw(item, *targets):
    operator.methodcaller("app" + "end", item)(targets[-1])  # pile

x = tf.placeholder(tf.float32, [40, 40])
y = x * 2.0
shelf = Shelf()
first(shelf)
with tf.Session() as sess:
    for i in range(1500):
        result = sess.run(y, {x: np.full((40, 40), i, np.float32)})
        stow(functools.partial(list.append, shelf.boxes), result)
        file_away(shelf.drawers, i, result + 1)
        throw(result + 2, shelf, shelf.pile)
"""


def test_the_line_that_was_seen_to_add_is_blamed(tmp_path: Path, lane: Path) -> None:
    (tmp_path / "p.py").write_text(PROGRAM)
    outcome = observe(tmp_path, "p.py", python=lane)
    assert load(outcome.record).additions
    lines = PROGRAM.splitlines()
    blamed = {finding["holder"]: lines[finding["location"]["line"] - 1] for finding in outcome.diagnosis["findings"]}
    assert {holder.split(".")[-1]: line.split("# ")[-1] for holder, line in blamed.items()} == {
        name: name for name in ("boxes", "drawers", "pile")
    }
    called = 1 + next(number for number, line in enumerate(lines) if "stow(functools" in line)
    evidence = [words for finding in outcome.diagnosis["findings"] for words in finding["evidence"]]
    assert f"stow() was called for it at p.py:{called}" in evidence


def test_plain_eager_operations_are_followed_too(tmp_path: Path, tf2: Path) -> None:
    """They reach no boundary of work: the probe's own thread looks, and the main thread is asked to follow its lines.

    That thread looks by the clock, so the program goes on until it was looked at, however fast the machine is.
    """
    program = """
import sys, time
import tensorflow as tf
pile = [None]
def throw(put, item):
    put(item)
def was_followed():
    with open(sys.argv[1]) as recording:
        return '"k":"additions"' in recording.read()
def main():
    pile.append(tf.zeros((9,)))
    end = time.monotonic() + 60
    while len(pile) < 12000 or (not was_followed() and time.monotonic() < end):
        for i in range(1000):
            throw(getattr(pile, "app" + "end"), tf.ones((9, 9)) * float(i))
main()
"""
    (tmp_path / "p.py").write_text(program)
    outcome = observe(tmp_path, "p.py", str(tmp_path / "run.jsonl"), python=tf2)
    assert load(outcome.record).additions
    adding = 1 + program.splitlines().index("    put(item)")
    assert [finding["location"]["line"] for finding in outcome.diagnosis["findings"]] == [adding]
