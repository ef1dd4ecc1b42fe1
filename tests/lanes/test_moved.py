"""TensorFlow unpacked into a folder on PYTHONPATH, without metadata, as in a Lambda layer: the user's line is still the user's."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from support import observe

PROGRAM = """
import time

import tensorflow as tf

kept = []

@tf.function
def step(x):
    return x * 2.0

for number in range(400):
    kept.append(step(tf.ones([64, 16])))  # LEAK
    time.sleep(0.01)
print(tf.__file__)
"""


def unpacked(python: Path, folder: Path) -> None:
    """All installed packages by links, less what says that they were installed."""
    ask = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    site = Path(subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True).stdout.strip())
    folder.mkdir()
    for entry in site.iterdir():
        if not entry.name.endswith((".dist-info", ".egg-info", ".pth")):
            (folder / entry.name).symlink_to(entry)


def test_the_users_line_where_tensorflow_lies_elsewhere(tf2: Path, tmp_path: Path) -> None:
    ask = "import os, sys; print(os.path.join(sys.base_prefix, 'bin', 'python%d.%d' % sys.version_info[:2]))"
    bare = subprocess.run([tf2, "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
    layer = tmp_path / "layer"
    unpacked(tf2, layer)
    project = tmp_path / "project"
    project.mkdir()
    (project / "train.py").write_text(PROGRAM)
    outcome = observe(project, "train.py", python=bare, PYTHONPATH=os.fspath(layer))
    assert str(layer) in outcome.stdout, outcome.stderr[-2000:]
    assert outcome.rules == ["TL301"]
    line = next(number for number, text in enumerate(PROGRAM.splitlines(), 1) if "# LEAK" in text)
    place = outcome.diagnosis["findings"][0]["location"]
    assert (Path(place["file"]).name, place["line"]) == ("train.py", line)
