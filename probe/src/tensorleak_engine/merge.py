"""Pass 4: one cause, one owner. Joins holders to what they hold and drops what is only a consequence."""

from __future__ import annotations

from typing import Callable

from tensorleak_engine.case import SURVIVING_SHARE, Case
from tensorleak_engine.evidence.births import made_in_rounds
from tensorleak_engine.memory import NOISE_BYTES
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner, location_of

PASSES: list[Callable[[Case, list[Owner]], list[Owner]]] = []
MIN_ELEMENT_BYTES_PER_UNIT = 256.0
NOTABLE_SHARE = 0.3  # of the growth of memory in use: so much is not small, whatever a unit of work is
DATASET_OPS = ("Dataset",)
FILLING_SHARE = 0.25  # elements per tensor: a transition of four tensors is one element
KEPT_SHARE = 0.9  # of the functions that are traced, from which the traces are taken to stay
ENTRIES_BYTES = 2e6  # rise of memory in use over a run: 6.7 MB for 30 models on 2.10, -1.1 MB for 40 on 2.8
OWN_GRAPH_SHARE = 0.9  # graphs per session from which each session is taken to have its own


def merging(
    function: Callable[[Case, list[Owner]], list[Owner]],
) -> Callable[[Case, list[Owner]], list[Owner]]:
    """Adds a pass; they run in the order they are written."""
    PASSES.append(function)
    return function


def merge(case: Case, owners: list[Owner]) -> list[Owner]:
    """The owners that are causes."""
    for function in PASSES:
        owners = function(case, owners)
    return owners


def _leaking(owners: list[Owner], *kinds: str) -> list[Owner]:
    return [owner for owner in owners if owner.kind in kinds and owner.verdict is Verdict.LEAK]


@merging
def traces_leave_something(case: Case, owners: list[Owner]) -> list[Owner]:
    """A trace is a cause only where something of it stays alive: function graphs, registered gradients or memory in use.

    The count of traces alone never falls. Models that are built, fitted and dropped raise it, and leave nothing.
    """
    if _memory_stays(case):
        return owners
    left = max(case.staying("function.graphs"), case.staying("registry.gradients") if _entries_weigh(case) else 0.0)
    return [owner for owner in owners if owner.kind != "trace" or left >= KEPT_SHARE * owner.count]


def _entries_weigh(case: Case) -> bool:
    """Whether memory in use rose from the first collection to the last, so that entries of a registry keep more than their names.

    From TensorFlow 2.8 on each trace of a Keras training step leaves an entry. Those of 2.8 keep nothing (40 models: -1 MB from
    the first to the final collection), those of 2.10 keep 120 KB each. A collection in the running program may meet a model at
    work, the final one does not. Without two collections a finished program is believed, and a running one waits for them.
    """
    looks = [look for look in case.collections() if "malloc.in_use" in look.after]
    if len(looks) < 2:
        return case.recording.end is not None
    risen = looks[-1].after["malloc.in_use"] - looks[0].after["malloc.in_use"]
    return risen >= (ENTRIES_BYTES if looks[-1].final else NOISE_BYTES)


def _memory_stays(case: Case) -> bool:
    """Whether memory in use grows and most of the growth outlives a collection; resident memory where malloc does not tell."""
    gauge = "malloc.in_use" if case.series("malloc.in_use") else "process.rss"
    growth = case.growth(gauge, NOISE_BYTES)
    return growth.growing and case.staying(gauge) >= SURVIVING_SHARE * growth.per_unit


@merging
def join_holders(case: Case, owners: list[Owner]) -> list[Owner]:
    """A growing container of sessions and growing sessions are one thing: the container is the holder."""
    kept = []
    for owner in owners:
        partners = [
            other
            for other in owners
            if other.kind == owner.contents != "tensor"
            and owner.kind == "container"
            and other.verdict in (Verdict.LEAK, Verdict.DEFERRED)
        ]
        if owner.kind == "container" and owner.verdict is Verdict.LEAK and partners:
            for partner in partners:
                if partner.holder is None:
                    partner.holder, partner.verdict = owner.holder, Verdict.LEAK
                    partner.container = owner.container
                    partner.evidence += owner.evidence
            continue
        kept.append(owner)
    return kept


@merging
def parts_of_kept_things(case: Case, owners: list[Owner]) -> list[Owner]:
    """Variables that belong to kept optimizers or layers are theirs: the container is what grows."""
    wholes = [
        owner
        for owner in owners
        if owner.kind == "container" and owner.contents in ("optimizer", "layer") and owner.verdict is Verdict.LEAK
    ]
    if not wholes:
        return owners
    parts = [owner for owner in owners if owner.kind == "variable" and "keras" in owner.flags]
    for part in parts:
        wholes[0].nbytes = (wholes[0].nbytes or 0.0) + (part.nbytes or 0.0)
        wholes[0].evidence += part.evidence
    return [owner for owner in owners if owner not in parts]


@merging
def mark_graphs_of_models_and_datasets(case: Case, owners: list[Owner]) -> list[Owner]:
    """Graph operations that come from building models or datasets are named after those."""
    born = {kind: _born_frames(case, kind) for kind in ("model", "dataset")}
    for owner in owners:
        if owner.kind != "graph" or owner.site is None:
            continue
        frames = {(file, function) for file, _, function in owner.site.frames}
        if "keras" in owner.flags and frames & born["model"]:
            made = made_in_rounds(case, "model")
            owner.site = made[1] if made is not None else owner.site
            owner.location = location_of(owner.site)
            owner.flags |= {"model"} | set(owner.site.flags if owner.site else ())
        share = sum(count for name, count in owner.types.items() if any(word in name for word in DATASET_OPS)) / max(
            1, sum(owner.types.values())
        )
        if frames & born["dataset"] and share > 0.05:
            owner.flags |= {"dataset"}
    return owners


def _born_frames(case: Case, kind: str) -> set[tuple[str, str]]:
    """(file, function) of the frames that keep making things of this kind."""
    found: set[tuple[str, str]] = set()
    for (row_kind, number, _), points in case.timeline.births.items():
        site = case.site(number)
        if row_kind == kind and site is not None and points[-1][1][3] >= 5:
            found.update((file, function) for file, _, function in site.frames[:2])
    return found


@merging
def models_explain_their_parts(case: Case, owners: list[Owner]) -> list[Owner]:
    """A model brings variables, functions, traces, operations and datasets along: consequences, not causes."""
    models = _leaking(owners, "model") + [owner for owner in _leaking(owners, "graph") if "model" in owner.flags]
    if not models:
        return _parts_of_dropped_models(case, owners)
    rate = sum(model.count for model in models if model.kind == "model")
    graph_models = [model for model in models if model.kind == "graph"]
    kept = []
    for owner in owners:
        consequence = owner.kind in (
            "variable",
            "function",
            "trace",
            "dataset",
            "iterator",
            "tensor",
            "py_function",
        ) and (
            "keras" in owner.flags
            or "loading" in owner.flags
            or owner.library
            or (owner.holder is None and owner.count >= 0.9 * rate and owner.kind == "variable")
        )
        doubled = owner.kind == "model" and bool(graph_models) and owner.holder is None
        if not consequence and not doubled:
            kept.append(owner)
    return kept


def _parts_of_dropped_models(case: Case, owners: list[Owner]) -> list[Owner]:
    """Models that are built and dropped in every round, while the functions and variables they brought stay."""
    parts = [
        owner
        for owner in _leaking(owners, "variable", "function", "trace")
        if ("keras" in owner.flags or owner.library) and "loading" not in owner.flags
    ]
    units = case.growth("function.live", 2.5).units
    made = made_in_rounds(case, "model")
    if not parts or made is None or units <= 0:
        return owners
    count, site = made
    evidence = [line for part in parts for line in part.evidence]
    model = Owner(
        "model",
        count / units,
        site=site,
        location=location_of(site),
        flags=frozenset(site.flags if site else ()) | {"dropped"},
        evidence=evidence,
    )
    return [owner for owner in owners if owner not in parts] + [model]


@merging
def loads_explain_their_operations(case: Case, owners: list[Owner]) -> list[Owner]:
    """Operations that no line of the program built came with what it loads."""
    if not any("loading" in owner.flags and owner.verdict is Verdict.LEAK for owner in owners):
        return owners
    return [owner for owner in owners if owner.kind != "graph" or owner.location is not None]


@merging
def sessions_explain_their_graphs(case: Case, owners: list[Owner]) -> list[Owner]:
    """Sessions that are kept, each with a graph of its own, keep that graph's operations and variables, too."""
    sessions = _leaking(owners, "session")
    graphs = case.growth("graph.count")
    if not sessions or not graphs.growing or graphs.per_unit < OWN_GRAPH_SHARE * sum(one.count for one in sessions):
        return owners
    frames = _born_frames(case, "session")
    parts = [
        owner
        for owner in owners
        if owner.kind in ("graph", "variable")
        and owner.site is not None
        and frames & {(file, function) for file, _, function in owner.site.frames}
    ]
    for part in parts:
        sessions[0].evidence += part.evidence
    return [owner for owner in owners if owner not in parts]


@merging
def datasets_explain_their_callbacks(case: Case, owners: list[Owner]) -> list[Owner]:
    """Registered callbacks name the cause; the datasets, traces and variables around them follow from it."""
    callbacks = _leaking(owners, "py_function")
    datasets = _leaking(owners, "dataset", "iterator")
    if callbacks:
        return [owner for owner in owners if owner not in datasets and not (owner.kind == "trace" and owner.library)]
    if datasets:
        best = max(datasets, key=lambda owner: (owner.holder is not None, owner.kind == "iterator", owner.count))
        return [
            owner
            for owner in owners
            if (owner not in datasets or owner is best)
            and not (owner.kind in ("trace", "function", "tensor") and owner.library)
        ]
    return owners


@merging
def callbacks_explain_their_operations(case: Case, owners: list[Owner]) -> list[Owner]:
    """A Python callback in a graph is an operation too: the registry is the tighter hold, and names the cause."""
    registering = {
        (owner.location.file, owner.location.function) for owner in _leaking(owners, "py_function") if owner.location
    }
    return [
        owner
        for owner in owners
        if not (
            owner.kind == "graph" and owner.location and (owner.location.file, owner.location.function) in registering
        )
    ]


@merging
def functions_explain_their_traces(case: Case, owners: list[Owner]) -> list[Owner]:
    """New functions are traced once each: the making is the cause."""
    functions = _leaking(owners, "function")
    traced_variables = [owner for owner in _leaking(owners, "variable") if "traced" in owner.flags]
    compiled = _leaking(owners, "compiled")
    kept = []
    for owner in owners:
        if owner.kind == "trace" and functions and owner.reason in ("new-function", "first", "same"):
            for function in functions:
                function.nbytes = (
                    (function.nbytes or 0) + (owner.nbytes or 0) / len(functions) if owner.nbytes else function.nbytes
                )
                function.evidence += owner.evidence
            continue
        if owner.kind == "trace" and (traced_variables or compiled):
            for cause in traced_variables + compiled:
                cause.evidence += owner.evidence
            continue
        kept.append(owner)
    return kept


@merging
def traces_without_growth_are_no_leak(case: Case, owners: list[Owner]) -> list[Owner]:
    """Functions made, traced and dropped leave garbage; only those of datasets and registered gradients may stay."""
    graphs = case.growth("function.graphs")
    stay = graphs.per_unit if graphs.growing and case.survives_collection("function.graphs") else 0.0
    dropped = [owner for owner in owners if owner.kind == "trace" and owner.reason in ("new-function", "same", "first")]
    kept = [owner for owner in dropped if "pipeline" in owner.flags and stay >= KEPT_SHARE * owner.count]
    kept += _registered(case, [owner for owner in dropped if "pipeline" not in owner.flags])
    garbage = {id(owner) for owner in dropped} - {id(owner) for owner in kept}
    return [owner for owner in owners if id(owner) not in garbage]


def _registered(case: Case, dropped: list[Owner]) -> list[Owner]:
    """The function whose every trace left an entry in TensorFlow's gradient registry, which keeps it for good."""
    growth = case.growth("registry.gradients")
    if not growth.growing:
        return []
    fitting = [owner for owner in dropped if growth.per_unit >= KEPT_SHARE * owner.count]
    heaviest = sorted(fitting, key=lambda owner: -owner.size)[:1]
    for owner in heaviest:
        owner.flags |= {"registered"}
        owner.nbytes = None  # what tracing it took is mostly let go of
        owner.evidence.append(f"TensorFlow's gradient registry gained {growth.per_unit:.2g} entries per unit of work")
    return heaviest


@merging
def graphs_explain_symbolic_lists(case: Case, owners: list[Owner]) -> list[Owner]:
    """A list of graph tensors grows because the graph does; a container of whole graphs is what keeps them."""
    graphs = _leaking(owners, "graph")
    if not graphs:
        return owners
    keepers = [owner for owner in _leaking(owners, "container") if owner.contents == "graph"]
    for graph in graphs if keepers else ():
        if "new graphs" in graph.flags and graph.holder is None:
            graph.holder, graph.evidence = keepers[0].holder, graph.evidence + keepers[0].evidence
    return [owner for owner in owners if not (owner.kind == "container" and owner.contents in ("symbolic", "graph"))]


@merging
def tapes_explain_what_they_recorded(case: Case, owners: list[Owner]) -> list[Owner]:
    """A kept tape keeps what it recorded: the tensors are its weight."""
    tapes = [owner for owner in _leaking(owners, "tape") if "recording" not in owner.flags]
    tensors = [owner for owner in owners if owner.kind == "tensor"]
    for tape in tapes[:1]:
        tape.nbytes = (tape.nbytes or 0.0) + sum(owner.nbytes or 0.0 for owner in tensors)
        tape.evidence += [line for owner in tensors for line in owner.evidence]
    return [owner for owner in owners if owner not in tensors] if tapes else owners


@merging
def containers_explain_tensors(case: Case, owners: list[Owner]) -> list[Owner]:
    """Live tensors that a known holder accounts for are not a second cause."""
    causes = [
        owner
        for owner in owners
        if (owner.verdict is Verdict.LEAK or (owner.kind == "container" and owner.verdict is Verdict.GROWING))
        and owner.kind in ("container", "model", "variable", "session", "function", "trace", "graph", "thread")
    ]
    tapes = [owner for owner in owners if owner.kind == "tape" and "recording" in owner.flags]
    if _filling(owners):
        return [owner for owner in owners if owner.kind != "tensor" and owner not in tapes]
    if tapes and not any(owner.contents == "tensor" for owner in causes):
        return [owner for owner in owners if owner.kind != "tensor"]
    if causes:
        return [owner for owner in owners if owner.kind != "tensor" and owner not in tapes]
    return [owner for owner in owners if owner.kind != "tensor" or case.collections()]


def _filling(owners: list[Owner]) -> bool:
    """Whether a container with a bound took in tensors at such a rate that nothing else need have kept them."""
    rate = max((owner.count for owner in owners if owner.kind in ("tensor", "tape")), default=0.0)
    return any(
        owner.kind == "container"
        and owner.contents == "tensor"
        and owner.verdict is Verdict.BOUNDED
        and owner.count >= FILLING_SHARE * rate
        for owner in owners
    )


@merging
def small_change_is_no_leak(case: Case, owners: list[Owner]) -> list[Owner]:
    """A history of plain numbers grows too, by a few bytes a step: not worth a finding, unless memory grows by just that."""
    used = case.growth("malloc.in_use" if case.series("malloc.in_use") else "process.rss", NOISE_BYTES)
    for owner in owners:
        if owner.kind == "container" and used.growing and (owner.nbytes or 0.0) >= NOTABLE_SHARE * used.per_unit:
            owner.flags |= {"notable"}
        if case.unit == "seconds" and owner.size < MIN_ELEMENT_BYTES_PER_UNIT:
            owner.flags |= {"light"}  # how many there are in a second says nothing of a round
    return [owner for owner in owners if not is_small(owner) or "opaque" in owner.flags]


def is_small(owner: Owner) -> bool:
    """Whether this is a container that weighs next to nothing, as far as Python sees, or one array that may vary in size."""
    return (
        owner.kind == "container"
        and owner.contents in ("object", "array", "tensor")
        and ((owner.nbytes or 0) < MIN_ELEMENT_BYTES_PER_UNIT or bool(owner.flags & {"whole", "light"}))
        and "notable" not in owner.flags
    )


@merging
def buffers_must_be_filling(case: Case, owners: list[Owner]) -> list[Owner]:
    """A buffer that would not fit is a finding only while memory really grows, and only when nothing else explains it."""
    growing = case.growth("process.rss", noise=8e6).growing
    others = list(_leaking(owners, "container", "graph", "trace", "model", "session"))
    seen: set[str] = set()
    kept = []
    for owner in owners:
        if owner.kind == "buffer":
            if not growing or others or str(owner.location) in seen:
                continue
            seen.add(str(owner.location))
            owner.count, owner.nbytes = 1.0, case.growth("process.rss", noise=8e6).per_unit
        kept.append(owner)
    return kept
