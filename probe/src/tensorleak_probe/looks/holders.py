"""Finds what holds an object, in the user's words: a forward search from the user's own names.

Searching forward from locals and module globals visits the user's objects only, names every step on the way, and needs
no pass over the whole heap; whatever it cannot reach is asked for backwards, a few levels up.
"""

import collections
import functools
import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import is_framework_module
from tensorleak_probe.looks.modules import module_file, module_of, names_of
from tensorleak_probe.origins import LIBRARY, PROBE, STDLIB, USER, Origins
from tensorleak_probe.sampler import ClockThread
from tensorleak_probe.system import system

MAX_VISITED = 60000
MAX_CHILDREN = 400
MAX_SIBLINGS = 100000  # elements of an outer container among which growing siblings are looked for
SECONDS = 0.04  # of this thread, for one search: on a busy machine it takes longer, not shorter
OPTIMIZED = 0x1  # code flag: a function's frame, whose f_locals is a snapshot
SNAPSHOT = sys.version_info < (3, 13)  # one that the frame keeps and hands out again
SNAPSHOT_READERS = frozenset(["locals", "vars", "dir", "eval", "exec", "f_locals", "_getframe", "currentframe"])
PYTEST = "@py_builtins"  # its rewritten assertions mention `locals` and ask for it only when they fail
UNSHARED = 3  # references to a snapshot that nobody else has: the frame's, the name here, the call's
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
CELL = type((lambda x: lambda: x)(0).__closure__[0])
GENERATORS = ((types.GeneratorType, "gi_code"), (types.CoroutineType, "cr_code"), (types.AsyncGeneratorType, "ag_code"))


def is_framework(obj):
    """Whether an object's class belongs to TensorFlow or Keras."""
    return of_framework(type(obj))


def of_framework(kind):
    """Whether a class belongs to TensorFlow or Keras."""
    return is_framework_module(module_of(kind))


def can_hold(value):
    """Whether something can be reached through `value`: all that the collector tracks, and dicts of plain data."""
    return system.is_tracked(value) or type(value) is dict


class Root:
    """A name in the user's program from which the search starts."""

    __slots__ = ("file", "kind", "line", "name", "scope")

    def __init__(self, kind, name, scope, file, line):
        self.kind, self.name, self.scope, self.file, self.line = kind, name, scope, file, line


def frame_locals(frame):
    """A copy of a function's local names.

    Until Python 3.12 reading them fills a snapshot that the frame keeps and `locals()` hands out. Code that may have asked for the
    snapshot is passed over; elsewhere it is emptied again, or it would keep deleted locals alive until the function returns.
    """
    code = frame.f_code
    if frame.f_trace is not None or not code.co_flags & OPTIMIZED:
        return {}
    if SNAPSHOT and not SNAPSHOT_READERS.isdisjoint(code.co_names) and PYTEST not in code.co_names:
        return {}
    snapshot = frame.f_locals
    names = dict(snapshot)
    if SNAPSHOT and system.references(snapshot) <= UNSHARED:
        snapshot.clear()
    return names


def frames_of_all_threads():
    """The frames of every thread but the probe's own, innermost first."""
    for ident, frame in list(system.frames_of_threads().items()):
        if ident in ClockThread.own:
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
            if type(name) is str and can_hold(value) and not name.startswith("__"):
                found.append((Root("global", name, module_name, filename or "<stdin>", 0), value))
    return found


def find_holders(targets, sites):
    """Address → holder, for those objects that something in the program holds by a name."""
    wanted, found = set(map(id, targets)), {}
    for roots in ROOTS:
        if wanted - set(found):
            found.update(search(roots(sites), wanted - set(found)))
    if targets and not found:
        holder = climb(targets[0])
        if holder is not None:
            found[id(targets[0])] = holder
    return found


def own_names(sites):
    """The names of the user's code: globals of its modules, locals of its running functions."""
    return global_roots(sites) + frame_roots(sites, True)


def library_names(sites):
    """The locals of running functions of libraries."""
    return frame_roots(sites, False)


ROOTS = (own_names, library_names)


def search(roots, wanted, suspects=frozenset()):
    """Breadth first from named roots: the shortest path to each wanted object, by address.

    A local name that is the object itself counts last: `losses = self.losses` is an alias, not the holder. `suspects` are the
    addresses of all growing containers: those that lie in one outer container with a found one are named with it.
    """
    deadline = system.processor() + SECONDS
    queue = collections.deque()
    visited = {id(names_of(module)) for module in list(sys.modules.values())}
    found, aliases = {}, {}
    for root, value in roots:
        if root.kind == "local" and id(value) in wanted:
            aliases.setdefault(id(value), describe_path((None, root, None), value, suspects))
        elif id(value) not in visited:
            visited.add(id(value))
            queue.append((value, (None, root, None)))
    missing = set(wanted)
    steps = 0
    while queue and missing:
        obj, node = queue.popleft()
        if id(obj) in missing:
            missing.discard(id(obj))
            found[id(obj)] = describe_path(node, obj, suspects)
        steps += 1
        if steps % 64 == 0 and (len(visited) > MAX_VISITED or system.processor() > deadline):
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
    if plain.name(kind) in LEAVES or issubclass(kind, types.ModuleType):
        return []
    if kind is type and module_of(obj).split(".")[0] in (
        "tensorflow",
        "keras",
        "builtins",
        "abc",
        "typing",
        "collections",
    ):
        return []
    if (plain.length(obj) or 0) > MAX_CHILDREN:
        below = plain.newest(obj, MAX_CHILDREN)
        if missing and (plain.length(obj) or 0) <= MAX_SIBLINGS:
            below = [child for child in system.referents(obj) if id(child) in missing] + below
        return [child for child in below if can_hold(child)]
    below = system.referents(obj)
    if len(below) > MAX_CHILDREN:
        sought = [child for child in below if id(child) in missing]
        below = sought + below[: MAX_CHILDREN // 2] + below[-MAX_CHILDREN // 2 :]
    if is_framework(obj):
        return [
            child
            for child in below
            if can_hold(child) and (not is_framework(child) or plain.name(type(child)).endswith(("List", "Wrapper")))
        ]
    return [child for child in below if can_hold(child)]


def describe_path(node, target, suspects=frozenset()):
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
        holder["_outer"] = id(chain[0][0])
        holder["_siblings"] = siblings(chain[0][0], suspects)
    return holder


def siblings(outer, suspects):
    """The addresses of the growing containers that lie in one outer container."""
    if not suspects or (plain.length(outer) or 0) > MAX_SIBLINGS:
        return []
    return [address for address in map(id, system.referents(outer)) if address in suspects]


def label(above, parent, child, on_path):
    """One step of a path: how `parent`, itself reached from `above`, reaches `child`."""
    kind = type(parent)
    if kind is LRU:
        wrapped = plain.attribute(parent, "__wrapped__", parent)
        return dict(code_step("lru_cache", wrapped, on_path), bound=LRU.cache_info(parent).maxsize)
    if issubclass(kind, dict):
        if above is not None and owns_names(above, parent, child):
            return attribute_step(above, child)
        return {"kind": "item", "text": "dict value"}
    if issubclass(kind, tuple):
        return {"kind": "plain"}
    if issubclass(kind, (list, set, collections.deque)):
        return {"kind": "item", "text": "element"}
    if kind is CELL or kind is types.MethodType:
        return {"kind": "plain"}
    if kind is types.FunctionType:
        return code_step("closure", parent, on_path)
    suspended = next((name for known, name in GENERATORS if kind is known), None)
    if suspended is not None:
        code = getattr(parent, suspended)
        return {
            "kind": "local",
            "name": "",
            "text": "local of generator %s" % code.co_name,
            "file": code.co_filename,
            "owner": code.co_name,
            "line": 0,
        }
    return attribute_step(parent, child)


def owns_names(obj, names, child):
    """Whether `names` is the attribute dict of this instance or class."""
    if plain.is_class(obj):
        return any(value is child for value in list(plain.class_names(obj).values()))
    return not issubclass(type(obj), types.ModuleType) and plain.instance_names(obj) is names


def code_step(kind, function, on_path):
    """A step through a function: its closure or its cache."""
    is_function = type(function) is types.FunctionType
    code = function.__code__ if is_function else None
    name = (function.__qualname__ if is_function else plain.name(type(function))).replace("<locals>.", "")
    variable = ""
    for free, cell in zip(code.co_freevars, function.__closure__ or ()) if is_function else ():
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
    is_class = plain.is_class(owner)
    kind = owner if is_class else type(owner)
    stored = list(plain.class_names(owner).items()) if is_class else plain.attributes(owner)
    name = next((key for key, value in stored if value is child and type(key) is str), None)
    if name is None:
        return {"kind": "plain"}
    module = sys.modules.get(module_of(kind))
    bases = {plain.name(base) for base in plain.mro(kind) if of_framework(base)}
    is_queue = module_of(kind) in QUEUES
    return {
        "kind": "queue" if is_queue else "attribute",
        "name": name,
        "owner": plain.qualname(kind),
        "text": "attribute %s.%s" % (plain.qualname(kind), name),
        "file": module_file(module),
        "line": 0,
        "callback": "Callback" in bases,
        "framework": of_framework(kind),
        "bound": queue_bound(owner) if is_queue else None,
    }


def queue_bound(owner):
    """How many items a queue takes before its producer waits; None for one without a bound."""
    size = plain.attribute(owner, "maxsize") or plain.attribute(owner, "_maxsize")
    return size if type(size) is int and size > 0 else None


_origins = Origins()


def inside_library(step):
    """Whether a step leads through an object of a library, TensorFlow's own left out: what grows in those is theirs."""
    if step["kind"] != "attribute" or step.get("framework") or not step["file"]:
        return False
    return _origins.kind(step["file"]) in (LIBRARY, STDLIB)


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
        "words": "%s %s" % (plain.name(type(target)), last["text"]),
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


def climb(container):
    """Backwards, for what no user name reaches: the module or class of a library that holds it. One pass over the heap per level."""
    modules = {id(names_of(module)): name for name, module in list(sys.modules.items()) if type(name) is str}
    current, seen = container, {id(container)}
    for _ in range(3):
        referrers = [
            holder
            for holder in system.referrers(current)
            if id(holder) not in seen
            and type(holder) is not types.FrameType
            and plain.name(type(holder)) != "list_iterator"
            and not (type(holder) is list and len(holder) > 100000)
        ]
        if not referrers:
            return None
        for referrer in referrers:
            if id(referrer) in modules and type(referrer) is dict:
                name = next((key for key, value in list(referrer.items()) if value is current), "?")
                module = modules[id(referrer)]
                return library_holder(container, "%s.%s" % (module, name), module)
        holder = referrers[0]
        kind = type(holder)
        if not issubclass(kind, (dict, list, tuple, set)) and kind is not CELL:
            text = "attribute of %s.%s" % (module_of(kind), plain.qualname(kind))
            return library_holder(container, text, module_of(kind))
        seen.add(id(holder))
        current = holder
    return None


def library_holder(container, text, module):
    """A holder inside a library: named, but not the user's to change."""
    return {
        "words": "%s %s" % (plain.name(type(container)), text),
        "scope": "library",
        "name": "",
        "owner": module,
        "file": "",
        "line": 0,
        "path": [text],
        "nested": False,
        "callback": False,
        "framework": is_framework_module(module),
        "user": False,
    }
