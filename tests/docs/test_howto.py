"""Every Python block of the how-to pages runs, on the lane that its first line names."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import ROOT, lane_python

from tensorleak.cli import COMMANDS
from tensorleak.rules import by_id

PAGES = sorted((ROOT / "docs" / "howto").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
HEAD = re.compile(
    r"# lane: (?P<lanes>tf[12](?:, tf[12])*)(?P<desk> with the desk)?(?:, pytest(?P<words>[^,\n]*))?(?P<fails>, fails)?\n"
)


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


def path_of(block: Block) -> str:
    """What the block may import: the probe, and where it says so the desk with what that needs."""
    parts = [ROOT / "probe" / "src"]
    if block.desk:
        parts += [ROOT / "src", *(ROOT / ".envs" / "desk" / "lib").glob("python3.*/site-packages")]
    return os.pathsep.join(map(str, parts))


@pytest.mark.parametrize("block", blocks(), ids=str)
def test_the_block_runs(block: Block, tmp_path: Path) -> None:
    python = lane_python(block.lane)
    if not python.exists():
        pytest.skip(f"the {block.lane} lane is not installed: see `tools/env {block.lane}`")
    script = tmp_path / ("example.py" if block.tested_with is None else "test_howto.py")
    script.write_text(block.code)
    command = [str(python), str(script)]
    if block.tested_with is not None:
        plugin = ["-m", "pytest", "-q", "-p", "tensorleak_probe.testing.plugin", "-o", "tensorleak_patience=3"]
        command = [str(python), *plugin, *block.tested_with.split(), str(script)]
    settings = dict(os.environ, PYTHONPATH=path_of(block), TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    settings["PATH"] = os.pathsep.join([str(python.parent), settings.get("PATH", "")])  # as in an activated environment
    settings.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, timeout=240)
    assert done.returncode == (1 if block.fails else 0), done.stdout + done.stderr
    if block.fails:
        assert "tensorleak: the body of this test leaks" in done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_rules_and_commands_that_pages_name_exist(page: Path) -> None:
    text = page.read_text()
    for rule, name in re.findall(r"(TL\d{3})(?:,? ([a-z]+(?:-[a-z]+)+))?", text):
        known = by_id(rule)
        assert known is not None
        assert name in ("", known.name)
    for command in re.findall(r"(?:`|\$ |run: )tensorleak ([a-z]+)", text):
        assert command in COMMANDS
