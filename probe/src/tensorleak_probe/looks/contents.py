"""What a growing container holds: sizes and kinds of a few of its elements."""

from __future__ import annotations

import collections
import functools
import itertools
import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import is_framework_module
from tensorleak_probe.looks.modules import HEAP_TYPE, is_opaque, module_of
from tensorleak_probe.looks.paths import is_users, is_users_file
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any, Container, Iterable, Iterator

    from tensorleak_probe.vocabulary import Record, Thing

SAMPLE = 24
A_PART = 8  # elements, one of which holds a thing at least: what only the newest of many hold is taken from them again
SHORT = 200  # bytes of a key that is a name or a number
MAX_PARTS = 64
MAX_REACH = 128  # objects below one element
# Elements of a container that stand for all of them: near the element that is weighed, and further below.
WIDE, NARROW = 8, 3
NEAR = 2  # steps
CLOSE = 1000  # elements at the end of a container among which they are chosen
SMALL = range(-5, 257)  # whole numbers that the interpreter has anyway
MAX_DEPTH = 7  # steps from an element: a logger, its handlers, a handler, its buffer, a record, a tensor in it

# The first matching kind by any class name in the element's ancestry.
CLASS_KINDS = (
    ("EagerTensor", "tensor"),
    ("SymbolicTensor", "symbolic"),
    ("KerasTensor", "symbolic"),
    ("Tensor", "symbolic"),
    ("Operation", "symbolic"),
    ("Variable", "variable"),
    ("GradientTape", "tape"),
    ("Model", "model"),
    ("BaseSession", "session"),
    ("PolymorphicFunction", "function"),
    ("ConcreteFunction", "function"),
    ("Graph", "graph"),
    ("DatasetV2", "dataset"),
    ("OwnedIterator", "iterator"),
    ("IteratorBase", "iterator"),
    ("Thread", "thread"),
    ("ndarray", "array"),
    ("DataFrame", "array"),
    ("Layer", "layer"),
    ("Optimizer", "optimizer"),
    ("BaseOptimizer", "optimizer"),
)
RANK = (
    "session",
    "model",
    "tape",
    "function",
    "graph",
    "iterator",
    "dataset",
    "optimizer",
    "layer",
    "variable",
    "thread",
    "tensor",
    "symbolic",
    "array",
)
PLAIN = ("object", "opaque")
SUSPENDED = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
MAX_FRAMES = 8  # of a kept traceback
SLOTS = (
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.WrapperDescriptorType,
)  # what a class has of its type
SCAFFOLD = (types.FrameType, types.CodeType, types.FunctionType, types.ModuleType)
FRAMEWORKS = ("tensorflow", "keras", "tf_keras", "numpy", "pandas", "threading")


def kind_of(obj: Thing) -> str:
    """The kind of one object, by the names of its framework ancestors; 'opaque' or 'object' for anything else."""
    for base in plain.mro(type(obj)):
        module = module_of(base)
        if module.split(".")[0] in FRAMEWORKS:
            name = plain.name(base)
            if name == "Function" and "eager" in module:
                return "function"
            for known, kind in CLASS_KINDS:
                if name == known:
                    return kind
    return "opaque" if is_opaque(type(obj)) or is_framework_module(module_of(type(obj))) else "object"


def is_trusted(module: str) -> bool:
    """Whether the properties that a module's classes define may be asked: TensorFlow's, Keras's and NumPy's own."""
    return is_framework_module(module) or module.split(".")[0] == "numpy"


def own_bytes(obj: Thing, kind: str) -> int:
    """Bytes that keeping `obj` itself costs."""
    try:
        if kind == "tensor" and is_trusted(module_of(type(obj))) and plain.is_genuine(type(obj)):
            # a tensor without an id is still being made in another thread
            nbytes: int = obj._num_elements() * obj.dtype.size + 200 if obj._id else 200
            return nbytes
        if kind == "array":
            base = plain.computed(obj, "base", is_trusted)
            whole = base if base is not None and plain.name(type(base)) == "ndarray" else obj
            return int(plain.computed(whole, "nbytes", is_trusted, 0)) + 112
        if kind == "variable":
            shape, dtype = plain.computed(obj, "shape", is_trusted), plain.computed(obj, "dtype", is_trusted)
            return int((shape.num_elements() or 0) * dtype.size) + 1000
    except Exception as error:
        pass_on(error)
    return plain.size(obj)


def parts(obj: Thing) -> list[Any]:
    """The objects one step below an element: items, values, attributes, and what code that it refers to has in hand."""
    return _visible_parts(obj) + _parts_of_code(obj) or _parts_in_c(obj)


def _parts_in_c(obj: Thing) -> list[Any]:
    """What an object written in C refers to, which has neither elements nor attributes: contexts, iterators, parsers."""
    kind = type(obj)
    if plain.flags(kind) & HEAP_TYPE or not system.is_tracked(obj) or plain.length(obj) is not None:
        return []
    return _locals_of([obj])


def _parts_of_code(obj: Thing) -> list[Any]:
    """What a closure, a bound method, a suspended generator or the frames of a kept exception keep alive."""
    kind = type(obj)
    if plain.is_class(obj):
        return [value for value in list(plain.class_names(obj).values()) if not plain.is_one_of(type(value), SLOTS)]
    if issubclass(kind, BaseException):
        chained = [BaseException.__dict__[name].__get__(obj) for name in ("__cause__", "__context__", "__traceback__")]
        return chained[:2] + _locals_of(_dead_frames(chained[2]))
    if module_of(kind) == "_asyncio":  # tasks and futures, written in C: the result and the coroutine
        return _locals_of([obj])
    if plain.is_one_of(kind, SUSPENDED):
        return _locals_of([obj] + [part for part in system.referents(obj) if type(part) is types.FrameType])
    if plain.is_one_of(kind, (types.ModuleType,)):  # one that a table of modules keeps
        names = plain.instance_names(obj) or {}
        return [value for name, value in list(names.items()) if type(name) is str and not name.startswith("__")][
            :MAX_PARTS
        ]
    if kind is types.FunctionType:
        return system.referents(*(obj.__closure__ or ())) + list(obj.__defaults__ or ())
    if kind is types.MethodType:
        return [obj.__self__, obj.__func__]
    if kind is functools.partial:
        return [obj.func] + list(obj.args) + list(obj.keywords.values())
    return []


def _dead_frames(traceback: TracebackType | None) -> list[FrameType]:
    """The frames that a kept traceback keeps, which nothing runs any more."""
    frames: list[FrameType] = []
    while traceback is not None and len(frames) < MAX_FRAMES:
        frames.append(traceback.tb_frame)
        traceback = traceback.tb_next
    running = {id(frame) for newest in sys._current_frames().values() for frame in _callers(newest)} if frames else ()
    return [frame for frame in frames if id(frame) not in running]


def _callers(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame and those that it returns to."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def _locals_of(frames: Iterable[Any]) -> list[Any]:
    """The local values of frames, less the modules' names; not by `f_locals`: reading that would leave a copy behind."""
    found = [part for frame in frames if frame is not None for part in system.referents(frame)]
    return [
        part
        for part in found
        if not plain.is_one_of(type(part), SCAFFOLD) and not (type(part) is dict and "__name__" in part)
    ][:MAX_PARTS]


def parts_below(obj: Thing, count: int) -> list[tuple[Any, float]]:
    """What lies one step below an element, and how many things each of these stands for: of a large container only some elements are looked at.

    Leaves, such as names and numbers, stand for themselves: the same few may be everywhere.
    """
    some = sampled(obj, count)
    if not some or not any(map(is_heavy, some)):
        return [(part, 1.0) for part in parts(obj)]
    more = (plain.length(obj) or 0) / len(some)
    found = [(part, more) for part in some]
    if module_of(type(obj)) not in ("builtins", "collections"):
        found += [(value, 1.0) for _, value in itertools.islice(plain.attributes(obj), MAX_PARTS)]
    return found + [(part, 1.0) for part in _parts_of_code(obj)]


def sampled(obj: Thing, count: int) -> list[Any]:
    """Some elements of a large container; none of a small one, whose parts are all looked at, and where two of them are one thing."""
    total = plain.length(obj)
    if total is None or total <= count or not plain.is_a(obj, dict, list, tuple, set, frozenset, collections.deque):
        return []
    if plain.is_a(obj, dict) and sys.version_info < (3, 8):
        found = list(itertools.islice(plain.values(obj), count))  # Python 3.7 has no way back
    else:
        found = plain.spread(obj, count, min(total, CLOSE))
    return found if len(set(map(id, found))) == len(found) else []


def is_heavy(obj: Thing) -> bool:
    """Whether something may hold others, or is no name or number."""
    return system.is_tracked(obj) or plain.size(obj) > SHORT or kind_of(obj) not in PLAIN


def _visible_parts(obj: Thing) -> list[Any]:
    """Up to 64 elements of a container, and values of the attributes of an instance: a tracked list has its elements in one of them."""
    found: list[Any] = []
    if plain.is_a(obj, dict, list, tuple, set, frozenset, collections.deque):
        try:
            found = list(itertools.islice(plain.values(obj), MAX_PARTS))
        except RuntimeError as error:  # changed meanwhile
            pass_on(error)
    if module_of(type(obj)) in ("builtins", "collections"):
        return found
    return found + [value for _, value in itertools.islice(plain.attributes(obj), MAX_PARTS)]


def is_callable(obj: Thing) -> bool:
    """Whether a type has calls; `callable` asks no more, and nothing is called."""
    return any("__call__" in plain.class_names(base) for base in plain.mro(type(obj)))


def _is_part(obj: Thing, alone: Container[int]) -> bool:
    """Whether an object may be a part of an element: not nothing, no class, no module, and none of the elements."""
    kind = type(obj)
    if obj is None or kind is bool or (kind is int and obj in SMALL) or plain.is_one_of(kind, (types.ModuleType,)):
        return False
    return id(obj) not in alone and not plain.is_class(obj)


class _Weighing:
    """Gathers kind and bytes of elements and of what is below them, level by level, each thing once.

    What most elements share is not theirs: it is neither counted nor entered. An element is not a part of another: a node of a chain
    leads to the next one.
    """

    def __init__(self, elements: list[Any]) -> None:
        self.reached: dict[int, tuple[str, int, float]] = {}  # kind, bytes, and how many such things it stands for
        self.times: collections.Counter[int] = collections.Counter()
        self.common = max(2, len(elements) / 4)
        self._alone = {id(element): element for element in elements}
        self._found: list[set[int]] = [set() for _ in self._alone]
        self._live: list[Any] = []  # all that was met: what is gone might leave its address to something else

    def go(self) -> None:
        """Visits the elements, then what is below them."""
        level = [(number, element, 1.0) for number, element in enumerate(self._alone.values())]
        for depth in range(MAX_DEPTH + 1):
            level = [(number, obj, each) for number, obj, each in level if self._is_new(number, obj, depth)]
            below = []
            for number, obj, each in level:
                kind = self._weighed(obj, depth, each) if self.times[id(obj)] <= self.common else ""
                if kind in PLAIN + ("layer",):
                    some = parts_below(obj, WIDE if depth < NEAR else NARROW)
                    below += [(number, part, each * more) for part, more in some]
            level = below

    def own(self) -> Iterator[tuple[int, tuple[str, int, float]]]:
        """What was met, by address: kind, bytes, and how many things it stands for; not what most elements share."""
        return ((key, row) for key, row in self.reached.items() if self.times[key] <= self.common)

    def spread(self) -> collections.Counter[str]:
        """In how many elements each kind of thing was met."""
        kinds = {key: kind for key, (kind, _, _) in self.own()}
        return collections.Counter(
            kind for found in self._found for kind in {kinds[key] for key in found if key in kinds}
        )

    def _is_new(self, number: int, obj: Any, depth: int) -> bool:
        found = self._found[number]
        if id(obj) in found or len(found) >= MAX_REACH or (depth and not _is_part(obj, self._alone)):
            return False
        found.add(id(obj))
        self.times[id(obj)] += 1
        self._live.append(obj)
        return True

    def _weighed(self, obj: Any, depth: int, each: float) -> str:
        """The kind of an object, which is noted with how many it stands for; none for what is not looked into."""
        kind = kind_of(obj)
        if kind in PLAIN and depth > 1 and is_callable(obj) and not is_users(type(obj)):
            return ""  # a function, or a framework's; a model of the program's own is called, too
        self.reached[id(obj)] = kind, own_bytes(obj, kind), each
        return kind


def weigh(elements: list[Any]) -> tuple[collections.Counter[str], collections.Counter[str]]:
    """Bytes by kind below these elements, and how many of the elements have some of it; what most of them share is not theirs."""
    weighing = _Weighing(elements)
    weighing.go()
    totals: collections.Counter[str] = collections.Counter()
    for key, (kind, nbytes, each) in weighing.own():
        totals[kind] += round(nbytes * each) if weighing.times[key] == 1 else nbytes
    return totals, weighing.spread()


def dominant(totals: collections.Counter[str], numbers: collections.Counter[str], elements: int) -> str:
    """The kind that names the contents: the rarest framework thing that a good part of the elements has, else what weighs most."""
    for kind in RANK[:11]:
        if numbers[kind] * A_PART >= elements and numbers[kind]:
            return kind
    weighty = {kind: nbytes for kind, nbytes in totals.items() if kind not in PLAIN}
    unnamed = sum(totals.get(kind, 0) for kind in PLAIN)
    return max(weighty, key=weighty.__getitem__) if weighty and max(weighty.values()) * 2 >= unnamed else "object"


def heavy_keys(container: Thing) -> list[Any]:
    """Some keys of a dict that may weigh more than a name or a number: texts, tuples, objects."""
    if not plain.is_a(container, dict):
        return []
    try:
        keys = list(itertools.islice(reversed(dict.keys(container)), SAMPLE))
    except (RuntimeError, TypeError) as error:  # changed meanwhile; Python 3.7 has no way back
        pass_on(error)
        keys = list(itertools.islice(dict.__iter__(container), SAMPLE))
    return [key for key in keys if type(key) is tuple or system.is_tracked(key) or plain.size(key) > SHORT]


def is_programs(obj: Thing) -> bool:
    """Whether something is the program's own definition: one of its classes or functions."""
    if type(obj) is types.FunctionType:
        return is_users_file(obj.__code__.co_filename)
    return plain.is_class(obj) and is_users(obj)


def describe_contents(container: Thing, grown: int = plain.FAR) -> Record:
    """Kind, bytes and type of elements among the `grown` ones that came last: the older of them may have been emptied since."""
    elements = plain.spread(container, SAMPLE, grown)
    keys = heavy_keys(container)
    totals, numbers = weigh(elements + keys)
    distinct = max(len(set(map(id, elements))), len(keys))
    kind = type(elements[-1] if elements else None)
    return {
        "contents": dominant(totals, numbers, len(elements)) if totals else "object",
        "element_type": "%s.%s" % (module_of(kind), plain.qualname(kind)),
        "element_bytes": int(sum(totals.values()) / max(1, len(elements))) + 8,
        "distinct": distinct,
        "sampled": len(elements),
        "opaque": 2 * numbers["opaque"] >= len(elements) > 0,
        "users": 2 * max(sum(map(is_programs, elements)), sum(map(is_programs, keys))) >= len(elements) > 0,
        "bound": collections.deque.maxlen.__get__(container) if plain.is_a(container, collections.deque) else None,
    }


def describe_whole(obj: Thing, rows: float) -> Record:
    """Kind and bytes per row of one large array, tensor or text that grows as a whole."""
    kind = kind_of(obj)
    return {
        "contents": kind if kind in ("tensor", "array") else "object",
        "element_type": "%s.%s" % (module_of(type(obj)), plain.qualname(type(obj))),
        "element_bytes": max(1, int(own_bytes(obj, kind) / max(1, rows))),
        "distinct": 1,
        "sampled": 1,
        "opaque": False,
        "whole": True,
        "bound": None,
    }
