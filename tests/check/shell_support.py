"""A tiny engine for the tests of everything around the real one, and ways to call the check as users do.

The engine reports each call of `leak()`, follows `import` to files in the same folder, and can be made to fail.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tensorleak_engine.model.diagnosis import Location

from tensorleak.check.engine import Examination
from tensorleak.check.finding import Severity, Span, StaticFinding, Step
from tensorleak.check.source import Source, read_source
from tensorleak.cli import main

LEAK = "import tensorflow as tf\n\nleak()\n"
CALM = "import tensorflow as tf\n\ncalm()\n"


class Project:
    def __init__(self, roots: tuple[Path, ...]) -> None:
        self.roots = roots


def examine(source: Source, project: Project) -> Examination:
    findings = list(_findings(source, ()))
    read = [source.path]
    for node in ast.walk(ast.parse(source.text)):
        for name in [alias.name for alias in node.names] if isinstance(node, ast.Import) else []:
            helper = source.path.parent / f"{name}.py"
            if helper.is_file():
                read.append(helper)
                step = Step(Location(source.display, node.lineno), f"imports {name}")
                findings += _findings(read_source(helper), (step,))
    return Examination(tuple(findings), tuple(read))


def _findings(source: Source, chain: tuple[Step, ...]) -> Iterator[StaticFinding]:
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "fail":
                raise TypeError("the engine has a fault")
            if node.func.id == "die":
                os._exit(9)
            if node.func.id == "leak":
                yield finding(source, node, chain)


def finding(source: Source, node: ast.Call, chain: tuple[Step, ...]) -> StaticFinding:
    line = source.line(node.lineno)
    column = len(line.encode()[: node.col_offset].decode()) + 1
    rule, name = ("TL301", "tensor-kept") if node.args else ("TL101", "graph-ops-in-loop")
    return StaticFinding(
        rule=rule,
        name=name,
        summary="grows in every round",
        file=source.display,
        span=Span(node.lineno, column, node.end_lineno, column + 6 if node.end_lineno == node.lineno else 2),
        function="<module>",
        subject=ast.unparse(node),
        severity=Severity.WARNING,
        remedy="Do it once.",
        chain=chain,
    )


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puts the tiny engine in the place of the real one."""
    from tensorleak.check import work

    monkeypatch.setattr("tensorleak.check.engine.examine", examine)
    monkeypatch.setattr("tensorleak.check.project.Project", Project)
    work.project_for.cache_clear()
    yield
    work.project_for.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project as the working directory, and a cache of its own."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return project


def tensorleak(*words: str) -> Result:
    """Runs the command line in this process, exit status and error lines included."""
    before, sys.argv = sys.argv, ["tensorleak", *words]
    try:
        return _Everything().run(words)
    finally:
        sys.argv = before


class _Everything(CliRunner):
    def run(self, words: tuple[str, ...]) -> Result:
        with self.isolation() as streams:
            status = 0
            try:
                main()
            except SystemExit as stop:
                status = int(stop.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
            return Result(self, streams[0].getvalue(), streams[1].getvalue(), b"", None, status, None, None)


def write(path: str | Path, text: str = LEAK) -> Path:
    """Writes a file of the project."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
