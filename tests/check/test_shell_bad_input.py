"""Bad input: one clear line each, the rest is checked, and the exit status says so."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from shell_support import CALM, LEAK, engine, folder, tensorleak, write  # noqa: F401

pytestmark = pytest.mark.usefixtures("engine", "folder")


def lines(text: str, file: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(file)]


def only_problem(file: str) -> str:
    """The one line about a file, which must not keep another file's finding from being reported."""
    write("other.py")
    done = tensorleak("check", "--no-cache")
    assert lines(done.stdout, "other.py:3:1: TL101"), done.stdout + done.stderr
    assert done.exit_code == 1
    (line,) = lines(done.stderr, file)
    Path("other.py").unlink()
    assert tensorleak("check", "--no-cache").exit_code == 2
    return line


def test_a_healthy_project_has_no_problem_and_exit_status_zero() -> None:
    write("other.py", CALM)
    done = tensorleak("check")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "no findings (1 checked, 0 without TensorFlow)\n"


def test_a_syntax_error_names_its_line() -> None:
    write("train.py", "import tensorflow\n\nx = [1, 2\n")
    assert only_problem("train.py").startswith("train.py:3: not Python 3 source: ")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("print 'loss', loss", "a print statement of Python 2"),
        ("exec 'x = 1'", "an exec statement of Python 2"),
        ("try:\n    f()\nexcept ValueError, e:\n    pass", "`except E, e` of Python 2"),
        ("mode = 0644", "an octal number of Python 2"),
        ("raise ValueError, 'no'", "a statement of Python 2"),
        ("if a <> b: pass", "a statement of Python 2"),
    ],
)
def test_python_2_that_is_broken_is_called_by_its_name(statement: str, said: str) -> None:
    write("old.py", f"import tensorflow\n{statement}\nx = = 1\n")
    assert only_problem("old.py").endswith(f": not Python 3 source: {said}")


def test_a_file_without_tensorflow_may_be_as_broken_as_it_likes() -> None:
    write("old.py", "print 'no deep learning here'\n")
    assert tensorleak("check").exit_code == 0


@pytest.mark.parametrize(
    "raw",
    [
        "# coding: latin-1\nimport tensorflow\nname = 'é'; leak()\n".encode("latin-1"),
        b"\xef\xbb\xbfimport tensorflow\n\nname = '\xc3\xa9'; leak()\n",
        "# -*- coding: cp1251 -*-\nimport tensorflow\nname = 'ж'; leak()\n".encode("cp1251"),
        b"import tensorflow\r\n\r\nname = 'e'; leak()\r\n",
        b"import tensorflow\r\rname = 'e'; leak()\r",
        b"import tensorflow\n\x0c\nname = 'e'; leak()\n",
    ],
    ids=["latin-1", "byte-order-mark", "cp1251", "crlf", "cr", "form-feed"],
)
def test_other_encodings_and_line_ends_are_read(raw: bytes) -> None:
    Path("other.py").write_bytes(raw)
    done = tensorleak("check", "--output-format", "full")
    assert done.exit_code == 1, done.stderr
    assert done.stdout.startswith("other.py:3:13: TL101"), done.stdout
    excerpt, underline = done.stdout.splitlines()[1:3]
    assert excerpt[underline.index("^") :].startswith("leak()")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"import tensorflow\nname = '\xe9'\n", "is not utf-8 text"),
        (b"# coding: martian\nimport tensorflow\n", "has an unusable encoding"),
        (b"# coding: ascii\nimport tensorflow\nname = '\xe9'\n", "is not ascii text"),
        (b"import tensorflow\n\0\0\x01", "is binary"),
    ],
)
def test_what_cannot_be_decoded_is_one_line(raw: bytes, said: str) -> None:
    Path("odd.py").write_bytes(raw)
    assert said in only_problem("odd.py")


def test_a_huge_file_costs_nothing() -> None:
    with Path("huge.py").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    start = time.process_time()
    assert "huge.py: is too large to be checked (50 MB, the limit is 8 MB)" in tensorleak("check").stderr
    assert time.process_time() - start < 0.5


def test_deep_nesting_is_one_line() -> None:
    write("deep.py", "import tensorflow\nx = " + "-" * 100_000 + "1\n")
    assert only_problem("deep.py") == "deep.py: is nested too deeply to be checked"


def test_many_brackets_are_one_line() -> None:
    write("deep.py", "import tensorflow\nx = " + "(" * 5000 + ")" * 5000 + "\n")
    assert "too many nested parentheses" in only_problem("deep.py")


def test_a_long_sum_is_no_deep_nesting() -> None:
    write("long.py", "import tensorflow\nx = " + " + ".join(["a"] * 900) + "\nleak()\n")
    assert tensorleak("check").stdout.startswith("long.py:3:1: TL101")


def test_links_that_go_round_are_safe() -> None:
    write("package/train.py")
    Path("package/again").symlink_to("..", target_is_directory=True)
    Path("alias.py").symlink_to("package/train.py")
    (line,) = tensorleak("check").stdout.splitlines()  # found once, though three paths lead there
    assert line.startswith("package/train.py:3:1")


def test_a_link_to_itself_is_one_line() -> None:
    Path("round.py").symlink_to("round.py")
    assert only_problem("round.py") == "round.py: cannot be read: Too many levels of symbolic links"


def test_a_dangling_link_is_one_line() -> None:
    Path("gone.py").symlink_to("nowhere.py")
    assert only_problem("gone.py") == "gone.py: cannot be read: No such file or directory"


def test_a_pipe_is_not_waited_for() -> None:
    os.mkfifo("pipe.py")
    assert only_problem("pipe.py") == "pipe.py: is not a regular file"


def test_a_folder_named_like_a_module_is_searched() -> None:
    write("folder.py/train.py")
    assert tensorleak("check").stdout.startswith("folder.py/train.py:3:1")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_and_folder_are_one_line_each() -> None:
    write("closed.py").chmod(0)
    write("shut/train.py").parent.chmod(0)
    try:
        said = tensorleak("check").stderr
    finally:
        Path("shut").chmod(0o700)
    assert "closed.py: cannot be read: Permission denied" in said
    assert "shut: cannot be searched: Permission denied" in said


def test_a_folder_that_cannot_be_searched_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    write("shut/train.py")
    real = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert only_problem("shut") == "shut: cannot be searched: Permission denied"


@pytest.mark.parametrize(
    "text",
    [
        '{"cells": [',
        '{"cells": "tensorflow"}',
        '{"cells": [{"cell_type": "code", "source": 7}], "nbformat": 4, "note": "tensorflow"}',
        '["tensorflow"]',
        '{"nbformat": 4, "note": "tensorflow"}',
        "[" * 100_000 + "tensorflow",
    ],
)
def test_a_broken_notebook_is_one_line(text: str) -> None:
    write("lesson.ipynb", text + " tensorflow" if text.endswith("[") else text)
    assert only_problem("lesson.ipynb").startswith("lesson.ipynb: is not a notebook: ")


def test_an_old_notebook_says_what_to_do() -> None:
    write("lesson.ipynb", json.dumps({"cells": [], "nbformat": 3, "note": "tensorflow"}))
    assert only_problem("lesson.ipynb").endswith("save it again with Jupyter")


def test_a_path_that_does_not_exist_is_a_usage_error() -> None:
    done = tensorleak("check", "nowhere")
    assert (done.exit_code, done.stderr) == (2, "tensorleak: there is no file or folder 'nowhere'\n")


def test_a_fault_of_the_engine_concerns_one_file() -> None:
    write("bad.py", "import tensorflow\nfail()\n")
    write("good.py")
    done = tensorleak("check")
    assert done.exit_code == 1
    assert lines(done.stdout, "good.py:3")
    assert lines(
        done.stderr, "bad.py: was not checked: internal error (TypeError: the engine has a fault at shell_support.py:"
    )
    Path("good.py").unlink()
    assert tensorleak("check").exit_code == 3


def test_a_worker_that_dies_takes_no_other_file_with_it() -> None:
    for number in range(30):
        write(f"many/m{number:02}.py")
    write("many/m07.py", "import tensorflow\ndie()\n")
    done = tensorleak("check", "--jobs", "2", "--no-cache")
    assert len(done.stdout.splitlines()) == 29
    assert lines(done.stderr, "many/m07.py: was not checked: it ended the process")


def test_names_cannot_steer_the_terminal() -> None:
    write("a\x1b[31m\nb.py")
    done = tensorleak("check")
    assert "\x1b" not in done.stdout and len(done.stdout.splitlines()) == 1
    assert done.stdout.startswith("a�[31m�b.py:3:1: TL101")


def test_checking_writes_nothing_into_the_project() -> None:
    write("train.py")
    before = {path: path.stat().st_mtime_ns for path in Path().rglob("*")}
    tensorleak("check")
    assert {path: path.stat().st_mtime_ns for path in Path().rglob("*")} == before
    assert Path("train.py").read_text() == LEAK


def test_a_baseline_that_is_a_pipe_is_refused_at_once() -> None:
    write("other.py")
    os.mkfifo("base.json")
    done = tensorleak("check", "--no-cache", "--baseline", "base.json")
    assert done.exit_code == 2
    assert "base.json is no regular file" in str(done.exception or done.stderr)


def test_dense_source_is_refused_and_wordy_source_is_not() -> None:
    write("dense.py", "import tensorflow\n" + "a=b+c;d(e)\n" * 30_000)
    assert "too large to be checked" in only_problem("dense.py")
    write("dense.py", f"import tensorflow\n'''{'wordy ' * 100_000}'''\n")
    write("other.py", CALM)
    assert tensorleak("check", "--no-cache").exit_code == 0


def test_a_cell_full_of_magics_is_read_soon() -> None:
    source = ["import tensorflow as tf\n", *["%time x = 1\n", "!ls\n"] * 2000]
    write("n.ipynb", json.dumps({"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "code", "source": source}]}))
    started = time.process_time()
    assert tensorleak("check", "--no-cache").exit_code == 0
    assert time.process_time() - started < 10  # it took minutes when each line was found by a parse of its own
