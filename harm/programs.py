"""The programs: what each needs and what may differ is a block of TOML in its docstring, after the first paragraph."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parent / "programs"
ANY = ("py311", "py37")
LANES = {
    "py311": "tf2",
    "py37": "tf1",
    "tf2": "tf2",
    "tf1": "tf1",
    "tf215": "tf215",
    "harm2": "harm2",
    "harm215": "harm215",
    "harm1": "harm1",
}
"""Lane to environment; the lanes `py311` and `py37` have a stand-in of one line for TensorFlow."""
VERSIONS = tuple(
    f"tf-{file.stem}" for file in sorted((FOLDER.parent.parent / "requirements" / "versions").glob("*.txt"))
)
"""The lanes of the version matrix: run only where `--versions` asks for them, since each is an environment of its own."""
LANES.update(dict(zip(VERSIONS, VERSIONS, strict=True)))


@dataclass(frozen=True)
class Filter:
    """A part of the output that may differ between any two runs, and why."""

    pattern: str
    why: str


@dataclass(frozen=True)
class Drive:
    """What is done to a server: requests on loopback, files touched half-way, the signal that ends it."""

    requests: int = 12
    paths: tuple[str, ...] = ("/",)
    touch: str = ""
    stop: str = "TERM"


@dataclass(frozen=True)
class Program:
    """One program of the harness."""

    name: str
    file: Path
    about: str
    lanes: tuple[str, ...]
    command: tuple[str, ...] = ()
    outer: tuple[str, ...] = ()
    stdin: str | None = None
    needs: tuple[str, ...] = ()
    timeout: float = 120
    files: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    filters: tuple[Filter, ...] = ()
    ignored: tuple[str, ...] = ()
    unordered: bool = False
    standin: bool = False
    fails: bool = False
    drive: Drive | None = None

    @property
    def group(self) -> str:
        """The folder the program is in."""
        return self.name.partition("/")[0]


def all_programs(folder: Path = FOLDER) -> list[Program]:
    """Every program below `folder`, in order of its name."""
    return [read(file, folder) for file in sorted(folder.glob("*/*.py"))]


def read(file: Path, folder: Path = FOLDER) -> Program:
    """The program in `file`; an unknown key in its block is an error, so that a misspelt one is not passed over."""
    doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    about, _, block = doc.partition("\n\n")
    options: dict[str, Any] = tomllib.loads(block)
    sets = {"any": ANY, "versions": VERSIONS}
    lanes = tuple(one for lane in options.pop("lanes", ["any"]) for one in sets.get(lane, (lane,)))
    unknown = set(lanes) - set(LANES)
    if unknown:
        raise ValueError(f"{file}: no such lanes: {sorted(unknown)}")
    return Program(
        name=file.relative_to(folder).with_suffix("").as_posix(),
        file=file,
        about=" ".join(about.split()),
        lanes=lanes,
        filters=tuple(Filter(**one) for one in options.pop("filters", [])),
        ignored=tuple(one["name"] for one in options.pop("ignored", [])),
        drive=_drive(options.pop("drive", None)),
        **{key: tuple(value) if isinstance(value, list) else value for key, value in options.items()},
    )


def _drive(block: dict[str, Any] | None) -> Drive | None:
    if block is None:
        return None
    return Drive(**{key: tuple(value) if isinstance(value, list) else value for key, value in block.items()})
