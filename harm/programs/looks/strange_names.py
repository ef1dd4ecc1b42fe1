"""Classes, functions, modules and files with names that are odd: surrogates, line breaks, very long, no strings."""
import types

import tensorflow

from habit import rounds

kept = {}
odd = ["a\nb", "sur\udc80rogate", "x" * 10_000, "\x1b[31m", "", "é", "a\x00b"]
for name in odd:
    if "\x00" not in name and "\udc80" not in name:
        kept[name] = type(name, (), {"__module__": name})
for value in (None, 5, b"bytes", ["list"]):
    kept[repr(value)] = type("Odd", (), {"__module__": value})
functions = []
for name in odd:
    code = (lambda: None).__code__
    function = types.FunctionType(code, {"__name__": 7})
    function.__name__, function.__qualname__ = name, name
    functions.append(function)
namespace = {"__name__": 3.5, "__file__": object(), "rows": [], "rounds": rounds, "kept": kept, "functions": functions}
source = "for number in rounds():\n    rows.extend(kind() for kind in kept.values() for _ in range(10))\n    rows.append(functions[number % 7])\n"
exec(compile(source, "no/such\nfile.py", "exec"), namespace)
print("done", len(namespace["rows"]))
