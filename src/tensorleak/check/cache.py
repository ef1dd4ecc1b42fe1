"""Results kept between checks: by content, of the file itself and of every file that had a say in its result."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import msgspec

from tensorleak import __version__
from tensorleak.check.files import EXCLUDED
from tensorleak.check.finding import StaticFinding
from tensorleak.check.source import SourceError, absolute, read_raw
from tensorleak.files import write_beside

MAX_FILE = 64 * 1024 * 1024
MAX_TOTAL = 256 * 1024 * 1024
FOLDER = "check-1"
PACKAGE = Path(__file__).resolve().parent.parent


class Result(msgspec.Struct):
    """The result for one file: its findings, and the numbers of the facts that it rests on."""

    findings: list[StaticFinding]
    facts: list[int]


class Store(msgspec.Struct):
    """All results of one project; facts are numbered, since most of them are shared by many results."""

    facts: list[tuple[str, str]] = []  # a file and the digest of its content, or a folder/ and that of its listing
    results: dict[str, Result] = {}


def default_folder() -> Path:
    """Where caches go: `$XDG_CACHE_HOME/tensorleak`, or `~/.cache/tensorleak`."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if home.startswith("/") else Path("~/.cache").expanduser()
    return base / "tensorleak"


def digest(raw: bytes) -> str:
    """The fingerprint of a file's content."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


@cache
def own_digest() -> str:
    """The fingerprint of the check itself: with another rule, another result."""
    total = hashlib.blake2b(f"{__version__} {sys.version_info[:2]}".encode(), digest_size=16)
    for file in own_files(PACKAGE):
        total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def own_files(package: Path) -> list[Path]:
    """The files of the check itself."""
    found = (file for part in ("check", "rules", "model") for file in (package / part).rglob("*.*"))
    return sorted(file for file in found if file.is_file() and file.parent.name != "__pycache__")


class Cache:
    """The results of earlier checks of one project; every failure of the disk only means that there are none."""

    def __init__(self, folder: Path, roots: Sequence[Path]) -> None:
        # Findings name files relative to the working directory, so it is part of the key.
        key = "\0".join((own_digest(), os.fspath(Path.cwd()), *map(os.fspath, roots)))
        self.folder = folder / FOLDER
        self.file = self.folder / f"{digest(os.fsencode(key))}.json"
        self.today: dict[str, str] = {}
        self.store = self._load()
        self.new: dict[str, Result] = {}
        self.numbers = {fact: number for number, fact in enumerate(self.store.facts)}

    def note(self, path: Path, content: str) -> None:
        """Tells the digest of a file that was read anyway."""
        self.today[str(absolute(path))] = content

    def get(self, path: Path) -> list[StaticFinding] | None:
        """The findings of an earlier check, if nothing that mattered has changed since."""
        result = self.store.results.get(str(absolute(path)))
        if result is None or not result.facts:
            return None
        holds = all(self._holds(number) for number in result.facts)
        return result.findings if holds else None

    def put(self, path: Path, findings: Sequence[StaticFinding], read: Iterable[Path]) -> None:
        """Remembers a result and what it rests on: files, and which modules lie beside them."""
        files = {absolute(file) for file in (path, *read)}
        names = [*map(str, files), *{f"{file.parent}/" for file in files}]
        facts = [self._number((name, self._digest(name))) for name in sorted(names)]
        self.new[str(absolute(path))] = Result(list(findings), facts)

    def save(self) -> None:
        """Writes what was learnt, if it can be written; a store that has grown too large starts afresh."""
        if not self.new:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for results in (self.store.results | self.new, self.new):
                content = msgspec.json.encode(self._compact(results))
                if len(content) <= MAX_FILE:
                    write_beside(self.file, content)
                    break
            self._prune()
        except (OSError, msgspec.MsgspecError, UnicodeEncodeError):
            return

    def _load(self) -> Store:
        try:
            if self.file.stat().st_size <= MAX_FILE:
                return msgspec.json.decode(self.file.read_bytes(), type=Store)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass
        return Store()

    def _compact(self, results: dict[str, Result]) -> Store:
        """The store with only the facts that some result still needs."""
        known = range(len(self.store.facts))
        used = sorted({number for result in results.values() for number in result.facts if number in known})
        numbers = {old: new for new, old in enumerate(used)}
        kept = {
            name: Result(result.findings, [numbers[number] for number in result.facts])
            for name, result in results.items()
            if all(number in numbers for number in result.facts)
        }
        return Store([self.store.facts[number] for number in used], kept)

    def _holds(self, number: int) -> bool:
        if not 0 <= number < len(self.store.facts):
            return False
        name, known = self.store.facts[number]
        return self._digest(name) == known

    def _number(self, fact: tuple[str, str]) -> int:
        if fact not in self.numbers:
            self.numbers[fact] = len(self.store.facts)
            self.store.facts.append(fact)
        return self.numbers[fact]

    def _digest(self, name: str) -> str:
        """Today's digest of a file or folder, taken once."""
        if name not in self.today:
            self.today[name] = _listing(name) if name.endswith("/") else _content(name)
        return self.today[name]

    def _prune(self) -> None:
        """Keeps the newest caches within the total size."""
        sizes = [(file.stat(), file) for file in self.folder.glob("*.json")]
        total = 0
        for status, file in sorted(sizes, key=lambda item: item[0].st_mtime, reverse=True):
            total += status.st_size
            if total > MAX_TOTAL:
                file.unlink(missing_ok=True)


def _content(name: str) -> str:
    try:
        return digest(read_raw(Path(name)))
    except SourceError:
        return ""


def _listing(folder: str) -> str:
    """The digest of the modules in a folder: a new one may be what an import was waiting for."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(".py") or _may_be_package(entry))
    except OSError:
        names = []
    return digest(os.fsencode("\0".join(names)))


def _may_be_package(entry: os.DirEntry[str]) -> bool:
    return entry.name.isidentifier() and entry.name not in EXCLUDED and entry.is_dir()
