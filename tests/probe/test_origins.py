"""Whose code a file is follows from where packages really lie, in a process that has a package called `tensorflow` somewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from support import ROOT

ASK = """
import json, sys
for name in sys.argv[2:]:
    __import__(name)
from tensorleak_probe.origins import Origins
origins = Origins()
print(json.dumps({name: origins.kind(name) for name in json.loads(sys.argv[1])}))
"""


def package(folder: Path, name: str, installed: bool = False) -> Path:
    """A package with one module; installed ones have a distribution's metadata beside them."""
    home = folder / name
    home.mkdir(parents=True)
    (home / "__init__.py").write_text("")
    (home / "inner.py").write_text("")
    if installed:
        metadata = folder / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
        (metadata / "RECORD").write_text(f"{name}/__init__.py,,\n{name}/inner.py,,\n{name}-1.0.dist-info/RECORD,,\n")
    return home / "inner.py"


def kinds(project: Path, files: list[Path | str], path: list[Path], imports: list[str]) -> list[str]:
    script = project / "ask.py"
    script.write_text(ASK)
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, [*path, ROOT / "probe" / "src"])))
    words = [sys.executable, str(script), json.dumps(list(map(str, files))), *imports]
    done = subprocess.run(words, cwd=project, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return [told[str(name)] for name in files]


def test_a_framework_without_metadata_in_a_folder_on_the_path(tmp_path: Path) -> None:
    """A Lambda layer: TensorFlow and its neighbours were unpacked, their metadata thrown away."""
    framework, neighbour = package(tmp_path / "layer", "tensorflow"), package(tmp_path / "layer", "wrapt_like")
    project = tmp_path / "project"
    own = package(project, "training")
    told = kinds(project, [framework, neighbour, own, project / "ask.py"], [tmp_path / "layer"], ["tensorflow"])
    assert told == ["framework", "library", "user", "user"]


def test_a_framework_vendored_into_the_project(tmp_path: Path) -> None:
    project = tmp_path / "project"
    framework, own = package(project, "tensorflow"), package(project, "training")
    assert kinds(project, [framework, own], [], ["tensorflow"]) == ["framework", "user"]


def test_distributions_installed_beside_the_script(tmp_path: Path) -> None:
    """`pip install -t .`: only what a distribution lists is a library's."""
    project = tmp_path / "project"
    theirs, own = package(project, "theirs", installed=True), package(project, "ours")
    assert kinds(project, [theirs, own], [], ["theirs"]) == ["library", "user"]


def test_path_names_decide_nothing(tmp_path: Path) -> None:
    """A project that lies below a folder called site-packages, or is itself called tensorflow, is the user's."""
    project = tmp_path / "site-packages" / "keras"
    own = package(project, "training")
    assert kinds(project, [own, "/x/site-packages/tensorflow/python/ops.py"], [], []) == ["user", "user"]


def test_an_editable_install_is_the_users(tmp_path: Path) -> None:
    source = tmp_path / "elsewhere" / "src"
    own = package(source, "mine")
    (source / "mine.egg-info").mkdir()
    project = tmp_path / "project"
    project.mkdir()
    assert kinds(project, [own], [source], ["mine"]) == ["user"]


def test_standard_library_and_installed_packages(tmp_path: Path) -> None:
    import msgspec

    project = tmp_path / "project"
    project.mkdir()
    told = kinds(project, [json.__file__, msgspec.__file__, "<string>", "<frozen runpy>"], [], ["msgspec"])
    assert told == ["stdlib", "library", "user", "stdlib"]


def test_the_probe_and_what_lies_beside_it_are_nobodys(tmp_path: Path) -> None:
    project = tmp_path / "project"
    own = package(project, "tensorleak_serving")
    source = ROOT / "probe" / "src"
    ours = [source / f"tensorleak_{name}.py" for name in ("probe/hooks", "engine/growth", "serving/queue")]
    assert kinds(project, [*ours, own], [], []) == ["probe"] * 3 + ["user"]
