"""Graphs: how many live, how many operations they hold, and who built the newest of them."""

from __future__ import annotations

import zlib

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.passing import pass_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings, SiteId, StackRow

MAX_GRAPHS = 200
NEWEST = 160
LARGE_CONSTANT = 1024
HASHED_CONSTANT = 16 << 20


def op_count(graph: Any) -> int:
    """Operations ever added to `graph`: lock-free in every version."""
    counter = getattr(graph, "_next_id_counter", None)
    count: int = graph.version if counter is None else counter
    return count


def newest_ops(graph: Any, count: int) -> list[Any]:
    """The last `count` operations of `graph`."""
    if hasattr(graph, "_next_id_counter"):  # <= 2.12: dict id -> Operation
        nodes, top = graph._nodes_by_id, graph._next_id_counter
        return [nodes[i] for i in range(max(1, top - count + 1), top + 1) if i in nodes]
    newest: list[Any] = graph.operations[-count:]
    return newest


def constant_bytes(op: Any) -> int:
    """Bytes of a constant's value, without copying it."""
    output = op.outputs[0]
    try:
        nbytes: int = (output.shape.num_elements() or 0) * output.dtype.size
        return nbytes
    except (ValueError, AttributeError) as error:
        pass_on(error)
        return 0


def op_stack(op: Any) -> Iterator[StackRow]:
    """The creation stack of an operation, innermost frame first."""
    raw = getattr(op, "_traceback", None)
    stack = op.traceback if raw is None else raw
    if stack is None:  # an operation that `import_graph_def` brought
        return
    for index in range(len(stack) - 1, -1, -1):
        frame = stack[index]
        if hasattr(frame, "filename"):
            yield frame.filename, frame.lineno, frame.name
        else:  # plain tuples in early versions
            yield frame[0], frame[1], frame[2]


class GraphGauge(Gauge):
    """Graphs and their operations, and with tallies the sites that build the newest operations."""

    reads = ("graph.count", "graph.ops", "graph.constant_bytes", "function.graphs")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self._ops_module: Any = None
        self._seen: dict[int, int] = {}
        self._sites: dict[SiteId, dict[str, Any]] = {}
        self._constant_bytes = 0
        self._imported: SiteId | None = None  # the line that imported operations last

    def hooks(self) -> dict[str, ModuleHook]:
        """Hooks `Graph.__init__`, which every graph passes, and the function that all imported operations pass."""
        return {
            "tensorflow.python.framework.ops": self._attach,
            "tensorflow.python.framework.importer": self._attach_importer,
        }

    def _attach(self, ops: Any) -> None:
        self._ops_module = ops
        self.hooks_of.observe(ops.Graph, "__init__", self._graph_made)

    def _attach_importer(self, importer: Any) -> None:
        self.hooks_of.observe(importer, "_import_graph_def_internal", self._importing)

    def _importing(self, args: Args, kwargs: Kwargs) -> None:
        self._imported = self.probe.sites.here()

    def _graph_made(self, args: Args, kwargs: Kwargs) -> None:
        graph = args[0]
        traced = any(plain.name(base) == "FuncGraph" for base in plain.mro(type(graph)))
        self.births.born("func_graph" if traced else "graph", graph)

    def read(self, out: Readings) -> None:
        """Adds up the operations of all live graphs that are not function bodies."""
        if self._ops_module is None:
            return
        graphs = self.births.live["graph"]
        out["graph.count"] = len(graphs)
        out["graph.ops"] = sum(map(op_count, graphs.objects(MAX_GRAPHS)))
        out["function.graphs"] = len(self.births.live["func_graph"])

    def read_slow(self, out: Readings) -> None:
        """Looks at what was added to each graph since the last tally."""
        for graph in self.births.live["graph"].objects(MAX_GRAPHS):
            self._note_new_ops(graph)
        if len(self._seen) > 4 * MAX_GRAPHS:
            self._seen = {}
        out["graph.constant_bytes"] = self._constant_bytes

    def skip(self, graph: Any, count: int) -> None:
        """Leaves out the first `count` operations of a graph: they were there before anybody watched."""
        self._seen[id(graph)] = count

    def _note_new_ops(self, graph: Any) -> None:
        now = op_count(graph)
        before = self._seen.get(id(graph), 0)
        self._seen[id(graph)] = now
        added = now - before if now >= before else now
        if added <= 0:
            return
        examined = newest_ops(graph, min(added, NEWEST))
        scale = added / max(1, len(examined))
        for op in examined:
            self._note_op(op, scale)

    def _note_op(self, op: Any, scale: float) -> None:
        stack = list(op_stack(op))
        # What was imported has no stack of its own in some versions, 2.21 among them: the line that imports is the one that builds.
        site = self._imported if not stack and self._imported is not None else self.probe.sites.of_stack(stack)
        row = self._sites.get(site)
        if row is None:
            if len(self._sites) >= 2000:
                return
            row = self._sites[site] = {
                "ops": 0.0,
                "constant_bytes": 0.0,
                "types": {},
                "values": None,
                "varied": 0,
                "same": 0,
            }
        row["ops"] += scale
        kind = op.type
        if kind in row["types"] or len(row["types"]) < 12:
            row["types"][kind] = row["types"].get(kind, 0) + 1
        if kind == "Const":
            nbytes = constant_bytes(op)
            row["constant_bytes"] += nbytes * scale
            self._constant_bytes += int(nbytes * scale)
            if LARGE_CONSTANT <= nbytes <= HASHED_CONSTANT and row["varied"] + row["same"] < 12:
                self._compare_value(op, row)

    @staticmethod
    def _compare_value(op: Any, row: dict[str, Any]) -> None:
        """Whether this line bakes a new value each time (data) or the same one (building again)."""
        value = zlib.crc32(op.get_attr("value").SerializeToString())
        if row["values"] is None:
            row["values"] = set()
        elif value in row["values"]:
            row["same"] += 1
        else:
            row["varied"] += 1
        row["values"].add(value)

    def rows(self) -> list[list[Any]]:
        """Cumulative table of the sites that build operations."""
        return [
            [
                site,
                "",
                "",
                round(row["ops"], 1),
                int(row["constant_bytes"]),
                dict(row["types"]),
                row["varied"],
                row["same"],
            ]
            for site, row in list(self._sites.items())
        ]
