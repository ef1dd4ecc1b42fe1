"""Judges a recording in process: by the desk where it can be imported, by its command, or by the counters alone."""

import importlib
import json
import os
import shutil
import subprocess
import sys

from tensorleak_probe.guards import judge_counters
from tensorleak_probe.guards.judge_words import Diagnosis

COMMAND_PATIENCE = 60.0
DESK_PYTHON = (3, 10)
_desk = None


def prepare():
    """Imports the desk, if there is one, before anything is measured: its memory is not the program's."""
    desk()


def desk():
    """The desk's (load, diagnose, render) in this interpreter; an empty tuple where it is not installed."""
    global _desk
    if _desk is None:
        _desk = _import_desk() if sys.version_info >= DESK_PYTHON else ()
    return _desk


def _import_desk():
    try:
        diagnose = importlib.import_module("tensorleak_engine").diagnose_with_questions
        load = importlib.import_module("tensorleak.recording").load
        as_data = importlib.import_module("tensorleak.documents.diagnosis").as_data
    except Exception:  # not there, or not whole: the counters judge instead
        return ()
    return load, diagnose, as_data


def glance(path):
    """A judgement while the stretch goes on: (diagnosis, close looks that would make it surer)."""
    return _by_desk(path) if desk() else _by_counters(path)


def conclude(path, collect):
    """The judgement at the end of the stretch, by the best judge at hand; `collect()` settles what is in doubt."""
    diagnosis, questions = glance(path)
    if "collect" in questions:
        collect()
        diagnosis = None
    if not desk():
        diagnosis = _by_command(path) or diagnosis
    return diagnosis or glance(path)[0]


def _by_desk(path):
    from pathlib import Path

    load, diagnose, as_data = desk()
    try:
        diagnosis, questions = diagnose(load(Path(path)))
    except Exception:  # a fault of the desk must not become one of the program
        return _by_counters(path)
    return Diagnosis.of_data(as_data(diagnosis), "desk"), questions


def _by_counters(path):
    data, questions = judge_counters.diagnose(path)
    return Diagnosis.of_data(data, "counters"), questions


def _by_command(path):
    """What `tensorleak report` says, when a `tensorleak` is on PATH; None when it says nothing."""
    command = shutil.which("tensorleak")
    if command is None:
        return None
    # The command has an interpreter of its own: what this one needs would only confuse it.
    private = ("PYTHONPATH", "PYTHONHOME", "TENSORLEAK_RECORD", "TENSORLEAK_PARENT")
    environment = {name: value for name, value in os.environ.items() if name not in private}
    try:
        done = subprocess.run(
            [command, "report", str(path), "--json", "-"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_PATIENCE,
        )
        return Diagnosis.of_data(json.loads(done.stdout.decode("utf-8")), "command")
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return None
