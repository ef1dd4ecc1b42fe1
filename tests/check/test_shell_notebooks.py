"""Notebooks: cells become one module, and places are told as the reader counts them."""

from __future__ import annotations

import json

import pytest
from shell_support import engine, folder, tensorleak, write  # noqa: F401

from tensorleak.check.notebook import plain_python
from tensorleak.check.source import Cell, read_source

pytestmark = pytest.mark.usefixtures("engine", "folder")


def notebook(*cells: str | list[str], language: str = "python", name: str = "lesson.ipynb") -> None:
    """A notebook with a heading before its code cells."""
    stored: list[dict] = [{"cell_type": "markdown", "metadata": {}, "source": "# tensorflow"}]
    stored += [
        {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [{"data": "x"}], "source": cell}
        for cell in cells
    ]
    content = {"cells": stored, "metadata": {"language_info": {"name": language}}, "nbformat": 4, "nbformat_minor": 5}
    write(name, json.dumps(content))


def test_lines_map_back_to_cells() -> None:
    notebook(["import tensorflow\n", "x = 1"], "", "y = 2\nleak()")
    source = read_source(__import__("pathlib").Path("lesson.ipynb"))
    assert source.cells == (Cell(2, 1, 2), Cell(3, 3, 1), Cell(4, 4, 2))
    assert [source.place(line) for line in (1, 2, 4, 5)] == [(2, 1), (2, 2), (4, 1), (4, 2)]
    assert [source.joined_line(*source.place(line)) for line in range(1, 6)] == [1, 2, 3, 4, 5]


def test_a_finding_is_told_by_cell_and_line() -> None:
    notebook("import tensorflow", "y = 2\nleak()\ncalm()")
    done = tensorleak("check", "--output-format", "full")
    assert done.stdout.startswith("lesson.ipynb:cell 3:line 2:1: TL101 grows in every round\n    2 | leak()\n")
    (found,) = json.loads(tensorleak("check", "--output-format", "json").stdout)["findings"]
    assert (found["cell"], found["location"]["line"], found["end_line"]) == (3, 2, 2)


def test_an_ignoring_comment_counts_in_its_cell() -> None:
    notebook("import tensorflow\nleak()", "leak()  # tensorleak: ignore")
    assert tensorleak("check").stdout == "lesson.ipynb:cell 2:line 2:1: TL101 grows in every round\n"


def test_ipython_syntax_is_blanked_line_for_line() -> None:
    lines = plain_python('!pip install "x\nif a:\n    %matplotlib inline\nmodel?\nfiles = !ls\nleak()')
    assert lines == ["pass", "if a:", "    pass", "pass", "pass", "leak()"]


def test_what_only_looks_like_ipython_is_left_alone() -> None:
    code = 'x = """\n%s\n!\nwhy?\n"""\ny = (5\n % 3)'
    assert "\n".join(plain_python(code)) == code


def test_magics_of_whole_cells() -> None:
    assert plain_python("%%bash\nleak()") == ["", ""]
    assert plain_python("%%time\nleak()") == ["", "leak()"]
    assert plain_python("\n%%writefile train.py\nleak()") == ["", "", ""]


def test_shell_commands_over_several_lines() -> None:
    assert plain_python("!pip install \\\n  keras \\\n  numpy\nleak()") == ["pass", "", "", "leak()"]


def test_a_comment_may_come_before_a_cell_magic() -> None:
    assert plain_python("# set-up\n%%bash\nleak()") == ["", "", ""]


def test_a_cell_that_is_indented_as_a_whole() -> None:
    assert plain_python("  x = 1\n  if x:\n    leak()") == ["x = 1", "if x:", "  leak()"]
    assert plain_python("  x = 1\nleak()") == ["  x = 1", "leak()"]


def test_a_broken_cell_does_not_hide_the_others() -> None:
    notebook("import tensorflow", "x = (1,\n", "leak()")
    done = tensorleak("check")
    assert done.stdout == "lesson.ipynb:cell 4:line 1:1: TL101 grows in every round\n"
    assert "lesson.ipynb:cell 3:line 1: not Python 3 source: '(' was never closed" in done.stderr
    assert done.exit_code == 1


def test_other_languages_are_none_of_our_business() -> None:
    notebook("library(keras)\nx <- 5 %>% leak()", language="R")
    done = tensorleak("check")
    assert (done.exit_code, done.stdout) == (0, "")
