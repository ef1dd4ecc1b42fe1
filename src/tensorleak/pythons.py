"""Which Python runs a program of the user's."""

from __future__ import annotations

import shutil

from tensorleak.errors import UsageError


def interpreter(python: str | None) -> str:
    """The Python that the user's shell would run, unless another one was named."""
    name = python or "python"
    found = shutil.which(name) or (None if python else shutil.which("python3"))
    if found is None:
        raise UsageError(f"no interpreter {name!r} was found: name one with --python PATH")
    return found
