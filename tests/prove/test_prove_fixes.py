"""Fixes are tried in a copy; the user's tree changes only when they are proven and wanted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from proofs import finding
from stage import bare_python, make_app, repaired, snapshot
from tensorleak_engine.model.diagnosis import Finding

from tensorleak.check.finding import Severity, Span, StaticFinding
from tensorleak.check.source import read_source
from tensorleak.cli.prove import prove as command
from tensorleak.errors import UsageError
from tensorleak.fix.api import FileFix
from tensorleak.prove import fixes, project
from tensorleak.prove.sides import copied_environment, copied_side, moved, program
from tensorleak.prove.trial import Desk


def static(file: str, rule: str = "TL101", subject: str = "") -> StaticFinding:
    return StaticFinding(
        rule, "name", "summary", file, Span(7, 1, 7, 2), "step", subject, Severity.ERROR, "remedy", fix="any"
    )


def offered(root: Path, *found: StaticFinding) -> fixes.Offer:
    names = {one.file for one in found}
    return fixes.Offer(root, found, {name: read_source(root / name, name) for name in names})


def rewritten(change: Callable[[str], str]) -> Callable[..., list[FileFix]]:
    def plan(findings: list[StaticFinding], sources: dict, unsafe: bool) -> list[FileFix]:
        chosen = {found.file: found for found in findings}
        return [
            FileFix(sources[name].path, name, sources[name].text, change(sources[name].text), (found,))
            for name, found in chosen.items()
        ]

    return plan


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project, with a check that finds its leak and a fix that repairs it."""
    root = make_app(tmp_path)
    monkeypatch.chdir(root)
    monkeypatch.setattr(fixes, "offer", lambda root, script: offered(root, static("train.py")))
    monkeypatch.setattr(fixes.api, "plan", rewritten(repaired))
    return root


def prove(app: Path, *words: str) -> Result:
    options = ["--python", str(bare_python(app)), *words]
    return CliRunner().invoke(command, options, standalone_mode=False)


def test_proven_without_a_trace(app: Path, tmp_path: Path) -> None:
    before = snapshot(app)
    done = prove(app, "--json", str(tmp_path / "proof.json"), "train.py")
    assert done.return_value == 0, done.output
    assert "PROVEN" in done.output
    assert "-per_step = 3  # LEAK" in done.output
    assert "--apply" in done.output
    assert snapshot(app) == before
    proof = json.loads((tmp_path / "proof.json").read_text())
    assert (proof["mode"], proof["applied"]) == ("fixes", False)
    assert proof["findings"][0]["location"]["file"] == str(app / "train.py")
    assert "+per_step = 0" in proof["changes"][0]["diff"]


def test_long_lines_of_a_diff_are_not_cut(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes.api, "plan", rewritten(lambda text: f"{repaired(text)}# {'long ' * 60}end\n"))
    assert f"+# {'long ' * 60}end\n" in prove(app, "train.py").output


def test_applied_when_proven(app: Path) -> None:
    wanted = repaired((app / "train.py").read_text())
    before = snapshot(app)
    assert prove(app, "--apply", "train.py").return_value == 0
    assert (app / "train.py").read_text() == wanted
    after = snapshot(app)
    assert {name for name in after if after[name] != before.get(name)} == {"train.py"}


def test_not_applied_when_not_proven(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes.api, "plan", rewritten(lambda text: repaired(text) + "print('more')\n"))
    before = snapshot(app)
    done = prove(app, "--apply", "train.py")
    assert done.return_value == 1
    assert "IMPROVED" in done.output
    assert snapshot(app) == before


def test_a_failure_in_the_middle_leaves_the_tree(app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    real = Desk.run

    def run(desk: Desk, side: object) -> object:
        if side.label == "after":
            raise OSError("the machine is on fire")
        return real(desk, side)

    monkeypatch.setattr(Desk, "run", run)
    before = snapshot(app)
    done = prove(app, "--apply", "train.py")
    assert isinstance(done.exception, OSError)
    assert snapshot(app) == before
    assert list((tmp_path / "temporary").iterdir()) == []


def test_nothing_runs_where_nothing_can_be_repaired(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "offer", lambda root, script: offered(root))
    done = prove(app, "train.py")
    assert done.return_value == 1
    assert "NOTHING TO PROVE" in done.output
    assert "running" not in done.stderr


def test_no_leak_means_no_second_run(app: Path) -> None:
    (app / "train.py").write_text(repaired((app / "train.py").read_text()))
    done = prove(app, "train.py")
    assert done.return_value == 1
    assert "running after" not in done.stderr


def test_a_refused_fix_gives_its_reason(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(findings: list[StaticFinding], sources: dict, unsafe: bool) -> list[FileFix]:
        source = sources["train.py"]
        return [FileFix(source.path, "train.py", source.text, source.text, (), ((findings[0], "it may alias"),))]

    monkeypatch.setattr(fixes.api, "plan", refuse)
    done = prove(app, "train.py")
    assert done.return_value == 1
    assert "it may alias" in done.output


def test_writing_through_a_link_to_a_large_file_is_told(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (app / "written.txt").write_text("x" * 2000)
    monkeypatch.setattr(project, "LARGE", 1000)
    done = prove(app, "train.py")
    assert "wrote to written.txt in your tree" in " ".join(done.output.split())


def test_files_that_changed_meanwhile_are_not_overwritten(app: Path) -> None:
    given = offered(app, static("train.py"), static("fixed.py"))
    repairs = fixes.plan(given, given.findings, True)
    repairs = tuple(
        fixes.Repair(one.path, FileFix(one.fix.path, one.fix.display, one.fix.before, "new")) for one in repairs
    )
    (app / "train.py").write_text("mine")
    before = snapshot(app)
    with pytest.raises(UsageError, match="has changed"):
        fixes.apply(repairs)
    assert snapshot(app) == before


def test_a_link_out_of_the_project_is_not_written_through(app: Path, tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text("x = 1\n")
    (app / "shared.py").symlink_to("../shared.py")
    given = offered(app, static("shared.py"))
    repair = fixes.Repair(Path("shared.py"), FileFix(app / "shared.py", "shared.py", "x = 1\n", "x = 2\n"))
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "shared.py").symlink_to(tmp_path / "shared.py")
    with pytest.raises(UsageError, match="outside"):
        fixes.put([repair], tmp_path / "copy")
    assert (tmp_path / "shared.py").read_text() == "x = 1\n"
    assert given.file(given.findings[0]) == Path("shared.py")


def test_only_what_ran_and_leaked_is_repaired(app: Path) -> None:
    here, same, elsewhere, idle = static("train.py"), static("train.py", "TL301"), static("fixed.py"), static("idle.py")
    (app / "idle.py").write_text("")
    given = offered(app, here, same, elsewhere, idle)
    ran = frozenset({Path("train.py"), Path("fixed.py")})

    def chosen(leak: Finding, whole: bool = False) -> list[StaticFinding]:
        return list(fixes.choose(given, [leak], ran, whole))

    assert chosen(finding(file=f"{app}/train.py", subject="")) == [here]
    assert chosen(finding("TL304", file=f"{app}/train.py")) == [here, same]
    assert chosen(finding("TL301", file=f"{app}/helper.py")) == [same]
    assert chosen(finding("TL602", file=f"{app}/helper.py")) == []
    assert chosen(finding(), whole=True) == [here, same, elsewhere]


def test_loaded_files(app: Path) -> None:
    (app / "pkg").mkdir()
    for name in ("pkg/__init__.py", "pkg/used.py", "pkg/idle.py"):
        (app / name).write_text("")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", "import pkg.used"], cwd=app, env=environment, check=True)
    loaded = fixes.loaded_files(app, Path("train.py"))
    assert {str(path) for path in loaded} == {"train.py", "pkg/__init__.py", "pkg/used.py"}


def test_import_roots(app: Path) -> None:
    (app / "src/pkg/deep").mkdir(parents=True)
    for folder in ("src/pkg", "src/pkg/deep"):
        (app / folder / "__init__.py").write_text("")
    files = [Path("src/pkg/deep/a.py"), Path("src/pkg/b.py"), Path("train.py")]
    assert fixes.import_roots(files, app) == (Path("src"),)


def test_words_that_name_the_project_name_the_copy(app: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    (app / ".venv").mkdir()
    assert moved(f"{app}/out", app, copy) == f"{copy}/out"
    assert moved(f"--out={app}/out", app, copy) == f"--out={copy}/out"
    for word in ("out", "--out", "/elsewhere/out", f"{app}/.venv", f"{app}2/out"):
        assert moved(word, app, copy) == word


def test_the_program_stands_in_the_copy_where_the_user_stands_in_the_project(app: Path, tmp_path: Path) -> None:
    (app / "sub").mkdir()
    os.chdir(app / "sub")
    (app / "sub" / "go.py").write_text("")
    copy = tmp_path / "copy"
    side = copied_side("after", program(("go.py", "1"), False, sys.executable), app, copy)
    assert (side.folder, side.command[1:]) == (copy / "sub", ("go.py", "1"))
    os.chdir(tmp_path)
    side = copied_side("after", program(("app/sub/go.py",), False, sys.executable), app, copy)
    assert (side.folder, side.command[1:]) == (tmp_path, (f"{copy}/sub/go.py",))


def test_a_module_starts_as_python_starts_it(app: Path, tmp_path: Path) -> None:
    started = program(("train", "--out", f"{app}/out"), True, sys.executable)
    side = copied_side("after", started, app, tmp_path / "copy")
    assert side.command == (sys.executable, "-m", "train", "--out", f"{tmp_path}/copy/out")
    assert (side.folder, started.script) == (tmp_path / "copy", None)


def test_imports_come_from_the_copy(app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{app}/lib{os.pathsep}/elsewhere")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    copy = tmp_path / "copy"
    environment = copied_environment(app, copy, copy, [Path("src")])
    assert environment["PYTHONPATH"] == os.pathsep.join([f"{copy}/src", f"{copy}/lib", "/elsewhere"])
    assert environment["PYTHONHASHSEED"] == "7"


def test_a_root_that_does_not_hold_the_program(app: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    done = prove(app, "--root", str(tmp_path / "other"), "train.py")
    assert isinstance(done.exception, UsageError)
