"""Abstract classes whose `__subclasshook__` and virtual registration are counted."""
import abc
import collections.abc

import tensorflow

from habit import rounds

asked = []


class Sized(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        asked.append(other.__name__)
        return NotImplemented


class Meta(type):
    def __instancecheck__(cls, thing):
        asked.append("instance")
        return True

    def __subclasscheck__(cls, other):
        asked.append("subclass")
        return True


class Any(metaclass=Meta):
    pass


kept = []
for number in rounds():
    kept.extend(type("Kind%d" % number, (Sized,), {})() for _ in range(3))
    kept.extend(Any() for _ in range(30))
    kept.append(type("Virtual", (collections.abc.Sequence,), {"__len__": lambda s: 1 / 0, "__getitem__": lambda s, i: 1 / 0})())
print("asked", asked)
