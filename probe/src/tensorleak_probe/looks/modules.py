"""Where a type comes from, asked without waking anything: module, source file, and whether it is written in another language."""

import os
import sys
import types
import weakref

EXTENSIONS = (".so", ".pyd")
HEAP_TYPE = 1 << 9  # set for types made at run time, as all of Python's own are
LIBRARY = os.path.dirname(os.__file__) + os.sep
_opaque = weakref.WeakKeyDictionary()


def module_of(kind):
    """The module of a type as text; some extension types have a descriptor there."""
    module = getattr(kind, "__module__", "")
    return module if isinstance(module, str) else ""


def names_of(module):
    """The global names of a module, without waking a lazy one: TensorFlow loads whole packages on a missing attribute."""
    if not isinstance(module, types.ModuleType):
        return {}
    return types.ModuleType.__getattribute__(module, "__dict__")


def module_file(module):
    """The source file of a module; the script's own name is gone from `__main__` while the interpreter ends."""
    names = names_of(module)
    filename = names.get("__file__")
    if not isinstance(filename, str):
        filename = None
    if filename is None and names.get("__name__") == "__main__" and sys.argv and os.path.isfile(sys.argv[0]):
        filename = os.path.abspath(sys.argv[0])
    return filename or ""


def is_opaque(kind):
    """Whether objects of this type may keep memory that Python cannot see: it, or an ancestor, is of another language."""
    try:
        known = _opaque.get(kind)
        if known is None:
            known = _opaque[kind] = any(map(_is_foreign, kind.__mro__))
        return known
    except Exception:  # a metaclass may refuse anything, even a hash
        return False


def _is_foreign(kind):
    """Whether an extension module made this type; not those of the standard library that tell their size, nor numbers."""
    name = module_of(kind)
    filename = module_file(sys.modules.get(name))
    if filename.endswith(EXTENSIONS):
        return True
    static = not kind.__flags__ & HEAP_TYPE
    return static and bool(filename) and _is_installed(filename) and name.split(".")[0] != "numpy"


def _is_installed(filename):
    """Whether a file is not the standard library's."""
    return not filename.startswith(LIBRARY) or "-packages" in filename
