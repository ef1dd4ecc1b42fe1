"""Where a type comes from, asked without waking anything: module, source file, and whether it is written in another language."""

from __future__ import annotations

import os
import sys

from tensorleak_probe import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EXTENSIONS = (".so", ".pyd")
HEAP_TYPE = 1 << 9  # set for types made at run time, as all of Python's own are
LIBRARY = os.path.dirname(os.__file__) + os.sep
MAX_KNOWN = 20000
_opaque: dict[
    int, tuple[str, bool]
] = {}  # address of a type → (its qualified name, answer): the name tells a new type at an old address

module_of = plain.module
names_of = plain.module_names


def module_file(module: Any) -> str:
    """The source file of a module; the script's own name is gone from `__main__` while the interpreter ends."""
    names = names_of(module)
    filename = names.get("__file__")
    if type(filename) is not str:
        filename = None
    if filename is None and names.get("__name__") == "__main__" and getattr(sys, "argv", None):
        script = sys.argv[0]
        if type(script) is str and os.path.isfile(script):
            filename = os.path.abspath(script)
    return filename or ""


def is_opaque(kind: type) -> bool:
    """Whether objects of this type may keep memory that Python cannot see: it, or an ancestor, is of another language."""
    name = plain.qualname(kind)
    known = _opaque.get(id(kind))
    if known is None or known[0] != name:
        if len(_opaque) >= MAX_KNOWN:
            _opaque.clear()
        known = _opaque[id(kind)] = name, any(map(_is_foreign, plain.mro(kind)))
    return known[1]


def _is_foreign(kind: type) -> bool:
    """Whether an extension module made this type; not those of the standard library that tell their size, nor numbers."""
    name = module_of(kind)
    filename = module_file(sys.modules.get(name))
    if filename.endswith(EXTENSIONS):
        return True
    static = not plain.flags(kind) & HEAP_TYPE
    return static and bool(filename) and _is_installed(filename) and name.split(".")[0] != "numpy"


def _is_installed(filename: str) -> bool:
    """Whether a file is not the standard library's."""
    return not filename.startswith(LIBRARY) or "-packages" in filename
