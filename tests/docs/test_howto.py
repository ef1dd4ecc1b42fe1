"""Every Python block of the how-to pages runs, on the lane that its first line names."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from howto_blocks import Block, Told, blocks, run_scripts, run_tests
from support import ROOT, lane_python

from tensorleak.cli import COMMANDS
from tensorleak.rules import by_id


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Block], Told]:
    """What became of a block; its whole group is run when the first of it is asked for."""
    known: dict[tuple[str, str | None], dict[str, Told]] = {}

    def ask(block: Block) -> Told:
        key = (block.lane, block.tested_with)
        if key not in known:
            group = [other for other in blocks() if (other.lane, other.tested_with) == key]
            run = run_scripts if block.tested_with is None else run_tests
            known[key] = run(group, tmp_path_factory.mktemp("howto"))
        return known[key][block.folder]

    return ask


@pytest.mark.parametrize("block", blocks(), ids=str)
def test_the_block_runs(block: Block, told: Callable[[Block], Told]) -> None:
    if not lane_python(block.lane).exists():
        pytest.skip(f"the {block.lane} lane is not installed: see `tools/env {block.lane}`")
    outcome = told(block)
    assert outcome.tests > 0
    if block.fails:
        assert outcome.wrong
        assert all("tensorleak: the body of this test leaks" in words for words in outcome.wrong)
    else:
        assert not outcome.wrong, "\n".join(outcome.wrong)


def test_a_block_that_fails_is_told_apart(tmp_path: Path) -> None:
    """The blocks of a lane share a process: one that fails must not spoil the others, nor pass."""
    python = lane_python("tf2")
    if not python.exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    codes = ["assert not 'probe'", "import tensorleak_probe, sys; sys.exit(3)", "import tensorleak_probe"]
    codes.append("import tensorleak")  # the desk is not there for a block that did not ask
    group = [Block("page", number, "tf2", code, False, None, False) for number, code in enumerate(codes)]
    outcome = run_scripts(group, tmp_path)
    assert "AssertionError" in outcome["page_0"].wrong[0]
    assert "SystemExit: 3" in outcome["page_1"].wrong[0]
    assert not outcome["page_2"].wrong
    assert "ModuleNotFoundError" in outcome["page_3"].wrong[0]


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_rules_and_commands_that_pages_name_exist(page: Path) -> None:
    text = page.read_text()
    for rule, name in re.findall(r"(TL\d{3})(?:,? ([a-z]+(?:-[a-z]+)+))?", text):
        known = by_id(rule)
        assert known is not None
        assert name in ("", known.name)
    for command in re.findall(r"(?:`|\$ |run: )tensorleak ([a-z]+)", text):
        assert command in COMMANDS
