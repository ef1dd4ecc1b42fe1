"""Calls back right after chosen modules were executed, before anyone can copy names out of them."""

import sys


class _Watched:
    """Stands in for a module's loader until the module is executed; module and spec never show it afterwards."""

    def __init__(self, loader, finder, name):
        self._loader = loader
        self._finder = finder
        self._name = name

    def __getattr__(self, wanted):
        return getattr(self._loader, wanted)

    def create_module(self, spec):
        """What the true loader creates."""
        create = getattr(self._loader, "create_module", None)
        return create(spec) if create is not None else None

    def exec_module(self, module):
        """Puts the true loader back, lets it execute the module, and calls back."""
        loader = self._loader
        spec = module.__spec__
        if spec is not None and spec.loader is self:
            spec.loader = loader
        if getattr(module, "__loader__", None) is self:
            module.__loader__ = loader
        try:
            loader.exec_module(module)
        except BaseException as error:
            self._finder.failed[self._name] = type(error).__name__
            raise
        self._finder.executed(self._name)


class PostImportFinder:
    """A meta-path finder that finds nothing itself: it lets the others find, and watches the loader once."""

    def __init__(self, guard):
        self._callbacks = {}
        self._executed = set()
        self._guard = guard
        self.before = {}  # module name → called before the others look for it
        self.requested = set()
        self.missing = set()
        self.failed = {}

    def after(self, name, callback):
        """Registers `callback(module)` for module `name`; runs it at once when the module is already there."""
        module = sys.modules.get(name)
        if module is not None and name not in self.requested:
            self._executed.add(name)
            self._guard(callback, module)
        self._callbacks.setdefault(name, []).append(callback)

    def install(self):
        """Puts this finder before all others."""
        if not any(finder is self for finder in sys.meta_path):
            sys.meta_path.insert(0, self)

    def uninstall(self):
        """Takes this finder away: no import is watched any more."""
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self]

    def catch_up(self):
        """Calls back for the modules that were executed while this finder was away."""
        for name in list(self._callbacks):
            if name not in self._executed:
                self.executed(name)

    def executed(self, name):
        """Tells everyone who waits for this module."""
        module = sys.modules.get(name)
        if module is None:
            return
        self._executed.add(name)
        for callback in list(self._callbacks.get(name, ())):
            self._guard(callback, module)

    def find_spec(self, name, path=None, target=None):
        """The spec that the other finders give, with its loader watched once."""
        first = self.before.pop(name, None) if self.before else None
        if first is not None:
            self._guard(first, name)
        if name not in self._callbacks:
            return None
        self.requested.add(name)
        spec = self._spec_of_others(name, path, target)
        if spec is None:
            self.missing.add(name)
        elif spec.loader is not None and hasattr(spec.loader, "exec_module"):
            try:
                spec.loader = _Watched(spec.loader, self, name)
            except AttributeError:  # a spec that cannot be changed: this module stays unobserved
                pass
        return spec

    def _spec_of_others(self, name, path, target):
        for finder in sys.meta_path:
            if finder is not self and hasattr(finder, "find_spec"):
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    return spec
        return None
