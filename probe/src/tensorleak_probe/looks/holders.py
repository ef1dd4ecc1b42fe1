"""Finds what holds an object, in the user's words: a forward search from the user's own names.

Searching forward from locals and module globals visits the user's objects only, names every step on the way, and needs
no pass over the whole heap; whatever it cannot reach is asked for backwards, a few levels up.
"""

import collections
import functools
import gc
import sys
import threading
import time

from tensorleak_probe.looks.modules import module_file, module_of, names_of
from tensorleak_probe.sites import FRAMEWORK_FILE, PROBE, USER, is_library

MAX_VISITED = 60000
MAX_CHILDREN = 400
SECONDS = 0.12  # of this thread: on a busy machine the search takes longer, not shorter
OPTIMIZED = 0x1  # code flag: a function's frame, whose f_locals is a snapshot
LRU = type(functools.lru_cache(maxsize=1)(lambda: None))
LEAVES = (
    "EagerTensor",
    "Operation",
    "Tensor",
    "ndarray",
    "SymbolicTensor",
    "TensorShape",
    "DType",
    "FuncGraph",
    "Graph",
    "ConcreteFunction",
)
QUEUES = ("queue", "asyncio.queues", "multiprocessing.queues", "_queue")


def is_framework(obj):
    """Whether an object's class belongs to TensorFlow or Keras."""
    return of_framework(type(obj))


def of_framework(kind):
    """Whether a class belongs to TensorFlow or Keras."""
    return module_of(kind).split(".")[0] in ("tensorflow", "keras", "tf_keras", "tensorflow_core")


def can_hold(value):
    """Whether something can be reached through `value`: all that the collector tracks, and dicts of plain data."""
    return gc.is_tracked(value) or type(value) is dict


class Root:
    """A name in the user's program from which the search starts."""

    __slots__ = ("file", "kind", "line", "name", "scope")

    def __init__(self, kind, name, scope, file, line):
        self.kind, self.name, self.scope, self.file, self.line = kind, name, scope, file, line


def frame_locals(frame):
    """A copy of a frame's local names; leaves no reference behind in the frame's own snapshot."""
    if frame.f_trace is not None:
        return {}
    snapshot = frame.f_locals
    names = dict(snapshot)
    if sys.version_info < (3, 13) and frame.f_code.co_flags & OPTIMIZED:
        snapshot.clear()  # the snapshot would keep deleted locals alive until the function returns
    return names


def frames_of_all_threads():
    """The frames of every thread but the probe's own, innermost first."""
    probe = {thread.ident for thread in threading.enumerate() if thread.name == "tensorleak"}
    for ident, frame in sys._current_frames().items():
        if ident in probe:
            continue
        for _ in range(200):
            if frame is None:
                break
            yield frame
            frame = frame.f_back


def frame_roots(sites, wanted):
    """Local names of the frames of one kind of code."""
    found = []
    for frame in frames_of_all_threads():
        code = frame.f_code
        if (sites.kind(code.co_filename) == USER) != wanted or sites.kind(code.co_filename) == PROBE:
            continue
        if code.co_name == "<module>":
            continue  # the module's globals, visited as such
        for name, value in frame_locals(frame).items():
            if can_hold(value):
                found.append((Root("local", name, code.co_name, code.co_filename, code.co_firstlineno), value))
    return found


def global_roots(sites):
    """Global names of the user's modules."""
    found, seen = [], set()
    for module_name, module in list(sys.modules.items()):
        filename = module_file(module)
        if module_name != "__main__" and (not filename or sites.kind(filename) != USER):
            continue
        names = names_of(module)
        if id(names) in seen:
            continue
        seen.add(id(names))
        for name, value in list(names.items()):
            if can_hold(value) and not name.startswith("__"):
                found.append((Root("global", name, module_name, filename or "<stdin>", 0), value))
    return found


def find_holders(containers, sites):
    """Container id → holder, for those that something in the program holds by a name."""
    if not containers:
        return {}
    wanted = {id(container) for container in containers}
    deadline = time.thread_time() + SECONDS
    own = {id(names_of(module)) for module in list(sys.modules.values())}
    found = {}
    for roots in (lambda: global_roots(sites) + frame_roots(sites, True), lambda: frame_roots(sites, False)):
        found.update(search(roots(), wanted - set(found), own, deadline))
        if len(found) == len(wanted) or time.thread_time() > deadline:
            break
    if not found and time.thread_time() < deadline:  # a pass over the whole heap per level: for one container only
        holder = climb(containers[0], own)
        if holder is not None:
            found[id(containers[0])] = holder
    return found


def search(roots, wanted, own, deadline):
    """Breadth first from named roots: the shortest path to each wanted container.

    A local name that is the container itself counts last: `losses = self.losses` is an alias, not the holder.
    """
    queue = collections.deque()
    visited, found, aliases = set(own), {}, {}
    for root, value in roots:
        if root.kind == "local" and id(value) in wanted:
            aliases.setdefault(id(value), describe_path((None, root, None), value))
        elif id(value) not in visited:
            visited.add(id(value))
            queue.append((value, (None, root, None)))
    missing = set(wanted)
    steps = 0
    while queue and missing:
        obj, node = queue.popleft()
        if id(obj) in missing:
            missing.discard(id(obj))
            found[id(obj)] = describe_path(node, obj)
        steps += 1
        if steps % 256 == 0 and (len(visited) > MAX_VISITED or time.thread_time() > deadline):
            break
        for child in children(obj, missing):
            key = id(child)
            if key not in visited:
                visited.add(key)
                queue.append((child, (node, None, obj)))
    aliases.update(found)
    return aliases


def children(obj, missing):
    """What lies one step below, leaving out the framework's interior and everybody's globals; of many only some."""
    kind = type(obj)
    if kind.__name__ in LEAVES or isinstance(obj, type(sys)):
        return []
    if (
        isinstance(obj, type)
        and kind is type
        and module_of(obj).split(".")[0] in ("tensorflow", "keras", "builtins", "abc", "typing", "collections")
    ):
        return []
    below = gc.get_referents(obj)
    if len(below) > MAX_CHILDREN:
        sought = [child for child in below if id(child) in missing]
        below = sought + below[: MAX_CHILDREN // 2] + below[-MAX_CHILDREN // 2 :]
    if is_framework(obj):
        return [
            child
            for child in below
            if can_hold(child) and (not is_framework(child) or type(child).__name__.endswith(("List", "Wrapper")))
        ]
    return [child for child in below if can_hold(child)]


def describe_path(node, target):
    """Puts a found path into words, with what the desk needs to find the line that adds to it."""
    chain = []
    current, child = node, target
    while current[1] is None:
        chain.append((current[2], child))
        child = current[2]
        current = current[0]
    root = current[1]
    on_path = {id(target)} | {id(parent) for parent, _ in chain}
    steps, above = [], None
    for parent, below in reversed(chain):
        steps.append(label(above, parent, below, on_path))
        above = parent
    holder = compose(root, [step for step in steps if step["kind"] != "plain"], target)
    if chain and steps[-1]["kind"] == "item":
        holder["_outer"] = chain[0][0]
    return holder


def label(above, parent, child, on_path):
    """One step of a path: how `parent`, itself reached from `above`, reaches `child`."""
    if isinstance(parent, LRU):
        return dict(
            code_step("lru_cache", getattr(parent, "__wrapped__", parent), on_path),
            bound=parent.cache_info().maxsize,
        )
    if isinstance(parent, dict):
        if above is not None and owns_names(above, parent, child):
            return attribute_step(above, child)
        return {"kind": "item", "text": "dict value"}
    if isinstance(parent, (list, tuple, set, collections.deque)):
        return {"kind": "plain"} if isinstance(parent, tuple) else {"kind": "item", "text": "element"}
    if type(parent).__name__ == "cell":
        return {"kind": "plain"}
    if hasattr(parent, "__code__"):
        return code_step("closure", parent, on_path)
    if type(parent).__name__ in ("generator", "coroutine"):
        return {
            "kind": "local",
            "name": "",
            "text": "local of generator %s" % parent.__name__,
            "file": parent.gi_code.co_filename if hasattr(parent, "gi_code") else "",
            "owner": parent.__name__,
            "line": 0,
        }
    if hasattr(parent, "__func__"):
        return {"kind": "plain"}
    return attribute_step(parent, child)


def owns_names(obj, names, child):
    """Whether `names` is the attribute dict of this instance or class."""
    if isinstance(obj, type):
        return any(value is child for value in list(vars(obj).values()))
    return not isinstance(obj, type(sys)) and getattr(obj, "__dict__", None) is names


def code_step(kind, function, on_path):
    """A step through a function: its closure or its cache."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__qualname__", getattr(function, "__name__", "?")).replace("<locals>.", "")
    variable = ""
    for free, cell in zip(code.co_freevars if code is not None else (), getattr(function, "__closure__", None) or ()):
        try:
            variable = free if id(cell.cell_contents) in on_path else variable
        except ValueError:  # an empty cell
            continue
    return {
        "kind": kind,
        "name": variable,
        "owner": name,
        "text": "%s of %s" % (kind, name),
        "file": code.co_filename if code is not None else "",
        "line": code.co_firstlineno if code is not None else 0,
    }


def attribute_step(owner, child):
    """A step through an attribute of an instance or a class."""
    kind = owner if isinstance(owner, type) else type(owner)
    name = next((key for key, value in list(getattr(owner, "__dict__", {}).items()) if value is child), None)
    if name is None:
        slots = [slot for base in kind.__mro__ for slot in getattr(base, "__slots__", ()) if isinstance(slot, str)]
        name = next((slot for slot in slots if getattr(owner, slot, None) is child), None)
    if name is None:
        return {"kind": "plain"}
    module = sys.modules.get(module_of(kind))
    bases = {base.__name__ for base in kind.__mro__ if of_framework(base)}
    return {
        "kind": "queue" if module_of(kind) in QUEUES else "attribute",
        "name": str(name),
        "owner": kind.__qualname__,
        "text": "attribute %s.%s" % (kind.__qualname__, name),
        "file": module_file(module),
        "line": 0,
        "callback": "Callback" in bases,
        "framework": of_framework(kind),
        "bound": queue_bound(owner) if module_of(kind) in QUEUES else None,
    }


def queue_bound(owner):
    """How many items a queue takes before its producer waits; None for one without a bound."""
    size = getattr(owner, "maxsize", None) or getattr(owner, "_maxsize", None)
    return size if isinstance(size, int) and size > 0 else None


def inside_library(step):
    """Whether a step leads through an object of a library, TensorFlow's own left out: what grows in those is theirs."""
    return step["kind"] == "attribute" and not step.get("framework") and is_library(step["file"])


def compose(root, steps, target):
    """The holder as a record: words for people, scope, name and file for the desk."""
    if root.kind == "local":
        base = {
            "kind": "local",
            "name": root.name,
            "owner": root.scope,
            "text": "local '%s' in %s()" % (root.name, root.scope),
            "file": root.file,
            "line": root.line,
        }
    else:
        module = "__main__" if root.scope == "__main__" else root.scope
        base = {
            "kind": "global",
            "name": root.name,
            "owner": module,
            "text": "global %s.%s" % (module, root.name),
            "file": root.file,
            "line": 0,
        }
    path = [base] + steps
    named = [step for step in path if step["kind"] not in ("item", "plain")]
    while len(named) > 1 and inside_library(named[-1]):
        named.pop()  # the list inside a UserList or a logging handler: the program's name for the whole is what helps
    last = named[-1]
    if last["kind"] == "queue":
        before = named[-2] if len(named) > 1 else last
        last = dict(before, kind="queue", text="queue %s" % before["text"], bound=last.get("bound"))
    if module_of(type(target)) in QUEUES:
        last = dict(last, kind="queue", text="queue %s" % last["text"])
    nested = path[-1]["kind"] == "item"
    return {
        "words": "%s %s" % (type(target).__name__, last["text"]),
        "scope": last["kind"],
        "name": last["name"],
        "owner": last.get("owner", ""),
        "file": last.get("file", ""),
        "line": last.get("line", 0),
        "path": [step["text"] for step in path],
        "nested": nested,
        "bound": last.get("bound"),
        "callback": any(step.get("callback") for step in path),
        "framework": bool(last.get("framework")),
        "user": True,
    }


def climb(container, own):
    """Backwards, for what no user name reaches: the module or class of a library that holds it."""
    current, seen = container, {id(container)}
    for _ in range(4):
        referrers = [
            r
            for r in gc.get_referrers(current)
            if id(r) not in seen
            and type(r).__name__ not in ("frame", "list_iterator")
            and not isinstance(r, type(sys._getframe()))
        ]
        referrers = [r for r in referrers if not (isinstance(r, list) and len(r) > 100000)]
        if not referrers:
            return None
        for referrer in referrers:
            if id(referrer) in own and isinstance(referrer, dict):
                name = next((key for key, value in list(referrer.items()) if value is current), "?")
                module = referrer.get("__name__", "?")
                return library_holder(container, "%s.%s" % (module, name), module)
        holder = referrers[0]
        if not isinstance(holder, (dict, list, tuple, set)) and type(holder).__name__ != "cell":
            return library_holder(
                container,
                "attribute of %s.%s" % (module_of(type(holder)), type(holder).__qualname__),
                module_of(type(holder)),
            )
        seen.add(id(holder))
        current = holder
    return None


def library_holder(container, text, module):
    """A holder inside a library: named, but not the user's to change."""
    return {
        "words": "%s %s" % (type(container).__name__, text),
        "scope": "library",
        "name": "",
        "owner": module,
        "file": "",
        "line": 0,
        "path": [text],
        "nested": False,
        "callback": False,
        "framework": module.split(".")[0] in (FRAMEWORK_FILE, "tensorflow", "keras"),
        "user": False,
    }
