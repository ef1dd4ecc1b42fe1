"""Classes whose metaclass aborts on any look at the class: instance checks, attributes, comparison, repr."""
import os

import tensorflow

from habit import rounds


def aborts(name):
    def method(*words, **named):
        os.write(2, ("metaclass %s\n" % name).encode())
        os.abort()

    return method


NAMES = """__instancecheck__ __subclasscheck__ __getattribute__ __getattr__ __eq__ __hash__ __repr__ __str__ __len__ __iter__ __bool__
__dir__ __call__ __subclasses__ __sizeof__ __contains__""".split()
Meta = type("Meta", (type,), {name: aborts(name) for name in NAMES})
Meta.__module__ = property(aborts("__module__"))
Kind = type.__call__(Meta, "Kind", (), {})
kept = []
for number in rounds():
    for _ in range(50):
        kept.append(object.__new__(Kind))
print("survived", len(kept), flush=True)
os._exit(0)
