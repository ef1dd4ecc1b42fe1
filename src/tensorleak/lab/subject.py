"""The TensorFlow under test: asked from the interpreter itself, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from tensorleak.errors import UsageError
from tensorleak.lab.experiment import Experiment, Form
from tensorleak.programs import Program
from tensorleak.pythons import interpreter

PATIENCE = 120
QUESTION = """
import json, platform
import tensorflow as tf
try:
    import keras
except Exception:
    keras = getattr(tf, "keras", None)
print(json.dumps({"python": platform.python_version(), "tensorflow": tf.__version__,
                  "keras": getattr(keras, "__version__", ""), "platform": platform.system() + " " + platform.machine()}))
"""


@dataclass(frozen=True)
class Subject:
    """An interpreter and the versions that it runs."""

    interpreter: str
    python: str
    tensorflow: str
    keras: str
    platform: str

    @property
    def lane(self) -> str:
        """Which of the programs' lanes speaks for this TensorFlow."""
        return "tf1" if self.tensorflow.startswith("1.") else "tf2"


def ask(python: str | None) -> Subject:
    """The TensorFlow of an interpreter; refuses one that has none."""
    path = str(Path(interpreter(python)).absolute())  # a link stays one: it tells environments apart
    try:
        done = subprocess.run(
            [path, "-c", QUESTION], capture_output=True, text=True, timeout=PATIENCE, env=quiet_environment()
        )
        told = json.loads(done.stdout.strip().splitlines()[-1])
        return Subject(path, told["python"], told["tensorflow"], told["keras"], told["platform"])
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"{path} did not import TensorFlow within {PATIENCE} s") from error
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise UsageError(f"{path} cannot import TensorFlow: name another interpreter with --python PATH") from error


def quiet_environment() -> dict[str, str]:
    """The user's environment, without TensorFlow's chatter and without the cards unless they were asked for."""
    return {
        "CUDA_VISIBLE_DEVICES": "-1",
        **os.environ,
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "PYTHONWARNINGS": "ignore",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def obstacle(experiment: Experiment | Program, subject: Subject) -> str | None:
    """Why a program cannot run here; None when it can."""
    if subject.lane not in experiment.lanes:
        lane = {"tf1": "TensorFlow 1.15", "tf2": "TensorFlow 2"}
        return f"written for {' and '.join(lane[name] for name in experiment.lanes)}"
    if not experiment.needs:
        return None
    package, wanted = _requirement(experiment.needs)
    has = subject.keras if package == "keras" else subject.tensorflow
    return None if _fulfils(has, wanted) else f"needs {experiment.needs}; {package} {has or 'none'} is here"


def applies(form: Form, subject: Subject) -> bool:
    """Whether a form is meant for this lane."""
    return form.expected is None or subject.lane in form.expected


def _requirement(text: str) -> tuple[str, str]:
    """`keras>=3` as its two halves."""
    package = "keras" if text.startswith("keras") else "tensorflow"
    return package, text[len(package) :]


def _fulfils(version: str, wanted: str) -> bool:
    try:
        return Version(version) in SpecifierSet(wanted, prereleases=True)
    except InvalidVersion:
        return False
