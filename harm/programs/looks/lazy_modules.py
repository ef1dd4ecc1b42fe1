"""Modules that load or print when an attribute is read, and things in sys.modules that are no modules."""
import sys
import types

import tensorflow

from habit import rounds

touched = []


class LazyModule(types.ModuleType):
    def __getattr__(self, name):
        touched.append(name)
        raise AttributeError(name)


class NoModule:
    def __getattr__(self, name):
        touched.append(name)
        raise SystemExit("do not touch %s" % name)

    @property
    def __dict__(self):
        touched.append("__dict__")
        return {}


sys.modules["lazy_one"] = LazyModule("lazy_one")
sys.modules["no_module"] = NoModule()
sys.modules["nothing"] = None
sys.modules["tensorflow.lazy"] = NoModule()
sys.modules["keras"] = LazyModule("keras")
sys.modules["lazy_one"].__dict__["rows"] = rows = []
with_hook = types.ModuleType("with_hook")
with_hook.__getattr__ = lambda name: touched.append(name)
sys.modules["with_hook"] = with_hook
with_hook.rows = more = []
before = len(touched)
for number in rounds():
    rows.extend([number] for _ in range(50))
    more.extend([number] for _ in range(50))
print("touched", touched[before:][:10])
for name in ("no_module", "nothing", "tensorflow.lazy", "keras"):
    del sys.modules[name]
