"""Settings of a check: `[tool.tensorleak]` of the nearest pyproject.toml, and what the command line says over it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tensorleak.check.files import EXCLUDED, Scope, matches
from tensorleak.check.source import absolute, shown
from tensorleak.errors import UsageError
from tensorleak.rules import Rule, catalogue

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MAX_SETTINGS = 1024 * 1024
EVERYTHING = "ALL"


@dataclass(frozen=True)
class Settings:
    """How a check is set up. `base` is the folder that patterns and the baseline's name start from."""

    base: Path
    file: Path | None = None
    select: tuple[str, ...] = (EVERYTHING,)
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool = False
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exclude: tuple[str, ...] = EXCLUDED
    extend_exclude: tuple[str, ...] = ()
    tests: bool = False
    baseline: Path | None = None
    tensorflow: str = (
        ""  # the version that the project is written for; `check/requirements.py` reads it from the file itself
    )

    @cached_property
    def rules(self) -> frozenset[str]:
        """The ids of the rules that are switched on."""
        return frozenset(rule.id for rule in catalogue() if self._enabled(rule))

    def scope(self, force_exclude: bool = False) -> Scope:
        """What belongs to the check."""
        return Scope(self.base, self.exclude + self.extend_exclude, self.tests, force_exclude)

    def ignores(self, path: Path, rule: str) -> bool:
        """Whether a rule is switched off for one file."""
        known = next((known for known in catalogue() if known.id == rule), None)
        return known is not None and any(
            matches(path, pattern, self.base) and any(named(known, word) for word in words)
            for pattern, words in self.per_file_ignores.items()
        )

    def _enabled(self, rule: Rule) -> bool:
        """The longest word that names a rule decides; as many letters for as against: it is off."""
        selected = max((named(rule, word) for word in self.select + self.extend_select), default=0)
        ignored = max((named(rule, word) for word in self.ignore), default=0)
        if getattr(rule, "preview", False) and not self.preview and selected < EXACT:
            return False
        return selected > ignored


EXACT = 100


def named(rule: Rule, word: str) -> int:
    """How closely a word names a rule: 0 not at all, more for a longer prefix of its id, most for id or name."""
    word = word.strip()
    if word.upper() == EVERYTHING:
        return 1
    if word.upper() == rule.id or word.lower() == rule.name:
        return EXACT
    return 1 + len(word) if len(word) >= 2 and rule.id.startswith(word.upper()) else 0


def check_words(words: Iterable[str], where: str) -> tuple[str, ...]:
    """The words of a selection; one that names no rule is a usage error."""
    chosen = tuple(word.strip() for word in words if word.strip())
    for word in chosen:
        if not any(named(rule, word) for rule in catalogue()):
            raise UsageError(f"there is no rule {word!r} ({where}); `tensorleak explain` lists them")
    return chosen


def load(paths: Sequence[Path]) -> Settings:
    """The settings that apply to these paths: those of the nearest pyproject.toml, upwards from the first."""
    start = absolute(paths[0] if paths else Path())
    folders = [start, *start.parents] if start.is_dir() else list(start.parents)
    for folder in folders:
        file = folder / "pyproject.toml"
        if file.is_file():
            return _from_table(_read(file), file)
    return Settings(base=folders[0])


def override(
    settings: Settings,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    exclude: Sequence[str] = (),
    preview: bool | None = None,
    tests: bool | None = None,
    baseline: Path | None = None,
) -> Settings:
    """What the command line says, over the file: a selection replaces the file's, an ignore adds to it."""
    if select:
        settings = replace(settings, select=check_words(select, "--select"), extend_select=(), ignore=())
    return replace(
        settings,
        ignore=settings.ignore + check_words(ignore, "--ignore"),
        extend_exclude=settings.extend_exclude + tuple(exclude),
        preview=settings.preview if preview is None else preview,
        tests=settings.tests if tests is None else tests,
        baseline=baseline or settings.baseline,
    )


def describe(settings: Settings) -> str:
    """The settings as lines for people who wonder why."""
    lines = [f"settings from {shown(settings.file) if settings.file else 'no file: defaults'}"]
    lines += [f"{key} = {getattr(settings, key.replace('-', '_'))}" for key in READERS]
    return "\n".join([*lines, f"rules = {', '.join(sorted(settings.rules))}"])


def _read(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > MAX_SETTINGS:
            raise UsageError(f"{shown(file)} is too large to be a settings file")
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{shown(file)} cannot be read: {error}") from error
    tool = document.get("tool", {})
    table = tool.get("tensorleak", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{shown(file)}: [tool.tensorleak] must be a table")
    return table


def _from_table(table: dict[str, Any], file: Path) -> Settings:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in READERS:
            raise UsageError(
                f"{shown(file)}: unknown setting {key!r} in [tool.tensorleak]; known: {', '.join(READERS)}"
            )
        values[key.replace("-", "_")] = READERS[key](value, f"{key!r} in {shown(file)}", file.parent)
    return Settings(base=file.parent, file=file, **values)


def _flag(value: Any, where: str, _: Path) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{where} must be true or false")
    return value


def _words(value: Any, where: str, _: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise UsageError(f"{where} must be a list of strings")
    return tuple(value)


def _rules(value: Any, where: str, base: Path) -> tuple[str, ...]:
    return check_words(_words(value, where, base), where)


def _per_file(value: Any, where: str, base: Path) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise UsageError(f"{where} must be a table from patterns to rules")
    return {pattern: _rules(words, where, base) for pattern, words in value.items()}


def _path(value: Any, where: str, base: Path) -> Path:
    if not isinstance(value, str) or not value:
        raise UsageError(f"{where} must be the name of a file")
    return base / value


def _version(value: Any, where: str, _: Path) -> str:
    if not isinstance(value, str) or not value[:1].isdigit():
        raise UsageError(f"{where} must be a version of TensorFlow, such as '1.15' or '2.21'")
    return value


READERS: dict[str, Callable[[Any, str, Path], Any]] = {
    "select": _rules,
    "extend-select": _rules,
    "ignore": _rules,
    "per-file-ignores": _per_file,
    "preview": _flag,
    "exclude": _words,
    "extend-exclude": _words,
    "tests": _flag,
    "baseline": _path,
    "tensorflow": _version,
}
assert {key.replace("-", "_") for key in READERS} == {item.name for item in fields(Settings)} - {"base", "file"}
