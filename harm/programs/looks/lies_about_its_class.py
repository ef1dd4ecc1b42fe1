"""Proxies in the manner of werkzeug and Django: `__class__` is the target's and raises when there is none."""
import tensorflow

from habit import rounds

asked = []


class Local:
    __slots__ = ("target", "__weakref__")

    @property
    def __class__(self):
        asked.append("__class__")
        if self.target is None:
            raise RuntimeError("working outside of request context")
        return type(self.target)

    @property
    def __dict__(self):
        asked.append("__dict__")
        raise RuntimeError("working outside of request context")

    def __getattr__(self, name):
        asked.append(name)
        return getattr(self.target, name)


kept = []
for number in rounds():
    for target in (None, [], {}, "text", tensorflow, ValueError, len):
        proxy = Local()
        proxy.target = target
        kept.extend([proxy] * 10)
print("asked", len(asked), sorted(set(asked)))
