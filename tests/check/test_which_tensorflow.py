"""Which TensorFlow a program is for: by its syntax, its imports, and the files in which its project says what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tensorleak.check.dialect import parse
from tensorleak.check.driver import Options, check
from tensorleak.check.requirements import major_version
from tensorleak.check.settings import Settings

LOOP = "import tensorflow as tf\nsess = tf.Session()\nwhile True:\n    x = sess.run(tf.constant(3))\n"
KERAS = """from keras import backend as K
from keras.models import load_model

model = load_model("m.h5")
while True:
    x = K.mean(model.output)
    print(K.eval(x))
"""


def found(folder: Path) -> list[tuple[str, int]]:
    report = check([folder], Options(Settings(base=folder)))
    assert not report.problems
    return [(item.rule, item.span.line) for item in report.findings]


@pytest.mark.parametrize(
    "statement",
    [
        "print 'loss', x",
        "exec 'y = 1'",
        "try:\n    f()\nexcept ValueError, e:\n    pass",
        "mode = 0644",
        "if 0:\n    raise ValueError, 'no'",
        "if a <> b: pass",
        "if x:\n\ty = 1\n        z = 2",
    ],
)
def test_python_2_is_read_as_it_is(tmp_path: Path, statement: str) -> None:
    (tmp_path / "old.py").write_text(f"{LOOP}{statement}\n")
    assert found(tmp_path) == [("TL101", 4)]


def test_lines_keep_their_numbers() -> None:
    tree = parse("if x:\n\tprint 'a', \\\n\t\t'b'\nprint 'c'\n")
    assert [node.lineno for node in tree.body] == [1, 4]


@pytest.mark.parametrize("text", ["print 'loss', x\n)\n", "def f(:\n", "x = [1, 2\n"])
def test_what_is_neither_is_refused_as_python_3_would(text: str) -> None:
    with pytest.raises(SyntaxError):
        parse(text)


@pytest.mark.parametrize(
    ("name", "text", "major"),
    [
        ("requirements.txt", "numpy\ntensorflow==1.15.5\n", 1),
        ("requirements.txt", "tensorflow-gpu<2\n", 1),
        ("requirements-dev.txt", "tensorflow~=1.13\n", 1),
        ("requirements.txt", "Keras==2.2.4\n", 1),
        ("setup.py", "setup(install_requires=[\n    'tensorflow==1.4',\n])\n", 1),
        ("environment.yml", "dependencies:\n  - tensorflow=1.14\n", 1),
        ("Pipfile", '[packages]\ntensorflow = "==1.12"\n', 1),
        ("pyproject.toml", '[tool.tensorleak]\ntensorflow = "1.15"\n', 1),
        ("requirements.txt", "tensorflow>=2.4\n", 2),
        ("requirements.txt", "tensorflow==2.15\n", 2),
        ("requirements.txt", "tensorflow>=1.4\n", None),
        ("requirements.txt", "tensorflow\n", None),
        ("requirements.txt", "tensorflow-probability==0.8\n", None),
        ("requirements.txt", "tensorflow==1.15\ntensorflow-gpu==2.0\n", None),
        ("notes.txt", "tensorflow==1.15\n", None),
    ],
)
def test_what_a_project_needs(tmp_path: Path, name: str, text: str, major: int | None) -> None:
    (tmp_path / name).write_text(text)
    assert major_version(str(tmp_path)) == major


@pytest.mark.parametrize(("needed", "leaks"), [("tensorflow==1.15", True), ("tensorflow==2.15", False), ("", False)])
def test_the_version_decides_where_the_program_says_nothing(tmp_path: Path, needed: str, leaks: bool) -> None:
    (tmp_path / "requirements.txt").write_text(needed)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "means.py").write_text(KERAS)
    assert found(tmp_path) == ([("TL101", 6)] if leaks else [])


def test_modules_of_the_early_keras_tell_its_mode(tmp_path: Path) -> None:
    (tmp_path / "means.py").write_text(f"from keras.layers.core import Dense\n{KERAS}")
    assert found(tmp_path) == [("TL101", 7)]
