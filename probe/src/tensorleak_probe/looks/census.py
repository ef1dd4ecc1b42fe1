"""A census of live objects: counts by type, tensors by shape, and the containers that keep growing with their holders."""

import collections
import gc
import itertools
import linecache
import operator
import sys

from tensorleak_probe.looks.contents import describe_contents
from tensorleak_probe.looks.holders import find_holders, frame_roots, global_roots
from tensorleak_probe.looks.modules import module_file, module_of
from tensorleak_probe.looks.tracked import tracked_objects

MIN_LENGTH = 3  # shorter containers are not followed
MAX_FOLLOWED = 60000
MAX_TYPES = 40
MAX_SHAPES = 15
MAX_TENSORS = 20000
MAX_REPORTED = 12
MAX_SUSPECTS = 5000
TYPES_EVERY = 4  # counting all types costs as much as the rest: not every time
MAX_INSTANCES = 5000
MAX_NAMES = 200
MAX_IDLE = 1  # a container that paused is reported once more, as it is
RISES = 2  # intervals in a row that a container must have grown in
OPAQUE = ("_queue.SimpleQueue",)


def type_name(kind):
    """Module and qualified name of a type."""
    return "%s.%s" % (module_of(kind), kind.__qualname__)


def is_container(kind):
    """Whether objects of this type can collect others without bound."""
    return issubclass(kind, (list, dict, set, collections.deque)) or type_name(kind) in OPAQUE


def length(container):
    """Elements of a container; 0 for one that refuses to tell."""
    try:
        return container.qsize() if hasattr(container, "qsize") else len(container)
    except Exception:
        return 0


def plain_dicts(instances, sites):
    """Dicts that hold nothing but numbers, strings and arrays: the collector does not track them, so no list of its has them.

    They are looked for one and two steps below the user's own objects, module globals and local names.
    """
    values = [value for _, value in global_roots(sites) + frame_roots(sites, True)]
    level = values + gc.get_referents(*instances[:MAX_INSTANCES])
    first = [value for value in level if type(value) is dict]
    below = gc.get_referents(*[value for value in first if len(value) <= MAX_NAMES])
    found = {
        id(value): value
        for value in first + [value for value in below if type(value) is dict]
        if not gc.is_tracked(value)
    }
    return list(found.values())


class Census:
    """Compares the present with the census before; keeps only numbers in between."""

    def __init__(self, probe):
        self._probe = probe
        self._lengths = {}
        self._history = {}
        self._wanted = frozenset()
        self._user_types = frozenset()
        self.taken = 0

    def take(self, final=False):
        """One pass over all tracked objects, in C as far as possible: nothing else runs meanwhile."""
        objects = tracked_objects()
        answer = {"objects": len(objects)}
        eager = getattr(sys.modules.get("tensorflow.python.framework.ops"), "EagerTensor", None)
        if final or self.taken % TYPES_EVERY == 0:
            answer.update(self._count_types(objects, eager))
        chosen = list(itertools.compress(objects, map(self._wanted.__contains__, map(type, objects))))
        del objects
        are_tensors = list(map(operator.is_, map(type, chosen), itertools.repeat(eager)))
        tensors = list(itertools.compress(chosen, are_tensors))
        chosen = list(itertools.compress(chosen, map(operator.not_, are_tensors)))
        instances = [candidate for candidate in chosen if type(candidate) in self._user_types]
        suspects = self._compare(
            [
                candidate
                for candidate in chosen
                if type(candidate) not in self._user_types or is_container(type(candidate))
            ]
            + plain_dicts(instances, self._probe.sites)
        )
        del instances
        del chosen
        answer.update(self._describe_tensors(tensors))
        del tensors
        answer["containers"] = self._describe(suspects)
        self.taken += 1
        return answer

    def _count_types(self, objects, eager):
        """Counts by type, and which of the types are containers to follow from now on."""
        counts = collections.Counter(map(type, objects))
        self._user_types = frozenset(kind for kind in counts if self._is_users(kind))
        self._wanted = frozenset(kind for kind in counts if kind is eager or is_container(kind)) | self._user_types
        return {
            "types": [[type_name(kind), count] for kind, count in counts.most_common(MAX_TYPES)],
            "ours": [[type_name(kind), count] for kind, count in self._users_types(counts)],
        }

    def _is_users(self, kind):
        """Whether the user's own code defines this type."""
        filename = module_file(sys.modules.get(module_of(kind)))
        return bool(filename) and self._probe.sites.kind(filename) == "user"

    def _users_types(self, counts):
        """The counts of the types that the user's own code defines."""
        rows = [(kind, count) for kind, count in counts.items() if count > 1 and kind in self._user_types]
        return sorted(rows, key=lambda row: -row[1])[:MAX_TYPES]

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
        seen = min(len(tensors), MAX_TENSORS)
        scale = len(tensors) / seen if seen else 1
        return {
            "tensors": len(tensors),
            "tensor_bytes": int(sum(sizes[key] * count for key, count in shapes.items()) * scale),
            "shapes": [[key[0], key[1], count, sizes[key] * count] for key, count in shapes.most_common(MAX_SHAPES)],
        }

    def _compare(self, chosen):
        """The containers that rose in each of the last intervals, most growth first."""
        lengths = self._measure(chosen)
        before, history, suspects = self._lengths, {}, []
        earlier = before.get
        moved = {key for key, size in lengths.items() if size > earlier(key, size) or key in self._history}
        moved -= self._own_containers() if moved else set()
        for container in (candidate for candidate in chosen if id(candidate) in moved):
            key = id(container)
            size, was = lengths[key], before.get(key)
            if was is None or size < was:
                continue
            rises, start, idle = self._history.get(key, (0, was, 0))
            rises, idle = (rises + 1, 0) if size > was else (rises, idle + 1)
            if idle > MAX_IDLE:
                continue  # it has stopped: full, or never the program's
            history[key] = (rises, start, idle)
            if rises >= RISES:
                suspects.append((size - start, size, rises, container))
        self._lengths, self._history = lengths, history
        suspects.sort(key=lambda row: -row[0])
        return suspects[:MAX_SUSPECTS]

    @staticmethod
    def _measure(chosen):
        """Container id → length, in C as far as possible."""
        try:
            lengths = list(map(len, chosen))
        except TypeError:  # a tensor or a queue among them
            lengths = list(map(length, chosen))
        long_enough = map((MIN_LENGTH - 1).__lt__, lengths)
        return dict(itertools.islice(itertools.compress(zip(map(id, chosen), lengths), long_enough), MAX_FOLLOWED))

    def _own_containers(self):
        """The probe's own tables: they are not the program's."""
        probe = self._probe
        parts = [
            probe,
            probe.sites,
            probe.births,
            probe.work,
            probe.traces,
            probe.shapes,
            probe.finder,
            probe.sampler,
            probe.looks,
            self,
        ]
        parts += probe.gauges + list(probe.births.live.values())
        own = {
            id(sys.modules),
            id(sys.path_importer_cache),
            id(sys.meta_path),
            id(linecache.cache),
            id(self._lengths),
        }
        own.update(map(id, probe.shapes.sets()))
        for part in parts:
            for value in list(vars(part).values()):
                own.add(id(value))
                if isinstance(value, dict) and len(value) < 20000:
                    own.update(map(id, list(value.values())))
        return own

    def _describe(self, suspects):
        """The suspects as rows, the heaviest growth first, each with its holder."""
        rows = []
        for growth, size, rises, container in suspects[: 4 * MAX_REPORTED]:
            row = {
                "id": id(container),
                "type": type(container).__name__,
                "length": size,
                "growth": growth,
                "rises": rises,
            }
            row.update(describe_contents(container))
            row["_container"] = container
            rows.append(row)
        rows.sort(key=lambda row: -(row["growth"] * max(1, row["element_bytes"])))
        rows = rows[:MAX_REPORTED]
        holders = find_holders([row.pop("_container") for row in rows], self._probe.sites)
        for row in rows:
            row["holder"] = holders.get(row["id"])
        return self._siblings_joined(rows, suspects)

    @staticmethod
    def _siblings_joined(rows, suspects):
        """Containers that are elements of one outer container grow as one: `logs[account].append(line)`."""
        joined, outers = [], set()
        for row in rows:
            outer = row["holder"].pop("_outer", None) if row["holder"] else None
            if outer is None:
                joined.append(row)
            elif id(outer) not in outers:
                outers.add(id(outer))
                inside = set(map(id, gc.get_referents(outer)))
                alike = [suspect for suspect in suspects if id(suspect[3]) in inside]
                row.update(
                    id=id(outer),
                    length=sum(s[1] for s in alike),
                    growth=sum(s[0] for s in alike),
                    rises=max(s[2] for s in alike),
                )
                joined.append(row)
        return joined
