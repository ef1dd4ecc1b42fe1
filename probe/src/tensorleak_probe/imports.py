"""Hears of imports: calls back when chosen modules are complete.

The finder finds nothing, asks no other finder and changes no loader: it only listens to which modules are looked for. Hooks change
functions in place, so it does not matter that a module is noticed a little after it was executed: at the next import, the next unit
of work or the next tick of the clock.
"""

import sys

from tensorleak_probe import PACKAGES, private
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from typing import Any, Callable, Sequence

    Callback = Callable[[Any], object]  # gets a module


def is_complete(module: "Any") -> bool:
    """Whether a module is there and its code has been executed to the end; one that is loaded lazily is not woken."""
    if module is None or type(module).__module__ == "importlib.util":
        return False
    try:
        names = object.__getattribute__(module, "__dict__")
    except AttributeError:
        return True
    spec = names.get("__spec__") if type(names) is dict else None
    return not getattr(spec, "_initializing", False)


class ImportListener:
    """A meta-path finder that finds nothing but the probe's own modules."""

    def __init__(self, guard: "Callable[[Callback, Any], object]") -> None:
        self._waiting: "dict[str, list[Callback]]" = {}  # module name → callbacks
        self._told: "dict[str, tuple[Any, list[Callback]]]" = {}
        self._guard = guard
        self._lock = system.allocate_lock()
        self.first: "tuple[str, Callback] | None" = None  # (module name, called with it once before it is looked for)
        self.requested: "set[str]" = set()  # those of TensorFlow's modules that were looked for first

    def after(self, name: str, callback: "Callback") -> None:
        """Registers `callback(module)` for module `name`; runs it at once when the module is already complete."""
        self._waiting.setdefault(name, []).append(callback)

    def install(self) -> None:
        """Begins to listen, before all finders."""
        if not any(finder is self for finder in sys.meta_path):
            sys.meta_path.insert(0, self)

    def uninstall(self) -> None:
        """Stops listening."""
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self]

    def catch_up(self) -> None:
        """Calls back for the modules that have become complete."""
        if not self._waiting or not self._lock.acquire(False):
            return
        try:
            modules = sys.modules  # this runs at each of the thousands of imports: most names are not there yet
            present = [name for name in tuple(self._waiting) if name in modules]
            for name in [name for name in present if is_complete(modules.get(name))]:
                module = modules.get(name)
                callbacks = self._waiting.pop(name)
                self._told[name] = module, callbacks
                for callback in callbacks:
                    self._guard(callback, module)
        finally:
            self._lock.release()

    def _executed_again(self, name: str) -> None:
        """A module that is looked for again is being reloaded: whoever waited for it waits again."""
        _, callbacks = self._told.pop(name)
        self._waiting.setdefault(name, []).extend(callbacks)

    def find_spec(self, name: str, path: "Sequence[str] | None" = None, target: "Any" = None) -> "ModuleSpec | None":
        """Notes that a module is looked for; None, always, but for the probe's own modules."""
        if name.startswith(PACKAGES):
            return private.find_spec(name, path)
        if name.startswith("tensorflow") or name in self._waiting or name in self._told:
            if self.first is not None and name == self.first[0]:
                (_, callback), self.first = self.first, None
                self._guard(callback, name)
            if name in self._told:
                self._executed_again(name)
            if len(self.requested) < 8:
                self.requested.add(name)
        if self._waiting:
            self.catch_up()
        return None
