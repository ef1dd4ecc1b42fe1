"""How causes are related: what refutes a suspect, and what a cause brings along, as the table that the solver applies."""

from __future__ import annotations

from typing import Iterable, Sequence, Set, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.evidence.births import made_in_rounds
from tensorleak_engine.evidence.late import late_work
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner, location_of
from tensorleak_engine.model.units import FALLBACKS
from tensorleak_engine.signs import Sign
from tensorleak_engine.solve import Bond, Mark, Owners, Refutation, Relation

DATASET_OPS = ("Dataset",)
Frames = Set[Tuple[str, str]]  # of user code: file, function

ANY = (Sign(),)
MODELS = (Sign("model"), Sign("graph", flags=("model",)))
DROPPED = ("new-function", "same", "first")  # reasons of a trace whose function was made anew


def _leaking(owners: Sequence[Owner], *kinds: str) -> Owners:
    return [owner for owner in owners if owner.kind in kinds and owner.verdict is Verdict.LEAK]


# Traces that leave something, and traces that leave nothing


def traces_leave_nothing(case: Case, owner: Owner, owners: Owners) -> bool:
    """The count of traces alone never falls: models that are built, fitted and dropped raise it, and leave nothing."""
    if _memory_stays(case):
        return False
    left = max(case.staying("function.graphs"), case.staying("registry.gradients") if _entries_weigh(case) else 0.0)
    return left < tolerances.KEPT_SHARE * owner.count


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
    return risen >= (tolerances.ENTRIES_BYTES if looks[-1].final else tolerances.NOISE_BYTES)


def _memory_stays(case: Case) -> bool:
    """Whether memory in use grows and most of the growth outlives a collection; resident memory where malloc does not tell."""
    gauge = "malloc.in_use" if case.series("malloc.in_use") else "process.rss"
    growth = case.growth(gauge, tolerances.NOISE_BYTES)
    return growth.growing and case.staying(gauge) >= tolerances.SURVIVING_SHARE * growth.per_unit


def mark_registered(case: Case, owners: Owners) -> Owners:
    """The function whose every trace left an entry in TensorFlow's gradient registry, which keeps it for good."""
    growth = case.growth("registry.gradients")
    dropped = [
        owner for owner in owners if owner.kind == "trace" and owner.reason in DROPPED and "pipeline" not in owner.flags
    ]
    fitting = [owner for owner in dropped if growth.growing and growth.per_unit >= tolerances.KEPT_SHARE * owner.count]
    kept = max(fitting, key=lambda owner: owner.size, default=None)
    gained = f"TensorFlow's gradient registry gained {growth.per_unit:.2g} entries per unit of work"
    told = case.sampled("registry.gradients", gained)
    # What tracing it took is mostly let go of.
    return [
        owner.but(flags=["registered"], nbytes=None, evidence=[told]) if owner is kept else owner for owner in owners
    ]


def functions_are_garbage(case: Case, owner: Owner, owners: Owners) -> bool:
    """Functions made, traced and dropped leave garbage; only those of datasets and registered gradients may stay."""
    if "pipeline" not in owner.flags:
        return "registered" not in owner.flags
    graphs = case.growth("function.graphs")
    stay = graphs.per_unit if graphs.growing and case.survives_collection("function.graphs") else 0.0
    return stay < tolerances.KEPT_SHARE * owner.count


# What graphs, models and sessions bring along


def mark_graphs_of_models_and_datasets(case: Case, owners: Owners) -> Owners:
    """Graph operations that come from building models or datasets are named after those."""
    models, datasets = (_born_frames(case, kind) for kind in ("model", "dataset"))
    return [_named_after(case, owner, models, datasets) if owner.kind == "graph" else owner for owner in owners]


def _named_after(case: Case, graph: Owner, models: Frames, datasets: Frames) -> Owner:
    frames = {(file, function) for file, _, function in graph.site.frames} if graph.site is not None else set()
    of_datasets = sum(count for name, count in graph.types if any(word in name for word in DATASET_OPS))
    share = of_datasets / max(1, sum(count for _, count in graph.types))
    flags = ["dataset"] if frames & datasets and share > tolerances.DATASET_SHARE else []
    if "keras" not in graph.flags or not frames & models:
        return graph.but(flags=flags)
    count, site = made_in_rounds(case, ("model",)) or (_number_born(case, "model"), graph.site)
    flags += ["model", *(site.flags if site else ())]
    # Of models, not of their operations.
    return graph.but(count=count / late_work(case), stretches=(), site=site, location=location_of(site), flags=flags)


def _born_frames(case: Case, kind: str) -> Frames:
    """The frames that keep making things of this kind."""
    found: Frames = set()
    for (row_kind, number, _), points in case.timeline.births.items():
        site = case.site(number)
        if row_kind == kind and site is not None and points[-1][1][3] >= tolerances.FEW_BIRTHS:
            found.update((file, function) for file, _, function in site.frames[:2])
    return found


def _number_born(case: Case, kind: str) -> float:
    """How many things of a kind were made in the whole run."""
    return sum(points[-1][1][3] for (row_kind, _, _), points in case.timeline.births.items() if row_kind == kind)


def came_with_models(case: Case, models: Sequence[Owner], part: Owner) -> bool:
    """Whether Keras, a loader or a library made it, or as many variables as models were made and nothing holds them."""
    if part.flags & {"keras", "loading"} or part.library:
        return True
    rate = sum(model.count for model in models if model.kind == "model")
    return part.kind == "variable" and part.holder is None and part.count >= tolerances.SAME_RATE * rate


def propose_dropped_models(case: Case, owners: Owners) -> Owners:
    """Models that are built and dropped in every round, while the functions and variables they brought stay."""
    models = _leaking(owners, "model") + [owner for owner in _leaking(owners, "graph") if "model" in owner.flags]
    parts = [owner for owner in _leaking(owners, "variable", "function", "trace") if came_with_dropped(case, (), owner)]
    made = made_in_rounds(case, ("model",))
    if models or not parts or made is None:
        return owners
    count, site = made
    flags = frozenset(site.flags if site else ()) | {"dropped"}
    # Traces are counted when they are made: only a collection tells whether anything of them is left.
    told = case.collections() or any(part.kind != "trace" for part in parts)
    verdict = Verdict.LEAK if told else Verdict.GROWING
    where = location_of(site)
    return [*owners, Owner("model", count / late_work(case), site=site, location=where, verdict=verdict, flags=flags)]


def came_with_dropped(case: Case, models: Sequence[Owner], part: Owner) -> bool:
    """Whether Keras or a library made it, and no loader did."""
    made = "keras" in part.flags or part.library
    return made and "loading" not in part.flags and part.verdict is Verdict.LEAK


def graphs_of_sessions(case: Case, sessions: Sequence[Owner], part: Owner) -> bool:
    """Whether each session has a graph of its own, and this is made where sessions are."""
    graphs = case.growth("graph.count")
    if not graphs.growing or graphs.per_unit < tolerances.OWN_GRAPH_SHARE * sum(one.count for one in sessions):
        return False
    frames = {(file, function) for file, _, function in part.site.frames} if part.site is not None else set()
    return bool(_born_frames(case, "session") & frames)


# Datasets, callbacks, tapes


def of_callbacks(case: Case, callbacks: Sequence[Owner], part: Owner) -> bool:
    """The datasets around registered callbacks, and what tracing them left."""
    return part.library if part.kind == "trace" else part.verdict is Verdict.LEAK


def lesser_dataset(case: Case, others: Sequence[Owner], part: Owner) -> bool:
    """Whether another dataset or iterator tells more of the same: one that is held, an iterator, the more frequent."""

    def telling(owner: Owner) -> Tuple[bool, bool, float, int]:
        return owner.holder is not None, owner.kind == "iterator", owner.count, -owner.number

    return part.verdict is Verdict.LEAK and max(map(telling, others)) > telling(part)


def of_library(case: Case, wholes: Sequence[Owner], part: Owner) -> bool:
    """Whether a library made it."""
    return part.library


def built_by_callback(case: Case, callbacks: Sequence[Owner], part: Owner) -> bool:
    """Whether the graph gains operations in the function that registers callbacks: such a callback is an operation, too."""
    places = {(one.location.file, one.location.function) for one in callbacks if one.location}
    return part.location is not None and (part.location.file, part.location.function) in places


def recorded_by(case: Case, tapes: Sequence[Owner], part: Owner) -> bool:
    """Whether a tape is kept with what it recorded; one that goes on recording is told by its tensors."""
    return all("recording" not in tape.flags for tape in tapes)


# Containers


def holds_such(case: Case, things: Sequence[Owner], part: Owner) -> bool:
    """Whether a container is confirmed to fill with just these things; tensors are told by what holds them."""
    return part.verdict is Verdict.LEAK and things[0].kind == part.contents != "tensor"


def may_hold_such(case: Case, things: Sequence[Owner], part: Owner) -> bool:
    """Whether a container that does not show what it holds gains as many elements as there are more of things that no name leads to."""
    thing = things[0]
    alike = tolerances.SAME_RATE * thing.count <= part.count <= thing.count / tolerances.SAME_RATE
    return part.verdict is Verdict.LEAK and thing.holder is None and alike


def confirmed(case: Case, wholes: Sequence[Owner], part: Owner) -> bool:
    """Whether the part itself is confirmed to grow."""
    return part.verdict is Verdict.LEAK


def fills_with(case: Case, containers: Sequence[Owner], part: Owner) -> bool:
    """Whether a container with a bound took in tensors at such a rate that nothing else need have kept them."""
    return containers[0].count >= tolerances.FILLING_SHARE * part.count


def accounts_for_tensors(case: Case, causes: Sequence[Owner], part: Owner) -> bool:
    """Whether a cause that is known holds live tensors: a confirmed one, or a container that may soon be."""
    known = [one for one in causes if one.verdict is Verdict.LEAK or one.kind == "container"]
    return bool(known) and (part.kind == "tensor" or any(one.contents == "tensor" for one in known))


def nobody_collected(case: Case, owner: Owner, owners: Owners) -> bool:
    """Tensors that wait for the collector look the same until it has run."""
    return not case.collections()


def mark_small_change(case: Case, owners: Owners) -> Owners:
    """Says of containers whether they weigh a good part of the growth, and whether their rate says anything of a round."""
    used = case.growth("malloc.in_use" if case.series("malloc.in_use") else "process.rss", tolerances.NOISE_BYTES)
    growth = used.per_unit if used.growing else None
    return [owner.but(flags=_change(owner, growth, case.unit in FALLBACKS)) for owner in owners]


def _change(owner: Owner, growth: float | None, timeless: bool) -> Iterable[str]:
    size = owner.nbytes or 0.0
    if growth is not None and owner.kind == "container" and size >= tolerances.NOTABLE_SHARE * growth:
        yield "notable"
    if growth is not None and owner.contents == "object" and size < tolerances.NEGLIGIBLE_SHARE * growth:
        yield "light"  # whatever makes memory grow, this is not it
    if timeless:  # how many there are in a second, or for a tensor, says nothing of a round
        yield "light" if owner.size < tolerances.SMALL_BYTES else "heavy"


def is_small(owner: Owner) -> bool:
    """Whether this is a container that weighs next to nothing, as far as Python sees, or one array that may vary in size."""
    return (
        owner.kind == "container"
        and owner.contents in ("object", "array", "tensor")
        and (_weighs_little(owner) or bool(owner.flags & {"whole", "light"}))
        and "notable" not in owner.flags
    )


def _weighs_little(owner: Owner) -> bool:
    """Whether it gains next to nothing in a unit of work that is a round."""
    small = tolerances.SMALL_ELEMENT if owner.contents == "object" and owner.size < tolerances.SMALL_ELEMENT else 0.0
    return "heavy" not in owner.flags and (owner.nbytes or 0) < max(tolerances.SMALL_BYTES, small)


def weighs_nothing(case: Case, owner: Owner, owners: Owners) -> bool:
    """Whether it is small change; what an extension module keeps may be more than Python sees."""
    return is_small(owner) and "opaque" not in owner.flags


# Buffers


def mark_buffers(case: Case, owners: Owners) -> Owners:
    """A buffer weighs what memory grows by."""
    rate = case.growth("process.rss", noise=8e6).per_unit
    return [owner.but(count=1.0, nbytes=rate) if owner.kind == "buffer" else owner for owner in owners]


def buffer_is_not_filling(case: Case, owner: Owner, owners: Owners) -> bool:
    """A buffer that would not fit is a finding only while memory really grows, and only when nothing else explains it."""
    others = _leaking(owners, "container", "graph", "trace", "model", "session")
    same = [one for one in owners if one.kind == "buffer" and str(one.location) == str(owner.location)]
    return not case.growth("process.rss", noise=8e6).growing or bool(others) or same[0] is not owner


RELATIONS: Tuple[Relation, ...] = (
    Refutation("nothing of these traces stays alive", (Sign("trace"),), traces_leave_nothing),
    Bond(
        "a library lists them while they run: that does not hold them",
        (Sign("thread"),),
        (Sign("container", contents=("thread",)),),
        lambda case, threads, listed: listed.holder is not None and listed.holder.library,
    ),
    Bond(
        "the container is what holds them",
        ANY,
        (Sign("container"),),
        holds_such,
        ("holder",),
        (Verdict.LEAK, Verdict.DEFERRED, Verdict.GROWING),
        each=True,
    ),
    Bond(
        "the container does not show what it holds, and gains as many as there are more of them",
        (Sign("model", "session", "variable", "tensor"),),
        (Sign("container", flags=("hidden",)),),
        may_hold_such,
        ("holder",),
        (Verdict.LEAK, Verdict.GROWING),
        each=True,
    ),
    Bond(
        "they belong to the optimizers or layers that are kept",
        (Sign("container", contents=("optimizer", "layer")),),
        (Sign("variable", flags=("keras",)),),
        gives=("bytes", "evidence"),
    ),
    Mark("graphs of models and of datasets are named after those", mark_graphs_of_models_and_datasets),
    Bond(
        "a model brings variables, functions, traces and datasets along",
        MODELS,
        (Sign("variable", "function", "trace", "dataset", "iterator", "tensor", "py_function"),),
        came_with_models,
    ),
    Bond(
        "the graph tells of the same models",
        (Sign("graph", flags=("model",)),),
        (Sign("model"),),
        lambda case, graphs, model: model.holder is None,
    ),
    Mark("models may be dropped while their parts stay", propose_dropped_models),
    Bond(
        "models that were dropped have left it behind",
        (Sign("model", flags=("dropped",)),),
        (Sign("variable", "function", "trace"),),
        came_with_dropped,
        ("evidence",),
        (Verdict.LEAK, Verdict.GROWING),
    ),
    Bond(
        "no line of the program built them: they came with what it loads",
        (Sign(flags=("loading",)),),
        (Sign("graph"),),
        lambda case, loads, graph: graph.location is None,
    ),
    Bond(
        "sessions that are kept keep their graphs",
        (Sign("session"),),
        (Sign("graph", "variable"),),
        graphs_of_sessions,
        ("evidence",),
    ),
    Bond(
        "registered callbacks name the cause: datasets and traces around them follow",
        (Sign("py_function"),),
        (Sign("dataset", "iterator", "trace"),),
        of_callbacks,
    ),
    Bond(
        "another dataset or iterator tells more of the same",
        (Sign("dataset", "iterator"),),
        (Sign("dataset", "iterator"),),
        lesser_dataset,
    ),
    Bond(
        "datasets bring traces, functions and tensors along",
        (Sign("dataset", "iterator"),),
        (Sign("trace", "function", "tensor"),),
        of_library,
    ),
    Bond(
        "a callback in a graph is an operation, too",
        (Sign("py_function"),),
        (Sign("graph"),),
        built_by_callback,
    ),
    Bond(
        "new functions are traced once each: the making is the cause",
        (Sign("function"),),
        (Sign("trace", reasons=DROPPED),),
        gives=("bytes", "evidence"),
    ),
    Bond(
        "a variable made in it, or a shape compiled for it, is why it is traced",
        (Sign("variable", flags=("traced",)), Sign("compiled")),
        (Sign("trace"),),
        gives=("evidence",),
    ),
    Mark("a gradient registry keeps what was traced", mark_registered),
    Refutation(
        "functions that were made, traced and dropped are garbage",
        (Sign("trace", reasons=DROPPED),),
        functions_are_garbage,
    ),
    Bond(
        "the container keeps whole graphs",
        (Sign("graph", flags=("new graphs",)),),
        (Sign("container", contents=("graph",)),),
        confirmed,
        ("holder",),
    ),
    Bond(
        "a list of what graphs are made of grows because the graph does",
        (Sign("graph"),),
        (Sign("container", contents=("symbolic", "graph")),),
    ),
    Bond(
        "a kept tape keeps what it recorded",
        (Sign("tape"),),
        (Sign("tensor"),),
        recorded_by,
        ("bytes", "evidence"),
        each=True,
    ),
    Bond(
        "a container with a bound is filling with them",
        (Sign("container", contents=("tensor",)),),
        (Sign("tensor"), Sign("tape", flags=("recording",))),
        fills_with,
        suspected=(Verdict.BOUNDED,),
        each=True,
    ),
    Bond(
        "what is known to be kept accounts for them",
        (Sign("container", "model", "variable", "session", "function", "trace", "graph", "thread"),),
        (Sign("tensor"), Sign("tape", flags=("recording",))),
        accounts_for_tensors,
        suspected=(Verdict.LEAK, Verdict.GROWING),
    ),
    Refutation("no collection has told tensors from garbage", (Sign("tensor"),), nobody_collected),
    Mark("containers are weighed against the growth of memory", mark_small_change),
    Refutation("it weighs next to nothing", (Sign("container"),), weighs_nothing),
    Refutation("the buffer is not what fills memory", (Sign("buffer"),), buffer_is_not_filling),
    Mark("a buffer weighs what memory grows by", mark_buffers),
)
