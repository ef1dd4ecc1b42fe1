"""The two sides of a proof: the same program with the same work, in two places."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tensorleak.errors import UsageError
from tensorleak.prove.trial import Side
from tensorleak.pythons import interpreter

SCRIPT_SUFFIXES = (".py", ".pyw")
SEED = "0"


@dataclass(frozen=True)
class Program:
    """A script or a module with its arguments, as the user would start it."""

    words: tuple[str, ...]
    module: bool
    python: str
    folder: Path

    @property
    def script(self) -> Path | None:
        """The script's place; None for a module."""
        return None if self.module else Path(os.path.normpath(self.folder / self.words[0]))

    @property
    def home(self) -> Path:
        """The folder that the search for a project starts from."""
        return self.folder if self.script is None else self.script.parent


def program(words: tuple[str, ...], module: bool, python: str | None) -> Program:
    """The program that a command line names; it must be there."""
    if not words:
        raise UsageError("nothing to run: name a script, or two commands with --before and --after")
    if not module and not Path(words[0]).is_file():
        raise UsageError(f"no script {words[0]!r}: name a script, or two commands with --before and --after")
    return Program(words, module, _interpreter(python), Path.cwd())


def _interpreter(python: str | None) -> str:
    return str(Path.cwd() / interpreter(python))  # not resolved: a virtual environment is its link


def command_side(label: str, text: str, python: str | None) -> Side:
    """A command as given, run where the user stands; a leading script is run by the interpreter."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"cannot read the command {text!r}: {error}") from error
    if not words:
        raise UsageError(f"the command {label} is empty")
    if words[0].endswith(SCRIPT_SUFFIXES) and Path(words[0]).is_file():
        words = (_interpreter(python), *words)
    elif python and words[0] in ("python", "python3"):
        words = (_interpreter(python), *words[1:])
    return Side(label, words, Path.cwd(), same_environment())


def copied_side(
    label: str, started: Program, root: Path, copy: Path, imports: Iterable[Path] = (), revision: str = ""
) -> Side:
    """The program in a copy of its project: arguments and folders that name the project name the copy instead."""
    inside = started.folder.is_relative_to(root)
    folder = copy / started.folder.relative_to(root) if inside else started.folder
    folder.mkdir(parents=True, exist_ok=True)
    words = [moved(word, root, copy) for word in started.words]
    if started.script is not None and not inside:
        words[0] = str(copy / started.script.relative_to(root))
    start = (started.python, "-m", *words) if started.module else (started.python, *words)
    return Side(label, start, folder, copied_environment(root, copy, folder, imports), copy, root, revision)


def moved(word: str, root: Path, copy: Path) -> str:
    """A word that is a path in the project, or ends in `=` and one, with the copy in its place."""
    head, sign, value = word.rpartition("=")
    path = Path(value)
    if not path.is_absolute() or not path.is_relative_to(root):
        return word
    target = copy / path.relative_to(root)
    if path.exists() and not target.exists():
        return word  # left out of the copy, like a virtual environment
    return f"{head}{sign}{target}"


def same_environment() -> dict[str, str]:
    """The user's environment with what would differ from run to run fixed."""
    environment = dict(os.environ)
    if environment.get("PYTHONHASHSEED", "random") == "random":
        environment["PYTHONHASHSEED"] = SEED
    return environment


def copied_environment(root: Path, copy: Path, folder: Path, imports: Iterable[Path]) -> dict[str, str]:
    """The environment in a copy: imports come from it, and compiled files stay in it and tell what was loaded."""
    environment = same_environment()
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
        environment.pop(name, None)
    given = [part for part in environment.get("PYTHONPATH", "").split(os.pathsep) if part]
    paths = [str(copy / path) for path in imports] + [moved(part, root, copy) for part in given]
    if paths:
        environment["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(paths))
    environment["PWD"] = str(folder)
    return environment
