"""Whose code a file is: decided by where the loaded packages, the standard library and installed distributions really lie.

Path names decide nothing: TensorFlow may lie in a Lambda layer, in Bazel's runfiles, in a zip file or in a vendored folder, and the
user's own project may be called `tensorflow` or lie below a folder called `site-packages`.
"""

from __future__ import annotations

import os
import re
import sys

from tensorleak_probe import PACKAGES, plain
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    Installed = bool | set[str]  # all below a folder, nothing, or these top-level names

USER, LIBRARY, FRAMEWORK_FILE, GENERATED_FILE, STDLIB, PROBE = (
    "user",
    "library",
    "framework",
    "generated",
    "stdlib",
    "probe",
)
FRAMEWORKS = (
    "tensorflow",
    "tensorflow_core",
    "tensorflow_estimator",
    "keras",
    "tf_keras",
    "keras_core",
    "tensorflow_probability",
)
GENERATED = re.compile(r"^(__autograph_generated_file.*|tmp[a-z0-9_]{8})\.py$")  # what AutoGraph writes
TYPED_IN = ("<stdin", "<string", "<ipython")
MAX_FILES = 20000
MAX_RECORD = 1 << 16  # bytes of a distribution's list of files that are read


class pathname:  # noqa: N801  a namespace, read like a module
    """Functions of `os.path`, bound when the probe is imported, where tools that replace them do not search."""

    basename = os.path.basename
    dirname = os.path.dirname
    join = os.path.join
    normpath = os.path.normpath
    realpath = os.path.realpath
    split = os.path.split
    splitext = os.path.splitext


OWN = tuple(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), name, "") for name in PACKAGES)


def absolute(path: str) -> str:
    """An absolute, normalised path; the path itself where the working directory was deleted."""
    if path.startswith(os.sep):
        return path if "/." not in path and "//" not in path else pathname.normpath(path)
    try:
        return pathname.normpath(pathname.join(system.getcwd(), path))
    except OSError as error:
        pass_on(error)
        return path


def real(path: str) -> str:
    """A path with all links resolved; the path itself where it cannot be told: the working directory may be deleted."""
    try:
        return pathname.realpath(path)
    except Exception as error:  # it asks functions of `os` that the program may have replaced
        pass_on(error)
        return path


def _folder(path: str) -> str:
    return path if path.endswith(os.sep) else path + os.sep


def _both(path: str) -> set[str]:
    """A folder under the name that it has and under the name that it is reached by through links."""
    path = absolute(path)
    return {_folder(path), _folder(real(path))}


def standard_library() -> set[str]:
    """The folders of the standard library."""
    found: set[str] = set()
    for module in (os, sys.modules.get("encodings")):
        filename = plain.module_names(module).get("__file__")
        if type(filename) is str:
            parent = pathname.dirname(filename)
            found |= _both(pathname.dirname(parent) if module is not os else parent)
    return found


def package_folders(name: str) -> set[str]:
    """The folders of a loaded package."""
    names = plain.module_names(sys.modules.get(name))
    path, filename = names.get("__path__"), names.get("__file__")
    folders = [entry for entry in path if type(entry) is str] if type(path) is list else []
    if type(filename) is str and (not folders or pathname.basename(filename).startswith("__init__.")):
        folders.append(pathname.dirname(filename))  # TF 1.15 extends the path of its package to another folder
    return set().union(*map(_both, folders)) if folders else set()


class Origins:
    """Answers by file name, once each."""

    def __init__(self) -> None:
        self._stdlib = tuple(standard_library())
        self._kinds: dict[str, str] = {}
        self._loaded: tuple[str, ...] = ()
        self._frameworks: tuple[str, ...] = ()
        self._roots: dict[str, Installed] = {}
        self._path: tuple[int, tuple[str, ...]] | None = None

    def kind(self, filename: str) -> str:
        """Whose code a file is."""
        known = self._kinds.get(filename)
        if known is None:
            known = self._classified(filename)
            if len(self._kinds) < MAX_FILES:
                self._kinds[filename] = known
        return known

    def package(self, filename: str) -> str:
        """The module or package, below its import root, that a file belongs to: 'flask', 'http/server'."""
        root = self._root_of(absolute(filename)) or self._below(absolute(filename), self._stdlib) or ""
        return pathname.splitext(absolute(filename)[len(root) :])[0].replace(os.sep, "/")

    def _classified(self, filename: str) -> str:
        if filename.startswith("<"):
            return USER if filename.startswith(TYPED_IN) else STDLIB
        path = absolute(filename)
        if path.startswith(OWN):
            return PROBE
        self._find_frameworks()
        if self._below(path, self._frameworks):
            return FRAMEWORK_FILE
        if self._is_generated(path):
            return GENERATED_FILE
        root = self._root_of(path)
        standard = self._below(path, self._stdlib)
        if standard and (root is None or len(root) <= len(standard) or not self._is_library(root, path)):
            return STDLIB
        return LIBRARY if root is not None and self._is_library(root, path) else USER

    @staticmethod
    def _below(path: str, folders: Iterable[str]) -> str | None:
        """The longest of these folders that a path lies in."""
        return max((folder for folder in folders if path.startswith(folder)), key=len, default=None)

    def _find_frameworks(self) -> None:
        loaded = tuple(name for name in FRAMEWORKS if name in sys.modules)
        if loaded != self._loaded:
            self._loaded = loaded
            self._frameworks = tuple(set().union(*map(package_folders, loaded)))
            self._roots, self._path = {}, None

    @staticmethod
    def _is_generated(path: str) -> bool:
        folder, name = pathname.split(path)
        if not GENERATED.match(name):
            return False
        chosen = plain.module_names(sys.modules.get("tempfile")).get("tempdir")
        return type(chosen) is str and real(folder) == real(chosen)

    def _root_of(self, path: str) -> str | None:
        """The folder or archive on the import path that a file was found through."""
        if self._path is None or self._path[0] != len(sys.path):
            entries = [entry for entry in sys.path if type(entry) is str and entry]
            parents = [pathname.dirname(folder.rstrip(os.sep)) for folder in self._frameworks]
            self._path = len(sys.path), tuple(set().union(*map(_both, entries + parents)) if entries + parents else ())
        return self._below(path, self._path[1])

    def _is_library(self, root: str, path: str) -> bool:
        """Whether a file below an import root was installed, rather than written here."""
        known = self._roots.get(root)
        if known is None:
            known = self._roots[root] = self._library_root(root)
        if known is True or known is False:
            return known
        top = path[len(root) :].split(os.sep)[0]
        return top in known or pathname.splitext(top)[0] in known

    def _library_root(self, root: str) -> Installed:
        """True: all below it is installed. False: nothing. A set: the top-level names that distributions installed there."""
        try:
            listing = system.listdir(root)
        except OSError as error:  # an archive
            pass_on(error)
            return root not in _own_roots()
        installed = [name for name in listing if name.endswith(".dist-info")]
        if root in _own_roots():
            return _claimed(root, installed)
        if installed or any(root.startswith(folder) for folder in _installation()):
            return True
        return any(pathname.dirname(folder.rstrip(os.sep)) + os.sep == root for folder in self._frameworks)


def _own_roots() -> set[str]:
    """The script's folder and the working directory: what lies there is the user's, unless a distribution brought it."""
    main = plain.module_names(sys.modules.get("__main__")).get("__file__")
    script = main if type(main) is str else (sys.argv[0] if getattr(sys, "argv", None) else "")
    found = set(_both("."))
    if script and type(script) is str:
        found |= _both(pathname.dirname(absolute(script))) | _both(script)
    return found


def _installation() -> set[str]:
    """The folders of this interpreter and its environment that hold installed packages."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    found: set[str] = set()
    for prefix in prefixes:
        for name in ("lib", "lib64", "Lib"):
            found |= _both(pathname.join(prefix, name))
    return found


def _claimed(root: str, distributions: list[str]) -> set[str]:
    """The top-level names that distributions in a folder say they have installed there."""
    names = set()
    for name in distributions[:1000]:
        for line in _lines(pathname.join(root, name, "RECORD")):
            top = line.split(",")[0].split("/")[0]
            if top and not top.endswith(".dist-info") and top not in ("..", "__pycache__"):
                names.add(pathname.splitext(top)[0] if top.endswith(".py") else top)
    return names


def _lines(path: str) -> list[str]:
    try:
        fd = system.open(path, os.O_RDONLY)
    except OSError as error:
        pass_on(error)
        return []
    try:
        return system.read(fd, MAX_RECORD).decode("utf-8", "replace").splitlines()
    finally:
        system.close(fd)
