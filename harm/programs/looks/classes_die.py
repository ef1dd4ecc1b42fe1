"""Classes, modules, code and functions made in rounds die when the program drops and collects them."""
import gc
import types
import weakref

import tensorflow

from habit import rounds

gone, kept = [], []
for number in rounds(60):
    kind = type("Kind%d" % number, (), {"rows": []})
    module = types.ModuleType("module%d" % number)
    function = types.FunctionType(compile("1", "made%d.py" % number, "exec"), {})
    for name, thing in (("class", kind), ("module", module), ("function", function), ("code", function.__code__)):
        weakref.finalize(thing, gone.append, (name, number))
    kept.append([kind() for _ in range(50)])
    if len(kept) > 5:
        kept.pop(0)
    del kind, module, function, thing
kept.clear()
gc.collect()
print(sorted((name, sum(n == name for n, _ in gone)) for name in ("class", "module", "function", "code")))
