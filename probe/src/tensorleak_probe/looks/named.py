"""What one name of the program's stands for, and how much that has now: the name is followed, not an object.

Often another object takes the place of what grows: `self.seen = np.concatenate([self.seen, batch])`, `trail.set(trail.get() + (step,))`,
`self.rows = self.rows + [row]`. So whoever wants to know which line makes it longer has to ask what the name stands for. Only a namespace is
referred to meanwhile, the names of a module, a class or an instance: not what they belong to.
"""

from __future__ import annotations

import _thread
import collections
import functools
import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from tensorleak_probe.vocabulary import Thing

    Measure = Callable[[Any], int]

MUTABLE = (dict, list, set, collections.deque, bytearray)


def context_type() -> Any:
    """The type of a context of `contextvars`, where the program has imported that."""
    return plain.module_names(sys.modules.get("_contextvars")).get("Context")


def measure_of(kind: type) -> Measure | None:
    """How a type that is written in C, and is no container of Python objects, tells what it has: `array.array`, `io.BytesIO`.

    By its number of elements, or else by the bytes of its buffer; None for any other type, and where a class of the program's would answer.
    """
    if plain.is_one_of(kind, (type, types.FunctionType)) or any(issubclass(kind, base) for base, _ in plain.LENGTHS):
        return None
    size, length = _defined(kind, "__sizeof__"), _defined(kind, "__len__")
    if type(size) is not types.MethodDescriptorType:
        return None
    measure: Any = length if type(length) is plain.WRAPPER else size
    return measure  # type: ignore[no-any-return]


def _defined(kind: type, name: str) -> Any:
    """What the nearest ancestor below `object` defines under a name."""
    return next(
        (plain.class_names(base)[name] for base in plain.mro(kind)[:-1] if name in plain.class_names(base)), None
    )


class Named:
    """A name in a namespace, `names` where somebody may let go of that; `amount` measures what is no container.

    Without an amount it counts nodes that take the place of the one before and refer to it: of a chain the name stands for the newest.
    """

    __slots__ = ("_amount", "_fixed", "_get", "_kind", "_measure", "_seen", "names")

    def __init__(self, names: Any, get: Callable[[], Any], amount: Callable[[Thing], int | None] | None) -> None:
        self.names = names
        self._get = get
        self._amount = amount
        self._kind: type = Named  # of what the name stood for last
        self._measure: Measure = len
        self._fixed = False  # whether such things cannot become longer where they are
        self._seen = (0, 0)  # address and length of the last of those

    def value(self) -> Any:
        """What the name stands for now; None where it is gone."""
        return self._get()

    def number(self) -> int:
        """Elements, rows, characters or bytes, or how many things stood here; none where the name is gone."""
        value = self._get()
        if self._amount is None:
            before, number = self._seen
            if id(value) != before:
                self._seen = id(value), number + leads_to(value, before)
            return self._seen[1]
        if type(value) is not self._kind:
            self._learn(value)
        if not self._fixed:
            return self._measure(value)
        if id(value) != self._seen[0]:
            self._seen = id(value), self._measure(value)
        return self._seen[1]

    def _learn(self, value: Thing) -> None:
        """Another type of thing stands there: how it is measured."""
        kind = self._kind = type(value)
        known = next((measure for base, measure in plain.LENGTHS if issubclass(kind, base)), None)
        self._measure = known or self._amounted
        self._fixed = not issubclass(kind, MUTABLE) and (known is not None or measure_of(kind) is None)
        self._seen = (0, 0)

    def _amounted(self, value: Thing) -> int:
        return self._amount(value) or 0 if self._amount is not None else 0


def leads_to(obj: Thing, address: int) -> bool:
    """Whether something refers to what lies at an address, itself or by its attributes."""
    below = system.referents(obj) if system.is_tracked(obj) else []
    names = plain.instance_names(obj) if not plain.is_class(obj) else None
    return any(id(part) == address for part in (*below, *(dict.values(names) if type(names) is dict else ())))


def current_context() -> Any:
    """A copy of the context that this thread is in, which nothing else need refer to; None where the program has imported no `contextvars`."""
    copy: Any = plain.module_names(sys.modules.get("_contextvars")).get("copy_context")
    return copy() if copy is not None else None


def current_variable(context: Any, name: str, amount: Callable[[Thing], int | None]) -> Named | None:
    """A context variable of this thread's context, of which this is a copy: its value in whatever context the thread is in then."""
    variable = _variable(context, name)
    return Named(None, functools.partial(type(variable).get, variable, None), amount) if variable is not None else None


def _variable(context: Any, name: str) -> Any:
    named = (variable for variable in type(context).keys(context) if type(variable.name) is str)
    return next((variable for variable in named if variable.name == name), None)


def name_in(owner: Thing, name: str, amount: Callable[[Thing], int | None] | None) -> Named | None:
    """A name that an object, a class, a dict or a context has; None where no namespace has it: a slot, a name of one thread."""
    names: Any = owner
    if type(owner) is context_type():
        variable = _variable(owner, name)
        return (
            Named(owner, functools.partial(type(owner).get, owner, variable), amount) if variable is not None else None
        )
    if plain.is_class(owner):
        return Named(None, functools.partial(types.MappingProxyType.get, plain.class_names(owner), name), amount)
    if type(owner) is not dict:
        names = None if issubclass(type(owner), _thread._local) else plain.instance_names(owner)
    if not plain.is_a(names, dict) or not dict.__contains__(names, name):
        return None
    return Named(names, functools.partial(dict.get, names, name), amount)
