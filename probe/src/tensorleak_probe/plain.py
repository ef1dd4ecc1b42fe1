"""Reads objects without running any of their code: no special method, property, descriptor, proxy or metaclass is asked.

`isinstance` asks a proxy for its `__class__`, `len` calls `__len__`, `getattr` runs properties, and `cls.__name__` may be a property
of a metaclass. Here everything goes through `type()`, the C slots of built-in types, and the descriptors that C code made.
"""

from __future__ import annotations

import collections
import itertools
import sys
import types

from tensorleak_probe.passing import pass_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Mapping

    from tensorleak_probe.vocabulary import Thing

# The types of `__dict__` in a class: of one that Python made, and of one written in C, as `types.SimpleNamespace` is.
ATTRIBUTES = (types.GetSetDescriptorType, types.MemberDescriptorType)
_NAME: Callable[[type], str] = type.__dict__["__name__"].__get__
_QUALNAME: Callable[[type], str] = type.__dict__["__qualname__"].__get__
_MODULE: Callable[[type], Any] = type.__dict__["__module__"].__get__
_MRO: Callable[[type], tuple[type, ...] | None] = type.__dict__["__mro__"].__get__
_NAMES: Callable[[type], Mapping[str, Any]] = type.__dict__["__dict__"].__get__
_FLAGS: Callable[[type], int] = type.__dict__["__flags__"].__get__
_MODULE_NAMES: Callable[[Any], Mapping[str, Any]] = types.ModuleType.__dict__["__dict__"].__get__  # type: ignore[index]

FAR = 50000  # elements from which a dict or set is not gone through to its middle
WRAPPER = type(object.__init__)  # a slot of a type that is written in C
LENGTHS: tuple[tuple[type, Callable[[Any], int]], ...] = (
    (dict, dict.__len__),
    (list, list.__len__),
    (set, set.__len__),
    (collections.deque, collections.deque.__len__),
    (tuple, tuple.__len__),
    (frozenset, frozenset.__len__),
)
ITERATORS: tuple[tuple[type, Callable[[Any], Iterator[Any]]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
)


def mro(kind: type) -> tuple[type, ...]:
    """The ancestors of a type, itself first."""
    return _MRO(kind) or ()


def name(kind: type) -> str:
    """The name of a type."""
    return _NAME(kind)


def qualname(kind: type) -> str:
    """The qualified name of a type."""
    return _QUALNAME(kind)


def module(kind: type) -> str:
    """The module of a type as text; '' where something else stands there."""
    try:
        found = _MODULE(kind)
    except AttributeError as error:
        pass_on(error)
        return ""
    return found if type(found) is str else ""


def flags(kind: type) -> int:
    """The flags of a type (`tp_flags`), which tell what was made at run time."""
    return _FLAGS(kind)


def class_names(kind: type) -> Mapping[str, Any]:
    """The attributes that a class itself defines; none for a type of an extension module that was never made ready."""
    return _NAMES(kind) or {}


def is_a(obj: Thing, *kinds: type) -> bool:
    """Whether an object's true type descends from one of these: what `isinstance` says of those that do not pretend."""
    return any(issubclass(type(obj), kind) for kind in kinds)


def is_one_of(kind: type, kinds: Iterable[type]) -> bool:
    """Whether a type is one of these; compared by identity, since `in` asks its metaclass."""
    return any(kind is other for other in kinds)


def is_class(obj: Thing) -> bool:
    """Whether an object is a class."""
    return issubclass(type(obj), type)


def is_function(kind: type) -> bool:
    """Whether objects of a type are functions, in whatever language: C code calls them, and binds them to instances as methods."""
    return all(type(lookup(kind, slot)) is WRAPPER for slot in ("__call__", "__get__"))


def lookup(kind: type, attribute_name: str) -> Any:
    """What a type or the first of its ancestors stores under a name, unbound; None where nobody does."""
    for base in mro(kind):
        names = class_names(base)
        if attribute_name in names:
            return names[attribute_name]
    return None


def module_names(obj: Thing) -> Mapping[str, Any]:
    """The global names of a module, without waking a lazy one; {} for anything else in `sys.modules`."""
    return _MODULE_NAMES(obj) if issubclass(type(obj), types.ModuleType) else {}


def instance_names(obj: Thing) -> dict[Any, Any] | None:
    """The attribute dictionary of an instance as it lies in memory, or None; a property named `__dict__` is passed over."""
    for base in mro(type(obj)):
        found = class_names(base).get("__dict__")
        if found is not None and is_one_of(type(found), ATTRIBUTES):
            try:
                names = found.__get__(obj)
            except Exception as error:  # a C type may refuse
                pass_on(error)
                return None
            return names if type(names) is dict else None
    return None


def slots(obj: Thing) -> list[tuple[str, Any]]:
    """(name, value) of the slots of an instance that are filled."""
    found = []
    for base in mro(type(obj)):
        for key, member in list(class_names(base).items()):
            if type(member) is types.MemberDescriptorType and type(key) is str and not key.startswith("__"):
                try:
                    found.append((key, member.__get__(obj)))
                except AttributeError as error:
                    pass_on(error)
                    continue
    return found


def attributes(obj: Thing) -> list[tuple[str, Any]]:
    """(name, value) of all attributes that an instance itself stores."""
    names = instance_names(obj)
    stored = [] if names is None else [(key, value) for key, value in list(names.items()) if type(key) is str]
    return stored + slots(obj)


def attribute(obj: Thing, wanted: str, default: Any = None) -> Any:
    """A stored attribute by name; class attributes and computed ones do not count."""
    names = instance_names(obj)
    if names is not None and wanted in names:
        return names[wanted]
    for base in mro(type(obj)):
        member = _NAMES(base).get(wanted)
        if type(member) is types.MemberDescriptorType:
            try:
                return member.__get__(obj)
            except AttributeError as error:
                pass_on(error)
                return default
    return default


def is_genuine(kind: type) -> bool:
    """Whether a class is the one that its module has under its name: a class may claim any module as its own."""
    return module_names(sys.modules.get(module(kind))).get(name(kind)) is kind


def computed(obj: Thing, wanted: str, trusted: Callable[[str], bool], default: Any = None) -> Any:
    """An attribute that a class computes, if the class that defines it is one of those that `trusted(module)` names.

    TensorFlow's own properties may be asked; one that the program defines, in a subclass or by a metaclass, may not.
    """
    stored = attribute(obj, wanted, types)
    if stored is not types:
        return stored
    for base in mro(type(obj)):
        names = _NAMES(base)
        if wanted in names:
            if not (trusted(module(base)) and is_genuine(base)):
                return default
            member = names[wanted]
            getter = type(member)
            for ancestor in mro(getter):
                if "__get__" in _NAMES(ancestor):
                    return _NAMES(ancestor)["__get__"](member, obj, type(obj))
            return member
    return default


def length(obj: Thing) -> int | None:
    """Elements of a built-in container or one derived from it; None for anything else."""
    kind = type(obj)
    for base, measure in LENGTHS:
        if kind is base or issubclass(kind, base):
            return measure(obj)
    return None


def size(obj: Thing) -> int:
    """Bytes of an object itself, without what it refers to, as the nearest ancestor written in C tells them."""
    for base in mro(type(obj)):
        measure = _NAMES(base).get("__sizeof__")
        if type(measure) is types.MethodDescriptorType:
            try:
                nbytes: int = measure(obj)
                return nbytes
            except Exception as error:  # a C type may refuse
                pass_on(error)
                break
    return 64


def values(obj: Thing) -> Iterator[Any]:
    """An iterator over the elements of a built-in container or one derived from it; over the values of a dict."""
    kind = type(obj)
    if issubclass(kind, dict):
        return iter(dict.values(obj))
    if issubclass(kind, collections.deque):
        return collections.deque.__iter__(obj)
    for base, iterate in ITERATORS:
        if issubclass(kind, base):
            return iterate(obj)
    return iter(())


def elements(obj: Thing) -> Iterator[Any]:
    """An iterator over the elements of a built-in container or one derived from it; over the keys of a dict."""
    return dict.__iter__(obj) if issubclass(type(obj), dict) else values(obj)


def spread(obj: Thing, count: int, span: int) -> list[Any]:
    """Elements at even distances over the last `span` ones, the newest among them; some elements where no order tells."""
    kind, end = type(obj), length(obj) or 0
    reach = min(max(span, 1), end, FAR)
    number = min(count, reach)
    back = [place * reach // max(1, number) for place in range(number)][::-1]  # how many are newer
    try:
        for base, get in ((list, list.__getitem__), (tuple, tuple.__getitem__), (collections.deque, _AT)):
            if issubclass(kind, base):
                return [get(obj, end - 1 - place) for place in back]
        if issubclass(kind, dict):
            found = _last_values(obj, reach)
            return [found[place] for place in back]
    except (RuntimeError, IndexError) as error:  # changed meanwhile
        pass_on(error)
        return []
    return newest(obj, count)


_AT: Callable[[Any, int], Any] = collections.deque.__getitem__


def _last_values(obj: Thing, count: int) -> list[Any]:
    """The values of a dict that were added last, the newest first."""
    if sys.version_info >= (3, 8):
        return list(itertools.islice(reversed(dict.values(obj)), count))
    return list(itertools.islice(dict.values(obj), max(0, dict.__len__(obj) - count), None))[::-1]


def newest(obj: Thing, count: int) -> list[Any]:
    """The elements added last where order tells, some elements otherwise."""
    kind = type(obj)
    size_now = length(obj) or 0
    try:
        if issubclass(kind, dict):
            if sys.version_info >= (3, 8):
                return list(itertools.islice(reversed(dict.values(obj)), count))[::-1]
            return list(itertools.islice(dict.values(obj), max(0, size_now - count), None))
        if issubclass(kind, list):
            return list.__getitem__(obj, slice(max(0, size_now - count), size_now))
        if issubclass(kind, collections.deque):
            return [collections.deque.__getitem__(obj, i) for i in range(max(0, size_now - count), size_now)]
        return list(itertools.islice(values(obj), count))
    except (RuntimeError, IndexError) as error:  # changed meanwhile
        pass_on(error)
        return []
