"""Sources in which `async` and `await` are plain names, as before Python 3.7, alone and beside statements of Python 2."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tensorleak.check.dialect import parse
from tensorleak.check.driver import Options, check
from tensorleak.check.settings import Settings

MAIN = """\
import tensorflow as tf
from agents.async import Agent

agent = Agent(tf.Session(), async=1)
for number in range(100000):
    agent.act(number)
"""
AGENT = """\
import tensorflow as tf


class Agent:
    def __init__(self, session, async):
        self.session, self.async = session, async
        self.number = tf.placeholder(tf.int32)
        self.hot = tf.one_hot(self.number, 4)

    def act(self, number):
        print{0}
        return self.session.run({1}, {{self.number: number}})
"""


def lines(folder: Path, agent: str) -> set[tuple[str, int]]:
    (folder / "agents").mkdir(parents=True)
    for name, text in {"main.py": MAIN, "agents/__init__.py": "", "agents/async.py": agent}.items():
        (folder / name).write_text(text, encoding="utf-8")
    report = check([folder], Options(Settings(base=folder), jobs=1))
    assert not report.problems
    return {(Path(found.file).name, found.span.line) for found in report.findings}


@pytest.mark.parametrize("said", ['("acting", number)', ' "acting", number'], ids=["python 3.6", "python 2"])
def test_a_leak_is_found_on_its_line(said: str, tmp_path: Path) -> None:
    assert lines(tmp_path / "leak", AGENT.format(said, "tf.one_hot(number, 4)")) == {("async.py", 12)}
    assert lines(tmp_path / "calm", AGENT.format(said, "self.hot")) == set()


@pytest.mark.parametrize(
    "text",
    [
        "async = 1",
        "f(x, async=True)",
        "def f(async, await=None): pass",
        "import agents.async as one",
        "from async import x",
        "x = pool.async(f)",
        "if async: pass",
        "if not async and x: pass",
        "return_value = [async, await]",
    ],
)
def test_names_stay_what_they_are(text: str) -> None:
    dumped = ast.dump(parse(text))
    assert "'a" in dumped or ".async" in dumped
    assert dumped.isascii()


@pytest.mark.parametrize("text", ["async def f():\n    await g()", "async with x:\n    pass", "await = ["])
def test_what_is_new_or_broken_is_not_taken_for_old(text: str) -> None:
    with pytest.raises(SyntaxError):
        parse(text + "\n)")
