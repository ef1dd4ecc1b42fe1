"""Results are kept by content: of the file, of its imports, and of Tensorleak itself; and processes change nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import shell_support
from shell_support import CALM, LEAK, engine, folder, tensorleak, write  # noqa: F401

from tensorleak.check import cache
from tensorleak.check.walk import interpreter

pytestmark = pytest.mark.usefixtures("engine", "folder")
IMPORTING = "import tensorflow\nimport helper\n"


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that the engine was asked about."""
    asked: list[str] = []
    real = shell_support.examine

    def counting(source: object, project: object) -> object:
        asked.append(source.display)
        return real(source, project)

    monkeypatch.setattr("tensorleak.check.engine.examine", counting)
    return asked


def check(examined: list[str], *words: str) -> tuple[list[str], list[str]]:
    """The findings of a check and the files it had to examine."""
    examined.clear()
    return tensorleak("check", *words).stdout.splitlines(), sorted(examined)


def test_the_second_check_examines_nothing_and_says_the_same(examined: list[str]) -> None:
    write("a.py")
    write("b.py", CALM)
    first, asked = check(examined)
    assert asked == ["a.py", "b.py"]
    assert check(examined) == (first, [])
    assert check(examined, "--no-cache") == (first, ["a.py", "b.py"])


def test_a_change_of_the_file_is_seen(examined: list[str]) -> None:
    write("a.py")
    write("b.py", CALM)
    check(examined)
    write("a.py", CALM)
    assert check(examined) == ([], ["a.py"])
    assert check(examined) == ([], [])


def test_a_change_of_an_imported_helper_is_seen(examined: list[str]) -> None:
    write("a.py", IMPORTING)
    write("helper.py", "calm()\n")
    write("b.py", CALM)
    check(examined)
    write("helper.py", "leak()\n")
    assert check(examined) == (["helper.py:1:1: TL101 grows in every round"], ["a.py"])
    write("helper.py", "calm()\n")
    assert check(examined) == ([], ["a.py"])


def test_a_helper_that_appears_or_goes_is_seen(examined: list[str]) -> None:
    write("a.py", IMPORTING)
    check(examined)
    write("helper.py", "leak()\n")
    assert check(examined)[1] == ["a.py"]
    Path("helper.py").unlink()
    assert check(examined) == ([], ["a.py"])


def test_comments_and_settings_apply_to_kept_results(examined: list[str]) -> None:
    write("a.py")
    check(examined)
    assert check(examined, "--ignore", "TL101") == ([], [])
    write("a.py", "import tensorflow as tf\n\nleak()  # tensorleak: ignore\n")
    assert check(examined) == ([], ["a.py"])


def test_another_tensorleak_has_other_results(examined: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.py")
    check(examined)
    monkeypatch.setattr(cache, "own_digest", lambda: "another")
    assert check(examined)[1] == ["a.py"]


def test_another_working_directory_shows_other_paths(examined: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write("pkg/a.py")
    assert check(examined, "pkg")[0][0].startswith("pkg/a.py:3")
    monkeypatch.chdir("pkg")
    assert check(examined)[0][0].startswith("a.py:3")


def test_a_corrupt_cache_is_ignored(examined: list[str], tmp_path: Path) -> None:
    write("a.py")
    first, _ = check(examined)
    (stored,) = (tmp_path / "cache").rglob("*.json")
    good = stored.read_bytes()
    for bad in (b"", b"{", b'{"facts": 3}', good.replace(b'"facts":[0', b'"facts":[77'), good[: len(good) // 2]):
        stored.write_bytes(bad)
        assert check(examined) == (first, ["a.py"])
        assert check(examined) == (first, [])


def test_a_cache_that_cannot_be_written_is_not_used(examined: list[str], folder: Path) -> None:  # noqa: F811
    write("a.py")
    blocker = write("blocker", "not a folder")
    first, _ = check(examined, "--cache-dir", str(blocker))
    assert check(examined, "--cache-dir", str(blocker)) == (first, ["a.py"])
    assert len(first) == 1


def test_old_caches_make_room(monkeypatch: pytest.MonkeyPatch, examined: list[str], tmp_path: Path) -> None:
    kept = tmp_path / "cache/tensorleak/check-1"
    write("a.py")
    check(examined)
    old = write(kept / "old.json", "x" * 4000)
    os.utime(old, (1, 1))
    write("b.py")
    check(examined)
    assert old.exists()
    monkeypatch.setattr(cache, "MAX_TOTAL", 3000)
    write("c.py")
    check(examined)
    assert not old.exists()
    assert len(list(kept.iterdir())) == 1


def test_what_could_not_be_checked_is_not_kept(examined: list[str]) -> None:
    write("a.py", "import tensorflow\nx = (\n")
    for _ in range(2):
        assert "a.py:2: not Python 3 source" in tensorleak("check").stderr


def test_processes_and_one_process_say_the_same() -> None:
    for number in range(60):
        text = "import tensorflow\nimport helper\n" if number % 3 else LEAK
        write(f"p{number % 5}/m{number:02}.py", text if number % 7 else "import tensorflow\nprint 'x'\n")
    for number in range(5):
        write(f"p{number}/helper.py", "leak()\n" if number % 2 else "calm()\n")
    alone = tensorleak("check", "--no-cache", "--jobs", "1", "--output-format", "json")
    spread = tensorleak("check", "--no-cache", "--jobs", "4", "--output-format", "json")
    assert alone.stdout == spread.stdout
    assert alone.stderr == spread.stderr
    assert alone.stdout.count('"fingerprint"') > 10 and "Python 2" in alone.stderr


def test_every_module_of_the_check_has_a_say_in_its_fingerprint() -> None:
    own = set(cache.own_files(cache.PACKAGE))
    parts = ("tensorleak.check.", "tensorleak.rules.", "tensorleak.model.")
    loaded = {Path(module.__file__ or "") for name, module in sys.modules.items() if name.startswith(parts)}
    assert Path(interpreter.__file__) in loaded
    assert loaded <= own
