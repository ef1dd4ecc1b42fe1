"""The option `--source-root` of the commands that show source."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tensorleak.errors import UsageError
from tensorleak.recording import Reader
from tensorleak.safe import name

Command = TypeVar("Command", bound=Callable[..., Any])


def source_roots(command: Command) -> Command:
    """Adds `--source-root`, which hands the command a `reader`."""
    option = click.option(
        "--source-root",
        "reader",
        metavar="DIR",
        multiple=True,
        type=click.Path(path_type=Path),
        callback=_reader,
        help="Also show source below DIR where the recording has no hash of it; may be given several times.",
    )
    return option(command)


def _reader(_: click.Context, __: click.Parameter, folders: tuple[Path, ...]) -> Reader:
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"--source-root {name(str(folder))}: there is no such folder")
    return Reader(tuple(os.path.realpath(folder) for folder in folders))
