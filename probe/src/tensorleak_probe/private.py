"""Loads the probe's own modules with builtins of their own, so that a program that replaces `len` or `__import__` does not reach them."""

import builtins
import os
from _frozen_importlib_external import PathFinder, SourceFileLoader

from tensorleak_probe import PACKAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any, Sequence

NAMES = dict(vars(builtins))
FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # has them all, installed or not


class PrivateLoader(SourceFileLoader):
    """Executes a module whose builtins are the copy above."""

    def exec_module(self, module: "ModuleType") -> None:
        """The same as for any source file, with other builtins."""
        module.__dict__["__builtins__"] = NAMES
        SourceFileLoader.exec_module(self, module)


def find_spec(name: str, path: "Sequence[str] | None") -> "ModuleSpec | None":
    """The spec of one of the probe's modules, to be loaded privately; None for any other module."""
    if name.split(".")[0] not in PACKAGES:
        return None
    spec = PathFinder.find_spec(name, path or [FOLDER])
    if spec is not None and type(spec.loader) is SourceFileLoader:
        spec.loader = PrivateLoader(spec.loader.name, spec.loader.path)
    return spec


class PrivateFinder:
    """Finds the probe's modules and no others."""

    @staticmethod
    def find_spec(name: str, path: "Sequence[str] | None" = None, target: "Any" = None) -> "ModuleSpec | None":
        """The answer to the import system: a spec for the probe's modules, None for all others."""
        return find_spec(name, path)
