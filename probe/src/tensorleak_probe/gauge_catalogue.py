"""The catalogue of gauges: everything that is counted or measured in an observed program, declared once.

The modules of `gauges/` read what is declared here; the diagnosis, `prove`, `lab`, exports, guards, the pytest plugin and the documentation
list it, in this order. It is plain data and imports nothing, so that all of them can have it at no cost.
"""

BYTES, COUNT = "bytes", "count"

# What a reading counts.
LIVE = "live"  # things of a kind that are alive now
MADE = "made"  # things made since the start, those that are gone again included: never falls
LEVEL = "level"  # memory by the account of an allocator or the kernel: moves without any leak

# Where a gauge is told or judged, besides exports and the documentation.
VERDICT = "verdict"  # what did not grow, and what rose in a run that was too short to judge
COLLECT = "collect"  # asks for a collection when it rises: garbage looks the same until then
PAGE = "page"  # charts of the page
PROVE = "prove"  # compared before and after a fix
LAB = "lab"  # measured per round in the lab
ALONE = "alone"  # a rise of it is growth, whatever else the lab or a proof has seen
PYTEST = "pytest"  # judged by the pytest plugin
EPOCHS = "epochs"  # told per batch and epoch by `LeakCallback` and `LeakHook`
EVERYWHERE = (VERDICT, COLLECT, PAGE, PROVE, LAB, ALONE, PYTEST, EPOCHS)

A_FEW = 2.5  # two things more or less are alive at any moment of a loop that keeps none
EXACT = 1.5  # one more or less, by the moment of the sample


class Declaration:
    """One gauge: its name, what it counts, its words, and where it is told.

    `name` has a `*` where the name of a device stands; `label` is a title in the plural, `meaning` a sentence. `noise` is the rise that may be
    chance, in the gauge's unit. `noun` is one such thing in few words, `things` are several in a sentence; both follow from the label where they
    are left out. `kind` is the kind under which births of these things are listed, `rule` the rule of a rise of which no more is known.
    `collected`: True where things may wait for the collector in a cycle, False where no collection frees one, None where it is not known.
    `sampled` is False for what samples leave out, since only a close look counts it, `exported` where exports know neither name nor unit.
    `views` left out: everywhere for a count of live things, nowhere for others, whose rise may mean nothing.
    """

    def __init__(
        self,
        name: str,
        unit: str,
        counts: str,
        label: str,
        meaning: str,
        noise: float = A_FEW,
        noun: str = "",
        things: str = "",
        kind: str = "",
        rule: str = "TL901",
        collected: "bool | None" = None,
        views: "tuple[str, ...] | None" = None,
        sampled: bool = True,
        exported: bool = True,
    ) -> None:
        self.name, self.unit, self.counts, self.noise = name, unit, counts, noise
        self.label, self.meaning, self.noun, self.things = label, meaning, noun or label[:-1], things or label
        self.kind, self.rule, self.collected = kind, rule, collected
        self.sampled, self.exported = sampled, sampled and exported
        self.views = (EVERYWHERE if counts == LIVE and unit == COUNT else ()) if views is None else views


# fmt: off
GAUGES = (
    Declaration("process.rss", BYTES, LEVEL, "resident memory", "Resident memory of the process.",
                noise=8e6, views=(PROVE, EPOCHS)),
    # Exports have had neither a name nor a unit for it; giving it both renames a metric that people may collect.
    Declaration("process.file", BYTES, LEVEL, "pages of files", "The part of resident memory that is pages of files.",
                noise=8e6, exported=False),
    Declaration("child.rss", BYTES, LEVEL, "memory of children", "Resident memory of its child processes.", noise=8e6),
    Declaration("malloc.in_use", BYTES, LEVEL, "memory in use", "Memory that malloc has handed out.",
                noise=8e6, views=(PROVE, EPOCHS)),
    Declaration("malloc.free", BYTES, LEVEL, "free memory", "Free memory that malloc keeps.", noise=8e6),
    Declaration("python.blocks", COUNT, LEVEL, "Python blocks", "Blocks of memory that Python's allocator has handed out.",
                views=(PAGE, EPOCHS)),
    Declaration("python.collections", COUNT, MADE, "full collections", "Full garbage collections so far.", noise=EXACT),
    Declaration("graph.ops", COUNT, LIVE, "graph operations", "Operations in live graphs.", noun="operation",
                noise=EXACT, kind="graph", rule="TL101", collected=False,
                views=(VERDICT, PAGE, PROVE, LAB, ALONE, PYTEST, EPOCHS)),
    Declaration("graph.count", COUNT, LIVE, "graphs", "Live graphs.",
                noise=EXACT, kind="graph", views=(COLLECT, PAGE, PROVE)),
    Declaration("graph.constant_bytes", BYTES, MADE, "constants in graphs", "Constants in graphs.",
                noise=1e5, views=(PROVE,)),
    Declaration("session.open", COUNT, LIVE, "open sessions", "Open sessions.", noun="session",
                kind="session", rule="TL102", views=(VERDICT, PAGE, PROVE, LAB, ALONE, PYTEST, EPOCHS)),
    Declaration("function.traces", COUNT, MADE, "traces", "Traces made so far.",
                noise=EXACT, kind="trace", rule="TL204", views=(VERDICT, PAGE, PROVE, LAB, EPOCHS)),
    Declaration("function.live", COUNT, LIVE, "tf.functions", "Live tf.function objects.", things="tf.function objects",
                kind="function", rule="TL203", collected=True, views=(COLLECT, PAGE, PROVE, PYTEST)),
    Declaration("function.graphs", COUNT, LIVE, "function graphs", "Live graphs of traced functions.", things="traces",
                noise=EXACT, kind="func_graph", views=(COLLECT, PAGE, PROVE, PYTEST)),
    Declaration("function.compiled_shapes", COUNT, MADE, "compiled shapes", "Input shapes that jit-compiled functions have seen.",
                noise=EXACT, views=(PAGE, PROVE, LAB)),
    Declaration("tensor.created", COUNT, MADE, "tensors made", "Eager tensors made so far.",
                noise=EXACT, views=(EPOCHS,)),
    Declaration("work.shapes", COUNT, MADE, "input shapes", "Input shapes that calls and batches had so far.", noise=EXACT),
    Declaration("variable.count", COUNT, LIVE, "variables", "Live variables.",
                kind="variable", rule="TL302", collected=True),
    Declaration("variable.bytes", BYTES, LIVE, "values of variables", "Values of live variables.",
                noise=1e5, views=(PROVE,)),
    Declaration("keras.models", COUNT, LIVE, "Keras models", "Live Keras models.", noun="model", things="models",
                kind="model", rule="TL401", collected=True),
    Declaration("data.datasets", COUNT, LIVE, "datasets", "Live datasets.",
                kind="dataset", rule="TL502", collected=True, views=(PAGE, PROVE, PYTEST)),
    Declaration("data.iterators", COUNT, LIVE, "dataset iterators", "Live dataset iterators.", noun="iterator",
                kind="iterator", rule="TL502", collected=True, views=(PAGE, PROVE, LAB, ALONE, PYTEST, EPOCHS)),
    Declaration("registry.py_functions", COUNT, LIVE, "registered Python callbacks", "Python callbacks registered with TensorFlow.",
                noun="callback", kind="py_function", rule="TL501", collected=False,
                views=(VERDICT, PAGE, PROVE, LAB, ALONE, PYTEST)),
    # TensorFlow adds one per trace and never removes any: a rise of it alone blames nobody.
    Declaration("registry.gradients", COUNT, LIVE, "registered gradient functions", "Gradient functions registered with TensorFlow.",
                noise=EXACT, views=(COLLECT, PAGE)),
    Declaration("tape.live", COUNT, LIVE, "gradient tapes", "Live gradient tapes.",
                kind="tape", rule="TL303", collected=True, views=(PAGE, PROVE, PYTEST)),
    Declaration("tensor.count", COUNT, LIVE, "tensors", "Live eager tensors.",
                views=(PYTEST,), sampled=False),
    # Python's own threads have a line that started them; all threads of the process, TensorFlow's among them, are told elsewhere.
    Declaration("thread.python", COUNT, LIVE, "threads", "Live Python threads.",
                kind="thread", rule="TL603", collected=False, views=(VERDICT, PYTEST, EPOCHS)),
    Declaration("thread.count", COUNT, LIVE, "threads", "Threads of the process.",
                kind="thread", rule="TL603", views=(PAGE, PROVE, LAB, PYTEST)),
    Declaration("file.open", COUNT, LIVE, "open files", "Open files.",
                views=(PAGE, PROVE)),
    Declaration("device.*.in_use", BYTES, LEVEL, "device memory in use", "Device memory in use.", noise=1e6),
    Declaration("device.*.peak", BYTES, LEVEL, "peak of device memory", "Most device memory that was in use at once.", noise=1e6),
)
# fmt: on


def told_in(view: str, first: "tuple[str, ...]" = ()) -> "tuple[Declaration, ...]":
    """The gauges of one view; those named in `first` lead, in that order."""
    told = [gauge for gauge in GAUGES if view in gauge.views]
    return tuple(sorted(told, key=lambda gauge: first.index(gauge.name) if gauge.name in first else len(first)))


def names(view: str) -> "tuple[str, ...]":
    """The names of the gauges of one view."""
    return tuple(gauge.name for gauge in told_in(view))


def kinds() -> "dict[str, Declaration]":
    """The kinds of things whose births are listed, each with the gauge that counts the live ones."""
    found: dict[str, Declaration] = {}
    for gauge in GAUGES:
        if gauge.kind and gauge.counts == LIVE:
            found.setdefault(gauge.kind, gauge)
    return found


def declared(name: str) -> "Declaration | None":
    """The declaration of a gauge by the name that a recording gives it, as `device.GPU:0.peak`."""
    return next((gauge for gauge in GAUGES if name == gauge.name or _is_device(name, gauge.name)), None)


def noise_of(name: str) -> float:
    """The rise of a gauge that may be chance; one thing more or less where nothing is declared."""
    gauge = declared(name)
    return EXACT if gauge is None else gauge.noise


def _is_device(name: str, pattern: str) -> bool:
    before, star, after = pattern.partition("*")
    return bool(star) and len(name) > len(before + after) and name.startswith(before) and name.endswith(after)
