"""Calls back right after chosen modules were executed, before anyone can copy names out of them."""

import sys


class PostImportFinder:
    """A meta-path finder that finds nothing itself: it lets the others find, and hooks the loader once."""

    def __init__(self, guard):
        self._callbacks = {}
        self._executed = set()
        self._guard = guard
        self.requested = set()
        self.missing = set()
        self.failed = {}

    def after(self, name, callback):
        """Registers `callback(module)` for module `name`; runs it at once when the module is already there."""
        module = sys.modules.get(name)
        if module is not None:
            self._executed.add(name)
            self._guard(callback, module)
        self._callbacks.setdefault(name, []).append(callback)

    def install(self):
        """Puts this finder before all others."""
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def uninstall(self):
        """Takes this finder away: no import is watched any more."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def catch_up(self):
        """Calls back for the modules that were executed while this finder was away."""
        for name in list(self._callbacks):
            module = sys.modules.get(name)
            if module is not None and name not in self._executed:
                self._call_back(name, module)

    def _call_back(self, name, module):
        self._executed.add(name)
        for callback in self._callbacks.get(name, ()):
            self._guard(callback, module)

    def find_spec(self, name, path=None, target=None):
        """The spec that the other finders give, with its loader's `exec_module` watched once."""
        if name not in self._callbacks:
            return None
        self.requested.add(name)
        spec = self._spec_of_others(name, path, target)
        if spec is None:
            self.missing.add(name)
        elif spec.loader is not None and hasattr(spec.loader, "exec_module"):
            self._watch(name, spec.loader)
        return spec

    def _spec_of_others(self, name, path, target):
        for finder in sys.meta_path:
            if finder is not self and hasattr(finder, "find_spec"):
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    return spec
        return None

    def _watch(self, name, loader):
        original = loader.exec_module

        def exec_module(module):
            try:
                del loader.exec_module  # the loader is as before: reload() and resources stay plain
            except AttributeError:
                pass
            try:
                original(module)
            except BaseException as error:
                self.failed[name] = type(error).__name__
                raise
            self._call_back(name, module)

        try:
            loader.exec_module = exec_module
        except AttributeError:  # a loader with slots: this module stays unobserved
            pass
