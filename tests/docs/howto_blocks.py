"""The Python blocks of the how-to pages, and one process for all blocks of a lane that are run the same way."""

from __future__ import annotations

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from support import PATIENCE, ROOT, lane_python

PAGES = sorted((ROOT / "docs" / "howto").glob("*.md"))
SCRIPTS = Path(__file__).with_name("howto_scripts.py")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
HEAD = re.compile(
    r"# lane: (?P<lanes>tf[12](?:, tf[12])*)(?P<desk> with the desk)?(?:, pytest(?P<words>[^,\n]*))?(?P<fails>, fails)?\n"
)
PLUGIN = ["-p", "tensorleak_probe.testing.plugin", "-o", "tensorleak_patience=1"]
TOLD = ["--import-mode=importlib", "-p", "no:cacheprovider", "-o", "junit_family=xunit1", "--junitxml", "told.xml"]


@dataclass(frozen=True)
class Block:
    """One block of a page, and how it is to be run."""

    page: str
    number: int
    lane: str
    code: str
    desk: bool
    tested_with: str | None
    fails: bool

    def __str__(self) -> str:
        return f"{self.page}-{self.number}-{self.lane}"

    @property
    def folder(self) -> str:
        return f"{self.page}-{self.number}".replace("-", "_")


@dataclass(frozen=True)
class Told:
    """What became of a block: the tests that were run in it, and the words of what went wrong."""

    tests: int
    wrong: tuple[str, ...]


def blocks() -> list[Block]:
    found = []
    for page in PAGES:
        for number, code in enumerate(BLOCK.findall(page.read_text()), 1):
            head = HEAD.match(code)
            assert head is not None, f"{page.name}, block {number}: the first line names no lane"
            found += [
                Block(page.stem, number, lane, code, bool(head["desk"]), head["words"], bool(head["fails"]))
                for lane in head["lanes"].split(", ")
            ]
    return found


def path_of(desk: bool) -> str:
    """What a block may import: the probe, and where it says so the desk with what that needs."""
    parts = [ROOT / "probe" / "src"]
    if desk:
        parts += [ROOT / "src", *(ROOT / ".envs" / "desk" / "lib").glob("python3.*/site-packages")]
    return os.pathsep.join(map(str, parts))


def run_scripts(group: list[Block], folder: Path) -> dict[str, Told]:
    """Runs blocks as scripts, one after another in one process; those that need the desk come last, and see it only then."""
    plan = [{"folder": block.folder, "path": path_of(block.desk)} for block in sorted(group, key=lambda b: b.desk)]
    write(group, folder, "example.py")
    (folder / "plan.json").write_text(json.dumps(plan))
    done = execute(group[0], folder, [str(SCRIPTS), "plan.json", "told.json"])
    try:
        told: dict[str, str] = json.loads((folder / "told.json").read_text())
    except FileNotFoundError:
        told = {}
    fallback = f"was not reached:\n{done.stdout}{done.stderr}"
    wrong = {block.folder: told.get(block.folder, fallback) for block in group}
    return {name: Told(1, (words,) if words else ()) for name, words in wrong.items()}


def run_tests(group: list[Block], folder: Path) -> dict[str, Told]:
    """Runs blocks as files of tests in one session of pytest with the plugin."""
    write(group, folder, "test_howto.py")
    words = (group[0].tested_with or "").split()
    files = [f"{block.folder}/test_howto.py" for block in group]
    done = execute(group[0], folder, ["-m", "pytest", "-q", *PLUGIN, *TOLD, *words, *files])
    assert done.returncode in (0, 1), done.stdout + done.stderr
    cases = list(ET.parse(folder / "told.xml").iter("testcase"))
    return {block.folder: told_of(block, cases) for block in group}


def told_of(block: Block, cases: list[ET.Element]) -> Told:
    mine = [case for case in cases if (case.get("file") or "").startswith(block.folder + "/")]
    bad = [child for case in mine for child in case if child.tag in ("failure", "error", "skipped")]
    return Told(len(mine), tuple(f"{child.get('message')}\n{child.text}" for child in bad))


def write(group: list[Block], folder: Path, name: str) -> None:
    for block in group:
        (folder / block.folder).mkdir()
        (folder / block.folder / name).write_text(block.code)


def execute(block: Block, folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    python = lane_python(block.lane)
    settings = dict(os.environ, PYTHONPATH=path_of(desk=False), TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    settings["PATH"] = os.pathsep.join([str(python.parent), settings.get("PATH", "")])  # as in an activated environment
    settings.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [str(python), *words], cwd=folder, env=settings, capture_output=True, text=True, timeout=PATIENCE
    )
