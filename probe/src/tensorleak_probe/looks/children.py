"""What lies one step below an object, read without running any of its code: elements, attributes, closures, waiting code.

Of a large container only some elements are looked at, the newest and some at even distances; the caller counts each of them for
several. Numbers, strings and other things that cannot hold anything are left out, unless a name stands for one that is large.
"""

from __future__ import annotations

import _thread
import collections
import functools
import itertools
import sys
import types

from tensorleak_probe import PACKAGES, plain
from tensorleak_probe.gauges.base import is_framework_module
from tensorleak_probe.looks import paths, slots
from tensorleak_probe.looks.modules import HEAP_TYPE, module_of, names_of
from tensorleak_probe.looks.named import context_type, measure_of
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any

    from tensorleak_probe.looks.named import Measure
    from tensorleak_probe.looks.paths import Describe, Key
    from tensorleak_probe.vocabulary import Record, Thing

    Group = list[Any]  # key, function that describes the step, children looked at, how many there are

WHOLE = 256  # elements up to which all are looked at
NEWEST = 64
SPREAD = 96
NAME = 64  # characters of a key that may be the name of a field
RECORD = 24  # string keys up to which a dict is a record
NAMED = 128  # attributes of an instance that have a path each; one that has more is a container of attributes, too
GLANCE = 8
LARGE = 4096  # bytes from which an array, tensor or text under a name of its own is followed
OPTIMIZED = 0x1  # code flag: a function's frame, whose f_locals is a snapshot
SNAPSHOT = sys.version_info < (3, 13)  # one that the frame keeps and hands out again
SNAPSHOT_READERS = frozenset(["locals", "vars", "dir", "eval", "exec", "f_locals", "_getframe", "currentframe"])
PYTEST = "@py_builtins"  # its rewritten assertions mention `locals` and ask for it only when they fail
UNSHARED = 3  # references to a snapshot that nobody else has: the frame's, the name here, the call's
LRU = type(functools.lru_cache(maxsize=1)(lambda: None))
TEXTS = frozenset(map(id, (str, bytes, bytearray)))
ATOMS = TEXTS | frozenset(
    map(
        id,
        (
            *(int, float, bool, complex, type(None), type(NotImplemented), type(Ellipsis), range, slice, object),
            *(types.CodeType, types.BuiltinFunctionType, types.ModuleType, types.GetSetDescriptorType, types.FrameType),
            *(
                types.MemberDescriptorType,
                type(object.__init__),
                type("".join),
                type(len),
                staticmethod,
                classmethod,
                property,
            ),
        ),
    )
)
OPEN = (
    object,
    dict,
    list,
    tuple,
    set,
    frozenset,
    collections.deque,
    collections.OrderedDict,
    collections.defaultdict,
    *(
        str,
        int,
        float,
        bytes,
        type,
    ),
)
WEAK = ("weakref", "ReferenceType", "weakproxy", "weakcallableproxy", "KeyedRef", "WeakMethod")
SUSPENDED = {
    id(types.GeneratorType): ("gi_code", "gi_frame"),
    id(types.CoroutineType): ("cr_code", "cr_frame"),
    id(types.AsyncGeneratorType): ("ag_code", "ag_frame"),
}
LEAVES = frozenset(
    "EagerTensor Operation Tensor SymbolicTensor KerasTensor TensorShape DType FuncGraph Graph ConcreteFunction "
    "AtomicFunction FunctionSpec FunctionType Context Session InteractiveSession BaseSession GradientTape Tape "
    "ResourceVariable UninitializedVariable".split()
)


def has_readers(code: CodeType) -> bool:
    """Whether code may have asked for the snapshot of its locals that its frame keeps."""
    return SNAPSHOT and not SNAPSHOT_READERS.isdisjoint(code.co_names) and PYTEST not in code.co_names


def frame_locals(frame: FrameType) -> dict[str, Any]:
    """A copy of a function's local names.

    Until Python 3.12 reading them fills a snapshot that the frame keeps and `locals()` hands out. Code that may have asked for the
    snapshot is passed over; elsewhere it is emptied again, or it would keep deleted locals alive until the function returns.
    """
    code = frame.f_code
    if frame.f_trace is not None or not code.co_flags & OPTIMIZED or has_readers(code):
        return {}
    snapshot = frame.f_locals
    names = dict(snapshot)
    if SNAPSHOT and system.references(snapshot) <= UNSHARED:
        snapshot.clear()
    return names


def is_closed(kind: type) -> bool:
    """Whether a type is written in C and may refer to more than its elements and attributes: thread locals, parsers, iterators."""
    return not plain.flags(kind) & HEAP_TYPE and not plain.is_one_of(kind, OPEN)


def simple_queue() -> Any:
    """The type of `queue.SimpleQueue`, which is written in C and no container to Python."""
    return plain.module_names(sys.modules.get("_queue")).get("SimpleQueue")


class Shapes:
    """What is known of types within one walk: which attributes they store, whose they are. Forgotten with the walk: it refers to them."""

    def __init__(self, wanted: frozenset[int] = frozenset()) -> None:
        self._wanted = wanted  # addresses of what is looked for: among many elements it is not passed over
        self._known: dict[int, tuple[str, Any, list[tuple[str, Any]], bool, bool, bool, bool, type]] = {}
        self._array = plain.module_names(sys.modules.get("numpy")).get("ndarray")
        self._eager = plain.module_names(sys.modules.get("tensorflow.python.framework.ops")).get("EagerTensor")
        self._simple = simple_queue()
        self._context = context_type()
        self._measures: dict[int, tuple[type, Measure | None]] = {}  # by the address of a type: itself, and its measure
        self._steps: dict[
            tuple[int, str], Record
        ] = {}  # address of a type, attribute → the step, one for all paths that take it

    def step(self, kind: type, name: str, owner: Thing = None) -> Record:
        """The step through an attribute of an instance or a class; `owner` is the instance."""
        self.of(kind)  # known here, a type stays alive as long as its address is used
        found = self._steps.get((id(kind), name))
        if found is None:
            found = self._steps[id(kind), name] = paths.attribute_step(kind, name, owner)
        return found if found["kind"] != "queue" else paths.attribute_step(kind, name, owner)

    def length(self, obj: Thing) -> int | None:
        """Elements of a container, rows of a large array, characters of a long text; None for what has no length."""
        kind = type(obj)
        if kind is LRU:
            cached: int = LRU.cache_info(obj).currsize
            return cached
        if kind is self._simple:
            waiting: int = obj.qsize()
            return waiting
        if kind is self._array:
            if obj.dtype.hasobject:
                return slots.taken(slots.of_array(obj))
            shape = obj.shape
            rows: int | None = shape[0] if shape and obj.nbytes >= LARGE else None
            return rows
        if kind is self._eager:
            return self._rows(obj)
        if id(kind) in TEXTS:
            found = len(obj)
            return found if found >= LARGE else None
        return slots.taken(obj) if issubclass(kind, list) else plain.length(obj)

    def amount(self, obj: Thing) -> int | None:
        """The length of what has one; else what is in the buffer of an object written in C, where that is large."""
        found = self.length(obj)
        return self._buffered(obj) if found is None else found

    def _buffered(self, obj: Thing) -> int | None:
        kind = type(obj)
        if id(kind) in ATOMS or kind is self._array or kind is self._simple:
            return None
        if id(kind) not in self._measures:
            self._measures[id(kind)] = kind, measure_of(kind)
        measure = self._measures[id(kind)][1]
        if measure is None or plain.size(obj) < LARGE:
            return None
        try:
            return measure(obj)
        except Exception as error:  # a C type may refuse
            pass_on(error)
            return None

    def places(self, obj: Thing) -> int | None:
        """Places of a list or an array of objects where some at its end are free; None for anything else."""
        kind = type(obj)
        array = kind is self._array and obj.dtype.hasobject
        if not (array or issubclass(kind, list)):
            return None
        places: int = obj.size if array else list.__len__(obj)
        return places if (self.length(obj) or 0) < places else None

    @staticmethod
    def _rows(tensor: Any) -> int | None:
        try:
            shape = tensor._shape_tuple() if tensor._id else ()
            return shape[0] if shape and tensor._num_elements() * tensor.dtype.size >= LARGE else None
        except Exception as error:  # not on this device, or not ready
            pass_on(error)
            return None

    def is_large(self, obj: Thing) -> bool:
        """Whether this is no container, but worth following where a name stands for it."""
        kind = type(obj)
        if kind is self._array and obj.dtype.hasobject:
            return False
        if id(kind) in TEXTS or kind is self._array or kind is self._eager:
            return self.length(obj) is not None
        return self._buffered(obj) is not None

    def is_users(self, obj: Thing) -> bool:
        """Whether an object is the program's own: an instance of its classes, a function of its code, a method of either."""
        kind = type(obj)
        if kind is types.MethodType:
            obj = obj.__func__
            kind = type(obj)
        if kind is types.FunctionType:
            return paths.is_users_file(obj.__code__.co_filename)
        return not plain.is_class(obj) and self.of(kind)[5]

    def can_hold(self, obj: Thing) -> bool:
        """Whether anything can be reached through an object."""
        kind = type(obj)
        if id(kind) in ATOMS or kind is self._eager:
            return False
        if kind is self._array:
            return bool(obj.dtype.hasobject)
        if kind is types.FunctionType:
            return self._is_more_than_code(obj)
        return kind is dict or system.is_tracked(obj) or kind is self._simple or kind is LRU

    def _is_more_than_code(self, function: Any) -> bool:
        """Whether a function has a closure, attributes of its own, or defaults that can hold something."""
        if function.__closure__ is not None or any(map(self.can_hold, function.__defaults__ or ())):
            return True
        return self._may_have_attributes(function)

    @staticmethod
    def _may_have_attributes(function: Any) -> bool:
        """Whether a function refers to a dict of its own. Asked for by name, that of its attributes would be made where there is none."""
        shared = id(function.__globals__), id(getattr(function, "__builtins__", None))
        return any(type(one) is dict and id(one) not in shared for one in system.referents(function))

    def of(self, kind: type) -> tuple[str, Any, list[tuple[str, Any]], bool, bool, bool, bool, type]:
        """(qualified name, getter of the attribute dict, [(name, slot)], TensorFlow's, nothing to enter, the user's, partly in C, itself) of a type."""
        found = self._known.get(id(kind))
        if found is None:
            getter, slots = None, []
            for base in plain.mro(kind):
                for name, member in list(plain.class_names(base).items()):
                    if type(member) is types.MemberDescriptorType and type(name) is str and not name.startswith("__"):
                        slots.append((name, member))
                    elif getter is None and name == "__dict__" and plain.is_one_of(type(member), plain.ATTRIBUTES):
                        getter = member
            module = module_of(kind)
            framework = is_framework_module(module)
            weak = any(plain.name(base) in WEAK for base in plain.mro(kind)) and module in (
                "weakref",
                "builtins",
                "_weakref",
            )
            leaf = weak or module.startswith(PACKAGES) or (framework and plain.name(kind) in LEAVES)
            user = paths.is_users(kind)
            closed = any(is_closed(base) for base in plain.mro(kind))
            found = self._known[id(kind)] = (plain.qualname(kind), getter, slots, framework, leaf, user, closed, kind)
        return found

    def children(self, obj: Thing, interior: bool = True) -> list[Group]:
        """Lists of [key, function that describes the step, children looked at, how many there are].

        Of an object of TensorFlow's own, what is TensorFlow's again is left out where `interior` says that this is its interior.
        """
        kind = type(obj)
        if id(kind) in SUSPENDED:
            return self._of_waiting_code(obj, kind)
        if kind is types.FunctionType:
            return self._of_function(obj)
        if kind is LRU:
            return self._of_cache(obj)
        if issubclass(kind, types.ModuleType):
            return []
        if plain.is_class(obj):
            return self._of_class(obj)
        if kind is self._array:
            places = slots.of_array(obj)
            used = slots.taken(places)
            return [[paths.ITEM, paths.item_step, places[max(0, used - WHOLE) : used], used]] if used else []
        if kind is self._simple:
            return []
        if kind is self._context:
            return self._of_context(obj)
        if issubclass(kind, _thread._local):
            return self._of_thread_local(obj, kind)
        name, getter, members, framework, leaf, user, closed, _ = self.of(kind)
        if leaf:
            return []
        found = self._elements(obj, kind)
        found += self._attributes(obj, kind, name, getter, members, framework and interior)
        if issubclass(kind, BaseException):
            found += self._causes(obj, kind, name)
        elif closed or not (found or members or getter):  # what a class of Python's stores has names
            listed = {id(below) for _, _, children, _ in found for below in children} | {id(plain.instance_names(obj))}
            below = [one for one in system.referents(obj) if one is not kind and id(one) not in listed]
            found += [[paths.INSIDE, paths.plain_step, self._sampled(below), len(below)]] if below else []
        if user:
            found.append([paths.PLAIN, paths.plain_step, [kind], 1])  # what the class itself stores
        return found

    def _of_context(self, obj: Any) -> list[Group]:
        """The values of context variables, by their names."""
        return [
            [
                ("attribute", variable.name, "Context"),
                functools.partial(paths.variable_step, "context variable", variable.name),
                [value],
                1,
            ]
            for variable, value in type(obj).items(obj)
            if type(variable.name) is str and (self.can_hold(value) or self.is_large(value))
        ]

    def _of_thread_local(self, obj: Thing, kind: type) -> list[Group]:
        """What each thread has under a name, those of all threads together; asked by name, it would be made for the thread that asks."""
        found: dict[str, list[Any]] = {}
        for table in system.referents(obj):
            for names in list(dict.values(table)) if type(table) is dict else ():
                for name, value in list(dict.items(names)) if type(names) is dict else ():
                    if type(name) is str and (self.can_hold(value) or self.is_large(value)):
                        found.setdefault(name, []).append(value)
        owner = plain.qualname(kind)
        step = self.step if kind is not _thread._local else lambda _, name: paths.variable_step("thread-local", name)
        return [
            [("attribute", name, owner), functools.partial(step, kind, name), values, len(values)]
            for name, values in found.items()
        ]

    @staticmethod
    def _causes(obj: Thing, kind: type, name: str) -> list[Group]:
        """The exceptions that an exception was raised from or after: kept errors form chains."""
        found = []
        for link in ("__cause__", "__context__"):
            other = BaseException.__dict__[link].__get__(obj)
            if other is not None:
                found.append([("attribute", link, ""), functools.partial(paths.attribute_step, kind, link), [other], 1])
        return found

    def _sampled(self, elements: list[Any]) -> list[Any]:
        return elements if len(elements) <= WHOLE else elements[:: max(1, len(elements) // SPREAD)] + elements[-NEWEST:]

    def _elements(self, obj: Thing, kind: type) -> list[Group]:
        """The elements of a built-in container or one derived from it."""
        if issubclass(kind, dict):
            return self._values(obj)
        if issubclass(kind, tuple):
            return self._of_tuple(obj, kind)
        if not issubclass(kind, (list, set, frozenset, collections.deque)):
            return []
        total = plain.length(obj)
        return [[paths.ITEM, paths.item_step, self._some(obj, kind, total), total]] if total else []

    def _some(self, obj: Thing, kind: type, total: int) -> list[Any]:
        """All elements of a small container; of a large one the newest, and some at even distances."""
        if total <= WHOLE:
            return list(plain.values(obj))
        newest = slots.newest(obj, NEWEST) or plain.newest(obj, NEWEST)
        if self._wanted:
            newest = [element for element in system.referents(obj) if id(element) in self._wanted] + newest
        if not any(self.can_hold(element) for element in newest[-GLANCE:]):
            return newest[-GLANCE:]
        try:
            if issubclass(kind, list):
                return list.__getitem__(obj, slice(0, total - NEWEST, max(1, total // SPREAD))) + newest
            step = max(1, total // SPREAD) if total <= plain.FAR else 1
            return list(itertools.islice(plain.values(obj), 0, SPREAD * step, step)) + newest
        except RuntimeError as error:  # changed meanwhile
            pass_on(error)
            return newest

    def _values(self, obj: Thing) -> list[Group]:
        """The values of a dict, by key where it is a record; keys that hold something count as elements."""
        total = dict.__len__(obj)
        if not total:
            return []
        if total <= RECORD:
            rows = list(dict.items(obj))
            if all(type(key) is str and len(key) <= NAME for key, _ in rows):
                return [
                    [("key", key, ""), paths.key_step, [value], 1]
                    for key, value in rows
                    if self.can_hold(value) or self.is_large(value)
                ]
        found = [[paths.ITEM, paths.item_step, self._some(obj, dict, total), total]]
        if any(self.can_hold(key) for key in itertools.islice(dict.__iter__(obj), GLANCE)):
            keys = list(itertools.islice(dict.__iter__(obj), NEWEST))
            found.append([paths.PLAIN, paths.plain_step, keys, total])
        return found

    def _of_tuple(self, obj: Thing, kind: type) -> list[Group]:
        values = list(plain.values(obj))
        fields = plain.class_names(kind).get("_fields") if kind is not tuple else None
        if type(fields) is tuple and len(fields) == len(values):
            owner = plain.qualname(kind)
            return [
                [("attribute", field, owner), functools.partial(self.step, kind, field), [value], 1]
                for field, value in zip(fields, values)
                if type(field) is str
            ]
        return [[paths.PLAIN, paths.plain_step, values[:WHOLE], len(values)]]

    def _attributes(
        self, obj: Thing, kind: type, name: str, getter: Any, slots: list[tuple[str, Any]], framework: bool
    ) -> list[Group]:
        """Instance attributes and slots; of TensorFlow's own objects only what is not TensorFlow's again."""
        stored: list[tuple[str, Any]] = []
        names = None
        if getter is not None:
            try:
                names = getter.__get__(obj)
            except Exception as error:  # a C type may refuse
                pass_on(error)
            if type(names) is dict:
                first = itertools.islice(list(names.items()), NAMED)
                stored = [(key, value) for key, value in first if type(key) is str]
        for key, member in slots:
            try:
                stored.append((key, member.__get__(obj)))
            except AttributeError as error:
                pass_on(error)
                continue
        found = []
        for key, value in stored:
            if not (self.can_hold(value) or self.is_large(value)):
                continue
            if framework and self._is_interior(value):
                continue
            found.append([("attribute", key, name), functools.partial(self.step, kind, key, obj), [value], 1])
        if type(names) is dict and len(names) > NAMED:
            step = functools.partial(self.step, kind, "__dict__", obj)
            found.append([("attribute", "__dict__", name), step, [names], 1])
        return found

    def _is_interior(self, value: Thing) -> bool:
        kind = type(value)
        return self.of(kind)[3] and not plain.name(kind).endswith(("List", "Wrapper", "Callback"))

    def _of_waiting_code(self, obj: Thing, kind: type) -> list[Group]:
        code_name, frame_name = SUSPENDED[id(kind)]
        code, frame = getattr(obj, code_name), getattr(obj, frame_name)
        names = frame_locals(frame) if frame is not None else {}
        if not names:
            below = [child for child in system.referents(obj) if type(child) is not types.FrameType]
            return [[("local", "", code.co_name), functools.partial(paths.suspended_step, code, ""), below, len(below)]]
        return [
            [("local", name, code.co_name), functools.partial(paths.suspended_step, code, name), [value], 1]
            for name, value in names.items()
            if self.can_hold(value) or self.is_large(value)
        ]

    def _of_function(self, obj: Thing) -> list[Group]:
        """Closure, defaults and attributes of a function."""
        found = []
        code = obj.__code__
        for name, cell in zip(code.co_freevars, obj.__closure__ or ()):
            try:
                value = cell.cell_contents
            except ValueError as error:  # an empty cell
                pass_on(error)
                continue
            found.append(
                [("closure", name, code.co_name), functools.partial(paths.code_step, "closure", name, obj), [value], 1]
            )
        defaults = list(obj.__defaults__ or ()) + list((obj.__kwdefaults__ or {}).values())
        names = code.co_varnames[: code.co_argcount][-len(obj.__defaults__ or ()) :] if obj.__defaults__ else ()
        names = list(names) + list(obj.__kwdefaults__ or ())
        for name, value in zip(names, defaults):
            if self.can_hold(value):
                found.append(
                    [
                        ("default", name, code.co_name),
                        functools.partial(paths.code_step, "default", name, obj),
                        [value],
                        1,
                    ]
                )
        attributes = list(obj.__dict__.items()) if self._may_have_attributes(obj) else ()
        for name, value in attributes:
            if type(name) is str and self.can_hold(value):
                found.append(
                    [
                        ("function attribute", name, code.co_name),
                        functools.partial(paths.code_step, "attribute", name, obj),
                        [value],
                        1,
                    ]
                )
        return found

    def _of_cache(self, obj: Thing) -> list[Group]:
        """What a cache of `functools` has stored, and what the cached function has in its closure."""
        info = LRU.cache_info(obj)
        wrapped = plain.attribute(obj, "__wrapped__", obj)
        found = [[paths.PLAIN, paths.plain_step, [wrapped], 1]] if type(wrapped) is types.FunctionType else []
        if 0 < info.currsize <= plain.FAR:
            stored = contained(obj)
            found.append([paths.ITEM, paths.item_step, self._some(stored, type(stored), len(stored)), info.currsize])
        return found

    def _of_class(self, obj: Thing) -> list[Group]:
        """What a class itself stores: containers, and functions with closures, defaults or caches."""
        module = module_of(obj)
        if is_framework_module(module) or module in ("builtins", "abc", "typing", "collections"):
            return []
        name = plain.qualname(obj)
        return [
            [("attribute", key, name), functools.partial(self.step, obj, key), [self._unwrapped(value)], 1]
            for key, value in list(plain.class_names(obj).items())
            if type(key) is str
            and not key.startswith("__")
            and (self.can_hold(self._unwrapped(value)) or self.is_large(value))
        ]

    @staticmethod
    def _unwrapped(value: Thing) -> Any:
        """The function inside a static or class method."""
        return value.__func__ if plain.is_one_of(type(value), (staticmethod, classmethod)) else value


def cache_step(cache: Any) -> tuple[Key, Describe]:
    """The key and the description of the step to a cache of `functools`."""
    wrapped = plain.attribute(cache, "__wrapped__", cache)
    name = wrapped.__qualname__ if type(wrapped) is types.FunctionType else ""

    def describe() -> Record:
        return dict(paths.code_step("lru_cache", "", wrapped), bound=LRU.cache_info(cache).maxsize)

    return ("lru_cache", "", name), describe


def contained(obj: Thing) -> Any:
    """The container whose elements tell what an object holds: itself, the table inside a cache, the list inside a queue."""
    if type(obj) is simple_queue():
        return next((child for child in system.referents(obj) if type(child) is list), obj)
    if plain.name(type(obj)) == "ndarray" and module_of(type(obj)) == "numpy":
        obj = slots.of_array(obj)
    if plain.is_a(obj, list):
        return slots.newest(obj, NEWEST) or obj
    if type(obj) is not LRU:
        return obj
    size, referents = LRU.cache_info(obj).currsize, system.referents(obj)
    table = next((child for child in referents if type(child) is dict and len(child) == size), {})
    link = next(map(type, table.values()), None)
    if size > plain.FAR or link is None or module_of(link) != "functools":
        return table
    # A cache with a bound keeps its results in links, and shows what is in them beside them.
    names = plain.instance_names(obj) or {}
    others = {id(table), id(names), id(names.get("__wrapped__")), *map(id, table)}
    return [child for child in referents if id(child) not in others and not plain.is_class(child)]


def module_dicts() -> set[int]:
    """The addresses of all modules' names, which functions refer to and nobody walks through."""
    return {id(names_of(module)) for module in list(sys.modules.values())}
