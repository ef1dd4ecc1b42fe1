"""A census of live containers and tensors: which containers keep growing, what they hold, and who holds them.

A census is taken in steps of a few hundredths of a second, so that the program is not held up for longer at a time: first all
lengths are measured and compared with the census before, then the holders of the containers that rose are searched for. Nothing
of the program's is referred to between two steps: containers are known by their addresses.
"""

import collections
import itertools
import operator
import sys

from tensorleak_probe import plain
from tensorleak_probe.looks import holders
from tensorleak_probe.looks.contents import describe_contents
from tensorleak_probe.looks.modules import module_file
from tensorleak_probe.looks.tracked import objects_of
from tensorleak_probe.system import system

MAX_LENGTH = 1 << 62
MIN_LENGTH = 3  # shorter containers are not followed
MAX_FOLLOWED = 60000
MAX_SHAPES = 15
MAX_TENSORS = 20000
MAX_REPORTED = 12
MAX_SUSPECTS = 5000
TYPES_EVERY = 8  # censuses between two searches for new types of containers
MAX_TYPES = 60000
MAX_INSTANCES = 5000
MAX_NAMES = 200
MAX_IDLE = 1  # a container that paused is reported once more, as it is
RISES = 2  # intervals in a row that a container must have grown in
DESCRIBED = 0.02  # seconds of this thread in which contents are described
FRESH = 8  # censuses for which a holder that was found, or not found, is believed
NESTED_FRESH = 2  # ... of a container in another, which may get new neighbours
BUILT_IN = (
    list,
    dict,
    set,
    collections.deque,
    collections.OrderedDict,
    collections.defaultdict,
)  # `len` of these runs C
CONTAINERS = (list, dict, set, collections.deque)


def simple_queue():
    """The type of `queue.SimpleQueue`, which is written in C and no container to Python."""
    return plain.module_names(sys.modules.get("_queue")).get("SimpleQueue")


def subtypes(kinds):
    """All types that descend from these, themselves included, by address."""
    found, rest = {}, list(kinds)
    while rest and len(found) < MAX_TYPES:
        kind = rest.pop()
        if id(kind) not in found:
            found[id(kind)] = kind
            rest += type.__subclasses__(kind) if kind is not type else []
    return found


def length(container):
    """Elements of a container; 0 for one that does not tell without running its own code."""
    found = plain.length(container)
    if found is None and type(container) is simple_queue():
        found = container.qsize()
    return found or 0


def plain_dicts(named, instances):
    """Dicts that hold nothing but numbers, strings and arrays: the collector does not track them, so no list of its has them.

    They are looked for one and two steps below the user's own objects and what the user's names stand for.
    """
    level = named + system.referents(*instances[:MAX_INSTANCES])
    first = [value for value in level if type(value) is dict]
    below = system.referents(*[value for value in first if len(value) <= MAX_NAMES])
    found = {
        id(value): value
        for value in first + [value for value in below if type(value) is dict]
        if not system.is_tracked(value)
    }
    return list(found.values())


class Census:
    """Compares the present with the census before; keeps only numbers and words in between."""

    def __init__(self, probe):
        self._probe = probe
        self._lengths = {}
        self._history = {}
        self._holders = {}  # address → (census in which it was looked for, holder or None)
        self._containers = frozenset()
        self._users = frozenset()
        self._climbed = set()
        self.taken = 0

    def take(self):
        """A whole census at once."""
        steps = self.steps()
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return done.value

    def steps(self):
        """A census in steps: a generator that pauses between them and returns the answer. Between steps no object is held."""
        if self.taken % TYPES_EVERY == 0:
            self._find_types()
            yield
        answer, rows, suspects = self._measure()
        for roots in holders.ROOTS:
            wanted = self._unknown(rows)
            if not wanted:
                break
            yield
            found = holders.search(roots(self._probe.sites), wanted, suspects)
            for address, holder in found.items():
                self._holders[address] = self.taken, holder
        for address in self._unknown(rows):
            self._holders[address] = self.taken, None
        answer["containers"] = self._finished(rows, suspects)
        self.taken += 1
        return answer

    def _find_types(self):
        """Which types are containers to follow, and which are the user's own."""
        self._containers = frozenset(subtypes(CONTAINERS)) | {id(simple_queue())}
        modules = {name for name, module in list(sys.modules.items()) if type(name) is str and self._is_users(module)}
        self._users = frozenset(
            address for address, kind in subtypes([object]).items() if plain.module(kind) in modules
        )

    def _is_users(self, module):
        """Whether a module is the user's own code."""
        filename = module_file(module)
        return bool(filename) and self._probe.sites.kind(filename) == "user"

    def _unknown(self, rows):
        """The addresses of containers whose holder is not known, or was last looked for long ago."""
        return {row["id"] for row in rows if not self._is_known(row["id"])}

    def _is_known(self, address):
        """Whether a holder was looked for lately; of a container among others also whether those are still the same."""
        if address not in self._holders:
            return False
        when, holder = self._holders[address]
        return self.taken < when + (NESTED_FRESH if holder and "_outer" in holder else FRESH)

    def _measure(self):
        """One pass over all tracked objects, in C as far as possible: the answer so far, rows of the growing, all suspects."""
        eager = plain.module_names(sys.modules.get("tensorflow.python.framework.ops")).get("EagerTensor")
        named = [
            value for _, value in holders.own_names(self._probe.sites)
        ]  # first: frames then have no snapshot to be listed
        chosen = objects_of(self._containers | self._users | {id(eager)})
        kinds = list(map(id, map(type, chosen)))
        tensors = list(itertools.compress(chosen, map(id(eager).__eq__, kinds)))
        instances = list(itertools.compress(chosen, map(self._users.__contains__, kinds)))
        containers = list(itertools.compress(chosen, map(self._containers.__contains__, kinds)))
        del chosen, kinds
        containers += plain_dicts(named, instances)
        del instances, named
        grown = self._compare(containers)
        del containers
        answer = self._describe_tensors(tensors)
        return answer, self._described(grown), {id(row[3]): row[:3] for row in grown}

    @staticmethod
    def _describe_tensors(tensors):
        shapes = collections.Counter()
        sizes = {}
        for tensor in tensors[:MAX_TENSORS]:
            try:
                if not tensor._id:
                    continue  # still being made in another thread: it has no handle yet
                key = (tensor.dtype.name, str(tensor._shape_tuple()))  # `.shape` crashes while the collector clears it
                sizes[key] = tensor._num_elements() * tensor.dtype.size
                shapes[key] += 1
            except Exception:
                continue
        commonest = sorted(shapes.items(), key=operator.itemgetter(1), reverse=True)[:MAX_SHAPES]
        seen = min(len(tensors), MAX_TENSORS)
        scale = len(tensors) / seen if seen else 1
        return {
            "tensors": len(tensors),
            "tensor_bytes": int(sum(sizes[key] * count for key, count in shapes.items()) * scale),
            "shapes": [[key[0], key[1], count, sizes[key] * count] for key, count in commonest],
        }

    def _compare(self, containers):
        """(growth, length, rises, container) of those that rose in each of the last intervals, most growth first."""
        containers, sizes = self._measured(containers)
        addresses = list(map(id, containers))
        before, history, suspects = self._lengths, {}, []
        risen = map(operator.gt, sizes, map(before.get, addresses, itertools.repeat(MAX_LENGTH)))
        moved = set(itertools.compress(addresses, risen)) | set(self._history)
        moved -= self._own_containers() if moved else set()
        chosen = list(map(moved.__contains__, addresses))
        for container, size in zip(itertools.compress(containers, chosen), itertools.compress(sizes, chosen)):
            key = id(container)
            was = before.get(key)
            if was is None or size < was or key in history:
                continue
            rises, start, idle = self._history.get(key, (0, was, 0))
            rises, idle = (rises + 1, 0) if size > was else (rises, idle + 1)
            if idle > MAX_IDLE:
                continue  # it has stopped: full, or never the program's
            history[key] = (rises, start, idle)
            if rises >= RISES:
                suspects.append((size - start, size, rises, container))
        followed = itertools.compress(zip(addresses, sizes), map((MIN_LENGTH - 1).__lt__, sizes))
        self._lengths, self._history = dict(itertools.islice(followed, MAX_FOLLOWED)), history
        self._holders = {key: known for key, known in self._holders.items() if key in history}
        suspects.sort(key=operator.itemgetter(0), reverse=True)
        return suspects[:MAX_SUSPECTS]

    @staticmethod
    def _measured(containers):
        """The containers, and their lengths: `len` where that is C alone, the slots of the built-in ancestor otherwise."""
        exact = frozenset(map(id, BUILT_IN))
        simple = list(map(exact.__contains__, map(id, map(type, containers))))
        first = list(itertools.compress(containers, simple))
        others = list(itertools.compress(containers, map(operator.not_, simple)))
        return first + others, list(map(len, first)) + list(map(length, others))

    def _own_containers(self):
        """The probe's own tables: they are not the program's."""
        probe = self._probe
        parts = [
            probe,
            probe.sites,
            probe.sources,
            probe.births,
            probe.work,
            probe.traces,
            probe.shapes,
            probe.hooks,
            probe.imports,
            probe.sampler,
            probe.looks,
            self,
        ]
        parts += probe.gauges + list(probe.births.live.values())
        own = {
            id(sys.modules),
            id(sys.path_importer_cache),
            id(sys.meta_path),
            id(plain.module_names(sys.modules.get("linecache")).get("cache")),
            id(self._lengths),
        }
        own.update(map(id, probe.shapes.sets()))
        for part in parts:
            for value in list(vars(part).values()):
                own.add(id(value))
                if isinstance(value, dict) and len(value) < 20000:
                    own.update(map(id, list(value.values())))
        return own

    def _described(self, grown):
        """The heaviest growth as rows; a library's container, which no name of the user's reaches, is climbed from, one at a time."""
        deadline = system.processor() + DESCRIBED
        rows = []
        for growth, size, rises, container in grown[: 4 * MAX_REPORTED]:
            if len(rows) >= 3 and system.processor() > deadline:
                break
            row = {
                "id": id(container),
                "type": plain.name(type(container)),
                "length": size,
                "growth": growth,
                "rises": rises,
            }
            row.update(describe_contents(container))
            rows.append(row)
        rows.sort(key=lambda row: -(row["growth"] * max(1, row["element_bytes"])))
        rows = rows[:MAX_REPORTED]
        if rows and self._holders.get(rows[0]["id"], (0, 1))[1] is None and rows[0]["id"] not in self._climbed:
            container = next(row[3] for row in grown if id(row[3]) == rows[0]["id"])
            self._climbed.add(rows[0]["id"])
            self._holders[rows[0]["id"]] = self.taken, holders.climb(container)
        return rows

    def _finished(self, rows, suspects):
        """The rows with their holders. Containers in one outer container grow as one: `logs[account].append(line)`."""
        joined, outers = [], set()
        for row in rows:
            holder = self._holders.get(row["id"], (0, None))[1]
            row["holder"] = holder and {key: value for key, value in holder.items() if not key.startswith("_")}
            outer = holder.get("_outer") if holder else None
            if outer is None:
                joined.append(row)
            elif outer not in outers:
                outers.add(outer)
                alike = [suspects[address] for address in holder["_siblings"] if address in suspects]
                alike = alike or [suspects[row["id"]]]
                row.update(
                    id=outer,
                    length=sum(found[1] for found in alike),
                    growth=sum(found[0] for found in alike),
                    rises=max(found[2] for found in alike),
                )
                joined.append(row)
        return joined
