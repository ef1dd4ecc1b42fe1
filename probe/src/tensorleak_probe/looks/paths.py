"""Paths: where in the program's objects something lies, with the elements of a container folded into one.

`Store.rows[*].payload[key]` stands for all pixels of all rows. A path is made of names and numbers only and keeps nothing of the
program alive; what lies on it is counted anew in every walk, and compared with the walk before.
"""

from __future__ import annotations

import collections
import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import is_framework_module
from tensorleak_probe.looks.modules import module_file, module_of
from tensorleak_probe.origins import LIBRARY, STDLIB, USER, Origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from tensorleak_probe.vocabulary import Record, Thing

    Key = tuple[str, ...]  # kind of step, name, owner; of a local name its file, too
    Describe = Callable[[], Record]

MAX_PATHS = 20000
RECURSION = 4  # steps back among which the same step means: a list of nodes, a tree
RISES = 2  # walks in a row in which something must have grown
MAX_IDLE = 1  # what paused is reported once more, as it is ...
RHYTHM = 2  # ... or, where it grows by rounds that are longer than from walk to walk, for so many of its longest rests
UNKNOWN = 6  # walks in which it may rest before its rhythm is known: from then on it has stopped
STEADY = 8  # walks in a row that have seen more each time: it grows, although it held as much before
ESTIMATED = 200  # objects on one path, from which their elements are estimated ...
ROUGHLY = 0.95  # ... so that fewer than this share of them is a fall
FULLER = 1.5
SAME_MEAN = 1.02  # containers that hold this much more each have grown themselves, not only in number
QUEUES = ("queue", "asyncio.queues", "multiprocessing.queues", "_queue")
CONTAINERS = (list, dict, set, collections.deque)
NAMESPACES = ("SimpleNamespace", "Namespace")  # of `types` and `argparse`: classes for attributes of anybody's choice
CALLBACKS = ("Callback", "SessionRunHook")  # classes of the frameworks whose objects are called back in a training
NAMED = ("attribute", "queue", "key", "global", "local", "closure", "lru_cache")

ITEM = ("item", "", "")
PLAIN = ("plain", "", "")
OWN = ("own", "", "")  # the program's own object, met in a library's
NOTHING: Any = types.MappingProxyType(
    {}
)  # below most paths: a dictionary of its own for each would triple what paths weigh
INSIDE = ("inside", "", "")  # what an object written in C refers to: its elements, as far as anybody can tell


class Path:
    """One place; `key` is (kind of step, name, owner) of the last step that leads to it."""

    __slots__ = (
        "above",
        "before",
        "below",
        "depth",
        "first",
        "foreign",
        "gap",
        "idle",
        "key",
        "latest",
        "length",
        "mean",
        "met",
        "number",
        "peak",
        "recursive",
        "restless",
        "rises",
        "root",
        "span",
        "start",
        "step",
        "walk",
        "watched",
    )

    above: Path | None
    depth: int
    root: Path
    step: Any  # a record; None above the names
    number: float
    length: float
    before: int | None
    latest: int | None  # at the last look, be it a walk or one between two walks
    mean: Any  # a number; None before the first walk is compared, as are `before` and `met`
    met: Any

    def __init__(self, above: Path | None, key: Key, step: Record | None, foreign: int = 0) -> None:
        self.above, self.key, self.step = above, key, step
        self.depth = above.depth + 1 if above is not None else 0
        self.root = above.root if above is not None and above.step is not None else self
        self.foreign = foreign  # steps in a row through objects of libraries
        self.below: dict[Key, Path] = NOTHING
        self.recursive = False
        self.walk = self.number = self.length = 0
        self.before = self.latest = self.mean = self.met = None
        self.rises = self.start = self.idle = 0
        self.gap = 0  # walks of its longest rest between two rises
        self.span = 0  # walks since it began to rise
        self.peak: int | None = None  # the most that was here before it was last seen to fall; None for what never fell
        self.watched: int | None = (
            None  # since when, in units of work, no distance between looks was longer than all before it
        )
        self.first = (0.0, 0.0)  # mean length and number of the containers here when they began to rise
        self.restless = True  # of a root: whether the length of anything below it has changed of late

    def down(self, key: Key, describe: Describe) -> Path:
        """The path one step further; the same path again where the step repeats one shortly before it."""
        found = self.below.get(key)
        if found is None:
            found = self._repeated(key)
            if found is None:
                step = describe()
                found = Path(self, key, step, self._foreign_below(step))
            self.lead(key, found)
        return found

    def lead(self, key: Key, path: Path) -> None:
        """Makes a path lie one step below this one."""
        if self.below is NOTHING:
            self.below = {}
        self.below[key] = path

    def _foreign_below(self, step: Record) -> int:
        """Steps in a row through a library's objects; elements count with the object that holds them."""
        if step["kind"] in ("item", "plain", "key"):
            return 0 if step.get("own") else self.foreign
        return self.foreign + 1 if step.get("foreign") else 0

    def _repeated(self, key: Key) -> Path | None:
        if key[0] not in ("attribute", "key", "closure"):
            return None
        path: Path | None = self
        for _ in range(RECURSION):
            if path is None:
                return None
            if path.key == key and not path.is_wrapper():
                path.recursive = True
                return path
            path = path.above
        return None

    def is_wrapper(self) -> bool:
        """Whether this step is the interior of a library's container: a list in a list, not a chain of nodes."""
        return bool(self.step.get("contains") and self.step.get("foreign"))

    def seen(self, walk: int, number: float, length: float) -> None:
        """Counts what this walk met here."""
        if self.walk != walk:
            self.walk, self.number, self.length = walk, 0, 0
        self.number += number
        self.length += length

    @property
    def amount(self) -> int:
        """What is compared between walks: elements of the containers here, or the nodes of a chain."""
        return round(self.number if self.recursive and not self.length else self.length)

    def compare(self) -> int:
        """Takes the finished walk's count; the growth since it began to rise where it has done so often enough, else 0."""
        now, mean = self.amount, self.length / max(1.0, self.number)
        was, was_mean, was_number = self.before, self.mean, self.met
        self.before, self.mean, self.met = now, mean, self.number
        self.latest = now
        if was is None:
            return 0
        if now != was:
            self.root.restless = True
        if now < was:
            self._fall(was)
            return 0
        if not self.rises:
            self.start, self.first = was, (was_mean, was_number)
        self.span = self.span + 1 if self.rises else 1
        if now > was and self._grew_itself(was_mean, was_number):
            self.gap = max(self.gap, self.idle) if self.rises else 0
            self.rises, self.idle = self.rises + 1, 0
        else:
            self.idle += 1
        patience = max(MAX_IDLE, RHYTHM * self.gap)
        if self.idle > max(UNKNOWN, patience):
            self.rises = self.gap = 0  # it has stopped: full, or never the program's
        known = self.peak is not None and now <= self.peak and self.rises < STEADY
        told = self.rises >= RISES and self.idle <= patience and not known
        return now - self.start if told and self._is_fuller() else 0

    def look_between(self) -> None:
        """Compares with the last look only to see whether less is here: what is filled and emptied in turn falls between two walks."""
        least, latest = (1.0 if self.number <= ESTIMATED else ROUGHLY), self.latest
        self.latest = self.amount
        if latest is not None and self.amount < least * latest:
            self._fall(latest)
            self.before, self.mean, self.met = self.amount, self.length / max(1.0, self.number), self.number

    def _fall(self, was: int) -> None:
        """Less is here than there `was`: rises count anew, and what was here before is no growth."""
        self.rises = self.idle = self.gap = 0
        self.peak = max(was, self.peak or 0)

    def _grew_itself(self, was_mean: float, was_number: float) -> bool:
        """Whether what lies here grew, and not only its number: that belongs to the container further out, or to the threads."""
        if self.recursive:
            return not self._outer_grew()
        return self.number <= was_number or self.mean > SAME_MEAN * was_mean

    def _is_fuller(self) -> bool:
        """Whether the containers here hold clearly more each, where there are more of them than when they began to rise."""
        mean, number = self.first
        return self.recursive or self.number <= number or self.mean >= FULLER * mean

    def _outer_grew(self) -> bool:
        path = self.above
        while path is not None:
            if path.rises and not path.idle:
                return True
            path = path.above
        return False

    def steps(self) -> list[Record]:
        """The steps from the name at the root to here."""
        path: Path | None = self
        found = []
        while path is not None and path.step is not None:
            found.append(path.step)
            path = path.above
        return found[::-1]


def root_step(kind: str, name: str, owner: str, file: str, line: int = 0) -> Record:
    """The first step of a path: a global of a module, or a local name of a running function."""
    text = "local '%s' in %s()" % (name, owner) if kind == "local" else "global %s.%s" % (owner, name)
    return {"kind": kind, "name": name, "owner": owner, "text": text, "file": file, "line": line, "mark": name}


ITEM_STEP = {"kind": "item", "text": "element", "mark": "[*]"}
PLAIN_STEP = {"kind": "plain", "text": "", "mark": ""}
OWN_STEP = dict(PLAIN_STEP, own=True)
KEY_STEP = {"kind": "key", "name": "", "text": "value of a key", "mark": "[key]"}


def item_step() -> Record:
    """A step to any element."""
    return ITEM_STEP


def plain_step() -> Record:
    """A step that a reader does not care about: into a tuple, a cell, a bound method."""
    return PLAIN_STEP


def own_step() -> Record:
    """No step at all: what a library's object refers to is the program's own again."""
    return OWN_STEP


def key_step() -> Record:
    """A step to the value of one key of a dict that is used as a record. Keys may be the program's data: none is recorded."""
    return KEY_STEP


def code_step(kind: str, variable: str, function: Any) -> Record:
    """A step through a function: a name of its closure, a default, or its cache."""
    is_function = type(function) is types.FunctionType
    code = function.__code__ if is_function else None
    name = (function.__qualname__ if is_function else plain.name(type(function))).replace("<locals>.", "")
    return {
        "kind": kind,
        "name": variable,
        "owner": name,
        "text": "%s of %s" % (kind, name),
        "file": code.co_filename if code is not None else "",
        "line": code.co_firstlineno if code is not None else 0,
        "library": code is not None and not is_users_file(code.co_filename),
        "mark": ".<%s %s>" % (kind, variable or name),
    }


def variable_step(kind: str, name: str) -> Record:
    """A step to what each context, or each thread, has under a name: the value of a context variable, of a thread local's attribute."""
    text = "%s %s" % (kind, name)
    return {"kind": kind, "name": name, "owner": "", "text": text, "file": "", "line": 0, "mark": "." + name}


def suspended_step(code: types.CodeType, name: str) -> Record:
    """A step to a local name of a generator or coroutine that waits."""
    return {
        "kind": "local",
        "name": name,
        "text": "local of generator %s" % code.co_name,
        "file": code.co_filename,
        "owner": code.co_name,
        "line": 0,
        "mark": ".<%s %s>" % (code.co_name, name),
    }


_origins = Origins()


def is_users(kind: type) -> bool:
    """Whether a class is the program's own."""
    return is_users_file(module_file(sys.modules.get(module_of(kind))))


def is_users_file(file: str) -> bool:
    """Whether a file is the program's own source."""
    return bool(file) and _origins.kind(file) == USER


def is_foreign(kind: type) -> bool:
    """Whether a class is a library's or written in C, and no built-in container."""
    return module_of(kind) not in ("builtins", "collections") and not is_users(kind)


def attribute_step(kind: type, name: str, owner: Thing = None) -> Record:
    """A step through an attribute of an instance or a class; `owner` is the instance, asked for a queue's bound."""
    module = module_of(kind)
    file = module_file(sys.modules.get(module))
    framework = is_framework_module(module)
    is_queue = module in QUEUES
    named = plain.name(kind) in NAMESPACES  # by the program, whoever defines the class
    library = not framework and not named and bool(file) and _origins.kind(file) in (LIBRARY, STDLIB)
    return {
        "kind": "queue" if is_queue else "attribute",
        "name": name,
        "owner": plain.qualname(kind),
        "text": "attribute %s.%s" % (plain.qualname(kind), name),
        "file": file,
        "line": 0,
        "callback": any(
            plain.name(base) in CALLBACKS for base in plain.mro(kind) if is_framework_module(module_of(base))
        ),
        "framework": framework,
        "library": library,
        "foreign": framework or library,
        "contains": issubclass(kind, CONTAINERS),  # a tracked list is the program's list
        "bound": queue_bound(owner) if is_queue and owner is not None else None,
        "mark": ".%s" % name,
    }


def queue_bound(owner: Thing) -> int | None:
    """How many items a queue takes before its producer waits; None for one without a bound."""
    size = plain.attribute(owner, "maxsize") or plain.attribute(owner, "_maxsize")
    return size if type(size) is int and size > 0 else None


def holder_of(path: Path, kind: type) -> Record:
    """A path as a record: words for people; scope, name and file of its last name for the desk. `kind` is the type found there."""
    steps = [step for step in path.steps() if step["kind"] != "plain"]
    named = [step for step in steps if step["kind"] not in ("item", "key")]
    queue = None
    if len(named) > 1 and named[-1]["kind"] == "queue":
        queue = named.pop()
    within = []
    while len(named) > 1 and (named[-1].get("library") or named[-1].get("framework")):
        # The list inside a UserList, a logging handler or a tracked list: the program's name for the whole is what helps.
        within.append(named.pop())
    if within and named[-1]["kind"] == "local" and named[-1].get("library"):
        named.append(
            within.pop(0)
        )  # no name of the program's leads there: that of the library's object says more than one of its frames
    if len(named) > 1 and path.recursive and named[-1] is path.step:
        named.pop()  # a chain is held by the name of its first node
    last = named[-1]
    if queue is not None:
        last = dict(last, kind="queue", text="queue %s" % last["text"], bound=queue.get("bound"))
    if module_of(kind) in QUEUES:
        last = dict(last, kind="queue", text="queue %s" % last["text"])
    return {
        "words": "%s %s" % (plain.name(kind), last["text"]),
        "scope": last["kind"],
        "name": last["name"],
        "owner": last.get("owner", ""),
        "file": last.get("file", ""),
        "line": last.get("line", 0),
        "path": [step["text"] for step in steps],
        "trail": "".join(step["mark"] for step in steps),
        "nested": steps[-1]["kind"] in ("item", "key"),
        "inside": bool(within) or is_foreign(kind),
        "bound": last.get("bound"),
        "callback": any(step.get("callback") for step in steps),
        "framework": any(step.get("framework") and not step.get("contains") for step in (*within, last)),
        "library": bool(last.get("library")),
        "user": not steps[0].get("framework"),
    }
