"""What a project decides: which files, which rules, what is waved through, what is known already."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell_support import CALM, engine, folder, tensorleak, write  # noqa: F401

from tensorleak.check import settings
from tensorleak.check.files import Scope, find_files
from tensorleak.rules import catalogue

pytestmark = pytest.mark.usefixtures("engine", "folder")
BOTH = "import tensorflow as tf\n\nleak()\nleak(1)\n"


def found(*words: str) -> list[str]:
    """`file:line rule` for each finding."""
    lines = tensorleak("check", "--no-cache", *words).stdout.splitlines()
    return [" ".join((line.rsplit(":", 2)[0], line.split()[1])) for line in lines]


def configure(text: str) -> None:
    write("pyproject.toml", f"[tool.tensorleak]\n{text}\n")


class TestFiles:
    def names(self, *paths: str, **scope: object) -> list[str]:
        return [
            file.as_posix() for file in find_files([Path(path) for path in paths], Scope(Path.cwd(), **scope)).files
        ]

    def test_python_and_notebooks_below_a_folder_without_the_usual_rubbish(self) -> None:
        for name in (
            "a.py",
            "deep/er/b.py",
            "c.ipynb",
            "d.txt",
            ".venv/lib/x.py",
            "build/y.py",
            "deep/node_modules/z.py",
        ):
            write(name)
        assert self.names(".") == ["a.py", "c.ipynb", "deep/er/b.py"]

    def test_tests_are_left_out_unless_wanted(self) -> None:
        for name in ("a.py", "test_a.py", "a_test.py", "conftest.py", "tests/b.py", "pkg/testing/c.py", "contest.py"):
            write(name)
        assert self.names(".") == ["a.py", "contest.py"]
        assert len(self.names(".", tests=True)) == 7
        assert self.names("test_a.py") == ["test_a.py"]  # named, so wanted
        assert self.names("tests") == ["tests/b.py"]
        assert self.names("test_a.py", "a.py", force_exclude=True) == ["a.py"]

    def test_patterns_match_names_and_paths(self) -> None:
        for name in ("a.py", "old/a.py", "new/old/b.py", "gen_x.py"):
            write(name)
        assert self.names(".", exclude=("old",)) == ["a.py", "gen_x.py"]
        assert self.names(".", exclude=("old/",)) == ["a.py", "gen_x.py"]
        assert self.names(".", exclude=("new/old",)) == ["a.py", "gen_x.py", "old/a.py"]
        assert self.names(".", exclude=("gen_*", "./old/*")) == ["a.py", "new/old/b.py"]
        assert self.names("old/a.py", exclude=("old",)) == ["old/a.py"]
        assert self.names("old/a.py", exclude=("old",), force_exclude=True) == []

    def test_a_file_named_twice_is_checked_once(self) -> None:
        write("pkg/a.py")
        assert self.names("pkg", "pkg/a.py", "pkg/../pkg/a.py") == ["pkg/a.py"]

    def test_a_folder_of_tests_that_is_named_is_checked(self) -> None:
        write("tests/test_a.py")
        assert found() == []
        assert found("tests") == ["tests/test_a.py:3 TL101"]


class TestSelection:
    def test_ids_beginnings_and_names(self) -> None:
        write("a.py", BOTH)
        assert found() == ["a.py:3 TL101", "a.py:4 TL301"]
        for word in ("TL101", "tl1", "graph-ops-in-loop"):
            assert found("--select", word) == ["a.py:3 TL101"]
            assert found("--ignore", word) == ["a.py:4 TL301"]
        assert found("--select", "TL1,TL3") == found("--select", "TL1", "--select", "TL3") == found("--select", "ALL")

    def test_the_longer_word_wins(self) -> None:
        chosen = settings.Settings(
            Path.cwd(), preview=True, select=("TL1",), ignore=("TL10",), extend_select=("TL103",)
        )
        assert chosen.rules == {"TL103"}

    def test_the_file_decides_and_the_command_line_overrides(self) -> None:
        write("a.py", BOTH)
        configure('select = ["TL1"]')
        assert found() == ["a.py:3 TL101"]
        assert found("--select", "TL3") == ["a.py:4 TL301"]
        configure('ignore = ["tensor-kept"]')
        assert found() == ["a.py:3 TL101"]
        assert found("--select", "TL301") == ["a.py:4 TL301"]
        assert found("--ignore", "TL1") == []

    def test_rules_may_be_off_for_some_files(self) -> None:
        write("a.py", BOTH)
        write("legacy/b.py", BOTH)
        configure('per-file-ignores = {"legacy/*" = ["TL1"]}')
        assert found() == ["a.py:3 TL101", "a.py:4 TL301", "legacy/b.py:4 TL301"]

    def test_preview_rules_are_off_until_asked_for_by_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rule = next(rule for rule in catalogue() if rule.id == "TL301")

        class Preview:
            preview = True

            def __getattr__(self, name: str) -> object:
                return getattr(rule, name)

        rules = tuple(Preview() if known.id == "TL301" else known for known in catalogue())
        monkeypatch.setattr(settings, "catalogue", lambda: rules)
        write("a.py", BOTH)
        assert found() == found("--select", "ALL") == ["a.py:3 TL101"]
        assert found("--select", "TL3") == []
        assert found("--select", "TL301") == ["a.py:4 TL301"]
        assert found("--preview") == ["a.py:3 TL101", "a.py:4 TL301"]
        configure("preview = true")
        assert found() == ["a.py:3 TL101", "a.py:4 TL301"]
        assert found("--no-preview") == ["a.py:3 TL101"]

    def test_tests_and_excludes(self) -> None:
        write("a.py")
        write("test_a.py")
        write("old/b.py")
        configure('tests = true\nextend-exclude = ["old"]')
        assert found() == ["a.py:3 TL101", "test_a.py:3 TL101"]
        assert found("--no-tests") == ["a.py:3 TL101"]
        assert found("--exclude", "test_*") == ["a.py:3 TL101"]

    def test_the_nearest_file_upwards_counts(self) -> None:
        configure('select = ["TL3"]')
        write("pkg/deep/a.py", BOTH)
        assert found("pkg/deep") == found("pkg/deep/a.py") == ["pkg/deep/a.py:4 TL301"]
        write("pkg/pyproject.toml", '[tool.tensorleak]\nselect = ["TL1"]\n')
        assert found("pkg/deep") == ["pkg/deep/a.py:3 TL101"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("selct = ['TL1']", "pyproject.toml: unknown setting 'selct' in [tool.tensorleak]; known: select, "),
            ("select = 'TL1'", "'select' in pyproject.toml must be a list of strings"),
            ("select = [1]", "'select' in pyproject.toml must be a list of strings"),
            ("select = ['TL7777']", "there is no rule 'TL7777' ('select' in pyproject.toml)"),
            ("preview = 1", "'preview' in pyproject.toml must be true or false"),
            ("baseline = true", "'baseline' in pyproject.toml must be the name of a file"),
            ("per-file-ignores = ['a']", "'per-file-ignores' in pyproject.toml must be a table"),
            ("= broken", "pyproject.toml cannot be read: "),
        ],
    )
    def test_a_wrong_setting_is_named_with_its_file(self, text: str, said: str) -> None:
        write("a.py")
        configure(text)
        done = tensorleak("check")
        assert done.exit_code == 2
        assert done.stderr.startswith(f"tensorleak: {said}"), done.stderr
        assert done.stdout == ""

    def test_a_wrong_rule_on_the_command_line_is_named(self) -> None:
        done = tensorleak("check", "--select", "TL1,nonsense")
        assert (done.exit_code, done.stderr[:46]) == (2, "tensorleak: there is no rule 'nonsense' (--sel")

    def test_the_settings_can_be_seen(self) -> None:
        configure('select = ["TL1"]')
        said = tensorleak("check", "--show-settings").stdout
        assert "settings from pyproject.toml" in said
        assert "rules = TL101, " in said and "TL301" not in said


class TestSuppression:
    @pytest.mark.parametrize(
        "comment",
        [
            "# tensorleak: ignore",
            "# tensorleak:ignore[TL101]",
            "# tensorleak: ignore[TL301, TL1] built once in practice",
            "# tensorleak: ignore[graph-ops-in-loop]",
            "# noqa: E501  # tensorleak: ignore[TL101]",
        ],
    )
    def test_a_comment_hides_its_line(self, comment: str) -> None:
        write("a.py", f"import tensorflow\nleak()  {comment}\nleak()\n")
        assert found() == ["a.py:3 TL101"]
        assert "1 ignored by comments" in tensorleak("check").stderr

    @pytest.mark.parametrize(
        "line",
        [
            "leak()  # tensorleak: ignore[TL301]",
            "leak()  # tensorleak: ignore[]",
            "leak()  # tensorleak: ignored",
            "leak(); x = '# tensorleak: ignore'",
            "# tensorleak: ignore\nleak()",
            "leak()  # tensorleak: ignore-file",
        ],
    )
    def test_nothing_else_does(self, line: str) -> None:
        write("a.py", f"import tensorflow\n{line}\n")
        assert len(found()) == 1

    def test_the_first_or_the_last_line_of_a_statement_will_do(self) -> None:
        write("a.py", "import tensorflow\nleak(  # tensorleak: ignore\n)\nleak(\n)  # tensorleak: ignore\n")
        assert found() == []
        write("a.py", "import tensorflow\nleak(\n    # tensorleak: ignore\n)\n")
        assert found() == ["a.py:2 TL101"]

    def test_a_whole_file(self) -> None:
        write("a.py", "#!/usr/bin/python\n# tensorleak: ignore-file[TL1] generated\n" + BOTH)
        assert found() == ["a.py:6 TL301"]
        write("a.py", "# tensorleak: ignore-file\n" + BOTH)
        assert found() == []
        write("a.py", BOTH + "# tensorleak: ignore-file\n")
        assert len(found()) == 2

    def test_a_comment_in_a_helper_counts_where_the_helper_is(self) -> None:
        write("a.py", "import tensorflow\nimport helper\n")
        write("helper.py", "leak()\n")
        assert found() == ["helper.py:1 TL101"]
        write("helper.py", "leak()  # tensorleak: ignore\n")
        assert found() == []


class TestHelpers:
    def test_two_ways_to_a_helper_are_one_finding(self) -> None:
        for name in ("a.py", "b.py"):
            write(name, "import tensorflow\nimport helper\n")
        write("helper.py", "import keras\nleak()\n")
        assert found() == ["helper.py:2 TL101"]

    def test_a_helper_that_is_excluded_stays_so(self) -> None:
        write("a.py", "import tensorflow\nimport helper\n")
        write("helper.py", "leak()\n")
        assert found("a.py") == ["helper.py:1 TL101"]
        assert found("a.py", "--exclude", "helper.py") == []


class TestBaseline:
    def test_what_is_known_is_hidden_and_what_is_new_is_not(self) -> None:
        write("a.py", BOTH)
        done = tensorleak("check", "--baseline", "known.json", "--write-baseline")
        assert (done.exit_code, done.stdout) == (0, "")
        assert found("--baseline", "known.json") == []
        assert "2 in the baseline" in tensorleak("check", "--baseline", "known.json").stderr
        write("a.py", "# moved\n\n" + BOTH + "leak()\n")
        assert found("--baseline", "known.json") == ["a.py:7 TL101"]  # one more of the same kind
        assert len(found()) == 3

    def test_it_works_from_any_folder_and_from_the_settings(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write("pkg/a.py", BOTH)
        configure('baseline = "known.json"')
        write("known.json", '{"schema": "tensorleak.baseline/1", "findings": []}')
        assert len(found()) == 2
        assert tensorleak("check", "--write-baseline").exit_code == 0
        assert found() == []
        monkeypatch.chdir("pkg")
        assert found() == []

    def test_the_file_is_stable_and_sorted(self) -> None:
        write("b.py", BOTH)
        write("a.py", BOTH + "leak()\n")
        tensorleak("check", "--baseline", "known.json", "--write-baseline")
        first = Path("known.json").read_text()
        tensorleak("check", "--baseline", "known.json", "--write-baseline", "--jobs", "1")
        assert Path("known.json").read_text() == first
        content = json.loads(first)
        assert content["schema"] == "tensorleak.baseline/1"
        keys = [(entry["file"], entry["rule"], entry["count"]) for entry in content["findings"]]
        assert keys == [("a.py", "TL101", 2), ("a.py", "TL301", 1), ("b.py", "TL101", 1), ("b.py", "TL301", 1)]
        assert list(Path().glob(".known*")) == []

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{", "is not a baseline"),
            ("[]", "is not a baseline"),
            ('{"schema": "tensorleak.baseline/1", "findings": [{"file": 3}]}', "is not a baseline"),
            ('{"schema": "tensorleak.baseline/9", "findings": []}', "is a baseline of another version"),
            (None, "cannot be read: No such file or directory; --write-baseline makes one"),
        ],
    )
    def test_a_broken_one_is_one_clear_error(self, text: str | None, said: str) -> None:
        write("a.py", BOTH)
        if text is not None:
            write("known.json", text)
        done = tensorleak("check", "--baseline", "known.json")
        assert done.exit_code == 2
        assert said in done.stderr and len(done.stderr.splitlines()) == 1

    def test_writing_needs_a_name(self) -> None:
        write("a.py", CALM)
        assert "needs a file" in tensorleak("check", "--write-baseline").stderr


def test_exit_zero() -> None:
    write("a.py")
    assert tensorleak("check").exit_code == 1
    assert tensorleak("check", "--exit-zero").exit_code == 0
