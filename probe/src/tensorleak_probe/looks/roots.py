"""Where a walk begins: the names of the program's modules and running functions, and those of libraries in which things hide.

A library's names are chosen once, by name only: containers, caches, classes that own containers, and objects of its own. Registries of
the standard library (`logging`, `atexit`, `signal`, `weakref`, `threading`, `warnings` …) are found like any other, but looked at more often: its names are few.
"""

from __future__ import annotations

import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import is_framework_module
from tensorleak_probe.looks import paths
from tensorleak_probe.looks.children import LRU, frame_locals
from tensorleak_probe.looks.modules import module_file, module_of, names_of
from tensorleak_probe.origins import FRAMEWORK_FILE, PROBE, STDLIB, USER
from tensorleak_probe.sampler import ClockThread
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable, Iterator

    from tensorleak_probe.looks.paths import Key, Path
    from tensorleak_probe.sites import Sites
    from tensorleak_probe.vocabulary import Thing

    Place = tuple[str, int]  # file and line
    Root = tuple[Key, Place, Any]  # the path's key, where it is written, the value
    LibraryRoot = tuple[Key, Place, Any, bool]  # ... and whether it is TensorFlow's
    Known = dict[str, list[tuple[str, str, bool]]]

MAX_FRAMES = 200
SIGNALS = range(1, 32)  # but for those of real time
MAX_NAMES = 30000  # of libraries
MAX_HIDDEN = 50000  # placeholders
SLICE = 0.008  # seconds of this thread for choosing names
CONTAINERS = (dict, list, set)
CONSTANTS = (int, str, float, bytes, tuple)  # members of enumerations, versions, flags
UNFILLED = ("builtins", "typing", "re", "_thread", "functools", "enum", "abc")
HIDDEN = "hidden"  # the type of elements that Python does not show
BUILT_IN = frozenset(sys.builtin_module_names)  # they have no files
OUTSIDE = frozenset(["builtins", "_thread", "_weakref"])  # the interpreter's own tables


def frames_of_all_threads() -> Iterator[FrameType]:
    """The frames of every thread but the probe's own: thread by thread, innermost first."""
    frame: FrameType | None
    for ident, frame in list(system.frames_of_threads().items()):
        if ident in ClockThread.own:
            continue
        for _ in range(MAX_FRAMES):
            if frame is None:
                break
            yield frame
            frame = frame.f_back


def local_roots(sites: Sites) -> tuple[list[Root], list[Root]]:
    """(path key, step, value) of the local names of running functions, callers before those they call; the user's own first."""
    own: list[Root] = []
    others: list[Root] = []
    for frame in reversed(list(frames_of_all_threads())):
        code = frame.f_code
        kind = sites.kind(code.co_filename)
        if kind == PROBE or code.co_name == "<module>":
            continue  # the module's globals are visited as such
        chosen = own if kind == USER else others
        for name, value in frame_locals(frame).items():
            key = ("local", name, code.co_name, code.co_filename)
            chosen.append((key, (code.co_filename, code.co_firstlineno), value))
    return own, others


def _may_fill(value: Thing) -> bool:
    """Whether a value that a library keeps may fill up: a container, or an object with attributes of its own."""
    kind = type(value)
    if issubclass(kind, CONTAINERS):
        return True
    if kind is types.FunctionType or plain.is_class(value) or issubclass(kind, CONSTANTS):
        return False
    own = module_of(kind) not in UNFILLED and plain.instance_names(value) is not None
    return own and not plain.is_function(kind)


def _signal_handlers() -> list[Any]:
    """The program's functions that signals call, which only the module written in C knows."""
    handler_of = plain.module_names(sys.modules.get("_signal")).get("getsignal")
    if type(handler_of) is not types.BuiltinFunctionType:
        return []
    return [handler for handler in map(handler_of, SIGNALS) if _is_of_program(handler)]


def _is_of_program(handler: Thing) -> bool:
    """Whether something is a function or a method of the program's own code."""
    function = handler.__func__ if type(handler) is types.MethodType else handler
    return type(function) is types.FunctionType and paths.is_users_file(function.__code__.co_filename)


class Hidden(list):  # type: ignore[type-arg]
    """Stands for what Python does not show, and of which it only tells how many there are: a list of so many placeholders."""

    def __init__(self, number: Callable[[], int]) -> None:
        super().__init__(object() for _ in range(min(MAX_HIDDEN, number())))
        self.number = number


def exit_callbacks() -> list[Any]:
    """What `atexit` keeps: from Python 3.10 on it only tells how many callbacks there are."""
    module = sys.modules["atexit"]
    shown = [one for one in system.referents(module) if type(one) is not dict]
    number: Any = plain.module_names(module).get("_ncallbacks")
    hidden = sys.version_info >= (3, 10) and type(number) is types.BuiltinFunctionType
    return Hidden(number) if hidden else shown


def is_text(name: object) -> bool:
    """Whether a key of `sys.modules` is a plain string."""
    return type(name) is str


def always(key: Key) -> bool:
    """Every name is due."""
    return True


class Names:
    """The global names that walks begin at, kept as words: all names of the user's modules, and those of libraries where things hide."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._users = {"__main__": True}  # module name → True, in the order they were met
        self._known: Known = {}  # name of a library's module → [(name, file, framework)]
        self._hiding: list[str] = []  # those of them that have such names, in the order they were met
        self._standard: Known = {}  # the same of the standard library's, where programs register things
        self._sorted: set[str] = set()  # names of modules of which it is known whether they are the standard library's
        self._number = 0
        self._chosen: set[int] = set()  # addresses of what these names stood for: one name for each is enough
        self._kinds: dict[str, str | None] = {}  # package at the top → whose it is
        self._classified: set[str] = set()  # names of modules of which it is known whose they are

    def find_users(self) -> None:
        """Learns which of the modules that are new are the user's own."""
        for module_name in sorted(set(filter(is_text, list(sys.modules))) - self._classified):
            self._classified.add(module_name)
            top = module_name.split(".")[0]
            if self._kinds.get(top, USER) in (None, USER):
                kind = self._kind_of(module_name, module_file(sys.modules.get(module_name)))
                if kind == USER and top != "tensorleak_probe":
                    self._users[module_name] = True

    def refresh(self) -> bool:
        """Chooses the names of modules that were not seen before, for a few milliseconds; whether all are known now."""
        deadline = system.processor() + SLICE
        self.refresh_standard()
        for module_name in list(sys.modules):
            if type(module_name) is str and module_name not in self._known and module_name not in self._standard:
                if system.processor() > deadline:
                    return False
                self._known[module_name] = []
                if self._number < MAX_NAMES:
                    self._known[module_name] = self._choose(module_name, sys.modules.get(module_name))
                if self._known[module_name]:
                    self._hiding.append(module_name)
                self._number += len(self._known[module_name])
        return True

    def refresh_standard(self) -> None:
        """Chooses the names of those modules of the standard library that were not seen before."""
        for module_name in sorted(set(filter(is_text, list(sys.modules))) - self._sorted):
            self._sorted.add(module_name)
            module = sys.modules.get(module_name)
            if self._kind_of(module_name, module_file(module)) == STDLIB:
                self._standard[module_name] = self._choose(module_name, module)

    def _choose(self, module_name: str, module: Any) -> list[tuple[str, str, bool]]:
        if module_name.split(".")[0] == "tensorleak_probe" or module_name in OUTSIDE or module_name == "__main__":
            return []
        filename = module_file(module)
        kind = self._kind_of(module_name, filename)
        if kind in (USER, PROBE):
            return []
        framework = kind == FRAMEWORK_FILE or is_framework_module(module_name)
        names = names_of(module)
        return [
            (name, filename, framework)
            for name, value in zip(list(names), list(names.values()))
            if type(name) is str and not name.startswith("__") and self._may_hide(module_name, value, framework)
            if self._is_new(value)
        ]

    def _is_new(self, value: Thing) -> bool:
        """Whether no name chosen before stands for the same object; libraries give most of theirs in several modules."""
        known = id(value) in self._chosen
        self._chosen.add(id(value))
        return not known

    def _kind_of(self, module_name: str, filename: str) -> str:
        """Whose code a module is: that of the package at the top, which is asked once, where that one is no namespace."""
        if module_name in BUILT_IN:
            return STDLIB
        top = module_name.split(".")[0]
        if top not in self._kinds:
            whole = module_file(sys.modules.get(top))
            self._kinds[top] = self._sites.kind(whole) if whole else None
        kind = self._kinds[top]
        if kind in (None, USER) and filename:
            kind = self._sites.kind(filename)
        return kind or ""

    @staticmethod
    def _may_hide(module_name: str, value: Thing, framework: bool) -> bool:
        kind = type(value)
        if issubclass(kind, CONTAINERS) or kind is LRU:
            return True
        if framework or kind is types.FunctionType or issubclass(kind, (types.ModuleType, *CONSTANTS)):
            return False
        if plain.is_class(value):
            return module_of(value) == module_name and any(map(_may_fill, list(plain.class_names(value).values())))
        return _may_fill(value)

    def of_user(self) -> list[Root]:
        """(path key, place, value) of the global names of the user's modules, and of what the program has signals call."""
        found: list[Root] = []
        seen = set()
        for module_name in self._users:
            module = sys.modules.get(module_name)
            names = names_of(module)
            if id(names) in seen:
                continue
            seen.add(id(names))
            place = (module_file(module) or "<stdin>", 0)
            for name, value in list(names.items()):
                if type(name) is str and (not name.startswith("__") or name == "__warningregistry__"):
                    found.append((("global", name, module_name), place, value))
        found.append((("global", "handlers", "signal"), ("", 0), _signal_handlers()))
        return found

    def of_libraries(self, part: int, parts: int, is_due: Callable[[Key], bool] = always) -> Iterator[LibraryRoot]:
        """What the chosen names of libraries stand for now, where `is_due(key)`; in one part of the modules."""
        return self._roots(self._hiding[part::parts], self._known, is_due)

    def of_standard(self, is_due: Callable[[Key], bool] = always) -> Iterator[LibraryRoot]:
        """What the chosen names of the standard library stand for now, where `is_due(key)`."""
        yield from self._roots(list(self._standard), self._standard, is_due)
        key = ("global", "callbacks", "atexit")
        if "atexit" in sys.modules and is_due(key):
            yield key, ("", 0), exit_callbacks(), False

    @staticmethod
    def _roots(chosen: list[str], known: Known, is_due: Callable[[Key], bool]) -> Iterator[LibraryRoot]:
        """(path key, place, value, framework) of the names of these modules.

        No pairs are made of what is asked for in every look: the collector counts them, and would go over the program's objects.
        """
        modules = sys.modules
        for module_name in chosen:
            names = names_of(modules.get(module_name))
            for name, filename, framework in known[module_name]:
                key = ("global", name, module_name)
                value = names.get(name) if is_due(key) else None
                if value is not None:
                    yield key, (filename, 0), value, framework


def context_path(root: Path) -> Path:
    """The path of the context that a thread is in, which has no name: those of its variables are told."""
    key = ("context", "", "")
    path = root.below.get(key)
    if path is None:
        path = paths.Path(root, key, dict(paths.PLAIN_STEP, framework=False, library=False))
        root.lead(key, path)
    return path


def path_of(root: Path, key: Key, place: Place, framework: bool, library: bool) -> Path:
    """The path of a root: a name of the user's, or of a library's."""
    path = root.below.get(key)
    if path is None:
        step = paths.root_step(key[0], key[1], key[2], *place)
        step["framework"], step["library"] = framework, library
        # What a library has in hand for a moment is not followed far: its own names lead there in each walk.
        path = paths.Path(root, key, step, 1 if library and key[0] == "local" else 0)
        root.lead(key, path)
    return path
