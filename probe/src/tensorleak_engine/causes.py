"""The causes of growth: what each of them looks like, what is said of it, and what to change.

A cause is data. It explains an owner that has one of its signs; of several that do, the one further up in the catalogue is the more
telling: a queue is named before the tensors in it, and a model that is loaded before a model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from tensorleak_engine.model.owner import Owner
from tensorleak_engine.signs import Sign
from tensorleak_probe.gauge_catalogue import kinds


@dataclass(frozen=True)
class Cause:
    """One cause of growth; `put` says that the line to blame is the one that puts the thing into what keeps it."""

    id: str
    name: str
    says: str
    remedy: str
    signs: Tuple[Sign, ...]
    put: bool = False

    def explains(self, owner: Owner) -> bool:
        """Whether this is what makes `owner` grow."""
        return any(sign.fits(owner) for sign in self.signs)


TELLING: Tuple[Cause, ...] = (
    Cause(
        "TL602",
        "queue-without-bound",
        "{holder} holds {count} more items per {unit}: it fills faster than it is emptied",
        "Give the queue a bound (`queue.Queue(maxsize=...)`) so that the producer waits.",
        signs=(Sign("container", scopes=("queue",)),),
        put=True,
    ),
    Cause(
        "TL604",
        "model-built-in-handler",
        "{count} more models per {unit} are made in a request handler and not released",
        "Load the model once when the service starts, and only call it in the handler.",
        signs=(
            Sign("model", flags=("handler",)),
            Sign("graph", flags=("model", "handler")),
        ),
    ),
    Cause(
        "TL404",
        "callback-accumulates",
        "callback {holder} keeps {count} more elements per {unit}",
        "Keep a running figure in the callback, write to disk, or clear the list in `on_epoch_end`.",
        signs=(Sign("container", flags=("callback",)),),
        put=True,
    ),
    Cause(
        "TL405",
        "old-model-still-held",
        "{holder} keeps {count} more models per {unit}",
        "Drop the reference to the old model when the new one is in place; keep weights on disk, not models in memory.",
        signs=(
            Sign("model", held=True),
            Sign("container", contents=("model",)),
        ),
        put=True,
    ),
    Cause(
        "TL402",
        "model-loaded-per-call",
        "models are loaded again and again and not released ({count} more {kind}s per {unit})",
        "Load the model once at start-up and reuse it.",
        signs=(Sign("model", "graph", "variable", "function", "trace", flags=("loading",)),),
    ),
    Cause(
        "TL401",
        "model-built-in-loop",
        "{count} more models per {unit} are built and not released",
        "Build and compile the model once and reset its weights between rounds; where each round needs a new model, fit it in a process of its own. On TF 1, `tf.keras.backend.clear_session()` between models also frees them; on TF 2.15 to 2.21 it does not once a model was fitted.",
        signs=(
            Sign("model"),
            Sign("graph", flags=("model",)),
        ),
    ),
    Cause(
        "TL403",
        "predict-in-loop",
        "every `predict` call registers {count} more Python callbacks with TensorFlow for ever",
        "Pass arrays to `predict` instead of a generator or `PyDataset` made for each call, or call the model itself (`model(x, training=False)`).",
        signs=(Sign("py_function", flags=("keras", "predict")),),
    ),
    Cause(
        "TL502",
        "dataset-made-per-step",
        "{count} more parts of datasets per {unit} stay alive",
        "Build the dataset once before the loop and reuse it; iterate instead of making an iterator per step. Where `predict` makes one per call, use `predict_on_batch` or call the model.",
        signs=(
            Sign("dataset", "iterator"),
            Sign("container", contents=("dataset", "iterator")),
            Sign("graph", flags=("dataset",)),
            Sign("trace", flags=("pipeline",)),
        ),
    ),
    Cause(
        "TL104",
        "constant-baked-into-graph",
        "the graph gains {constant_bytes} of constants per {unit}: data is baked into it",
        "Declare a `tf.placeholder` once and pass each batch through `feed_dict`.",
        signs=(Sign("graph", flags=("baked",)),),
    ),
    Cause(
        "TL207",
        "variable-made-in-function",
        "{count} variables per {unit} are made inside a traced function",
        "Make the variable once outside the function (in `__init__` or `build`) and only assign to it inside.",
        signs=(Sign("variable", flags=("traced",)),),
    ),
    Cause(
        "TL208",
        "compiled-shapes-unbounded",
        "{name}() is compiled by XLA for {count} new shapes per {unit}",
        "Pad the input to a few fixed sizes, or leave `jit_compile` off for inputs of varying shape: XLA's cache never evicts.",
        signs=(Sign("compiled"),),
    ),
    Cause(
        "TL204",
        "retrace-new-object",
        "{name}() is traced again for each new object it is called with ({count} traces per {unit})",
        "Pass tensors instead of the object, or keep one object alive and change its `tf.Variable`s; equal objects that are dropped after each call do not share a trace.",
        signs=(
            Sign("trace", reasons=("object",)),
            Sign("function", flags=("bound",)),
        ),
    ),
    Cause(
        "TL105",
        "graph-built-in-threads",
        "threads add {count} operations to a shared graph per {unit}",
        "Build the operations once before the threads start; let the threads only run them, with values fed.",
        signs=(Sign("graph", flags=("thread",)),),
    ),
    Cause(
        "TL303",
        "tape-kept",
        "{holder} keeps {count} more {things} per {unit}",
        "Open the tape inside the loop, around one step, and let go of it (and of persistent tapes) after the gradient was taken.",
        signs=(
            Sign("tape"),
            Sign("container", contents=("tape",)),
        ),
        put=True,
    ),
    Cause(
        "TL305",
        "cache-holds-tensors",
        "{holder} caches {count} more tensors per {unit} and never lets one go",
        "Bound the cache (`functools.lru_cache(maxsize=...)`) or key it by something that repeats.",
        signs=(
            # Objects that hold tensors among other things are sessions, requests, jobs: such a dict is a register, not a cache.
            Sign("container", flags=("entries",), own=True),
            Sign("container", contents=("tensor",), scopes=("lru_cache",)),
        ),
    ),
    *(
        Cause(
            rule,
            name,
            "{holder} becomes ever longer",
            "Keep the last part only (`x[-n:]`), or write finished parts out and begin anew; what is joined to all before it is copied whole each time, too.",
            signs=(Sign("container", contents=(contents,), flags=("whole",)),),
        )
        for rule, name, contents in (
            ("TL301", "tensor-extended", "tensor"),
            ("TL304", "array-extended", "array"),
            ("TL901", "buffer-extended", "object"),
        )
    ),
)
PLAIN: Tuple[Cause, ...] = (  # no owner has the signs of two of these
    Cause(
        "TL101",
        "graph-ops-in-loop",
        "the graph gains {count} operations per {unit}",
        "Build the operations once, before the loop, and feed changing values through a placeholder; where a graph per call is needed, build it inside `with tf.Graph().as_default():`.",
        signs=(Sign("graph"),),
    ),
    Cause(
        "TL102",
        "session-kept-open",
        "{count} more sessions stay open per {unit}",
        "Open one session and reuse it, or close each (`with tf.Session() as sess:`) before letting go of it.",
        signs=(
            Sign("session"),
            Sign("container", contents=("session",)),
        ),
    ),
    Cause(
        "TL201",
        "retrace-python-value",
        "{name}() is traced again for each new Python value of '{argument}' ({count} traces per {unit})",
        "Pass a tensor (`tf.constant(value)`) or keep the value in a `tf.Variable`; with a tensor argument one trace serves all values.",
        signs=(Sign("trace", reasons=("value",)),),
    ),
    Cause(
        "TL202",
        "retrace-new-shape",
        "{name}() is traced again for each new shape of '{argument}' ({count} traces per {unit})",
        "Pad or bucket the input to a few fixed sizes; an `input_signature` with `None` in the varying dimension lets one trace serve them all.",
        signs=(Sign("trace", reasons=("shape", "structure", "dtype")),),
    ),
    Cause(
        "TL203",
        "function-made-per-call",
        "{count} new tf.function objects per {unit} are made and kept",
        "Create the `tf.function` once, outside the loop, and call it with different tensors.",
        signs=(
            Sign("function"),
            Sign("trace", reasons=("new-function", "same", "first")),
            Sign("container", contents=("function",)),
        ),
    ),
    Cause(
        "TL206",
        "tensors-listed-in-function",
        "{holder} keeps {count} symbolic tensors per {unit}, and with them the graphs they belong to",
        "Return the tensors from the function, or collect them in a `tf.TensorArray` inside it.",
        signs=(Sign("container", contents=("symbolic",)),),
    ),
    Cause(
        "TL301",
        "tensor-kept",
        "{holder} keeps {count} more tensors per {unit}",
        "Keep numbers instead of tensors (`float(loss)`), or bound the container (`collections.deque(maxlen=...)`).",
        signs=(
            Sign("tensor"),
            Sign("container", contents=("tensor",)),
        ),
    ),
    Cause(
        "TL302",
        "variable-made-in-loop",
        "{count} more variables per {unit} stay alive",
        "Make the variable once and `assign` to it.",
        signs=(
            Sign("variable"),
            Sign("container", contents=("variable", "optimizer", "layer")),
        ),
    ),
    Cause(
        "TL304",
        "results-accumulated",
        "{holder} keeps {count} more arrays per {unit}",
        "Write results out as they come (to disk, or to a running aggregate), or bound the container.",
        signs=(Sign("container", contents=("array",)),),
    ),
    Cause(
        "TL501",
        "python-function-registry",
        "{count} more Python callbacks per {unit} stay registered with TensorFlow",
        "Build the dataset (`from_generator`, `py_function`, `numpy_function`) once and iterate it again; pass data by index instead of capturing it.",
        signs=(Sign("py_function"),),
    ),
    Cause(
        "TL503",
        "buffer-larger-than-memory",
        "a {name} buffer of {size} elements is filling and will not fit into memory",
        "Use a smaller `buffer_size`, or shuffle file names or indices instead of decoded elements.",
        signs=(Sign("buffer"),),
    ),
    Cause(
        "TL603",
        "threads-grow",
        "{count} more threads per {unit} never end",
        "Use one bounded pool (`concurrent.futures.ThreadPoolExecutor`), or make each thread's loop end.",
        signs=(
            Sign("thread"),
            Sign("container", contents=("thread",)),
        ),
    ),
    Cause(
        "TL803",
        "kernels-kept",
        "TensorFlow keeps {bytes} more of kernels per {unit}: operations are called with attributes, seeds or names that are new each time",
        "Give operations the same attributes each time: a changing seed as a tensor (`tf.random.stateless_normal(shape, seed=[i, 0])`), "
        "and variables, tables and optimizers made once: TensorFlow keeps a kernel for each of their names.",
        signs=(Sign("kernels"),),
    ),
    Cause(
        "TL803",
        "numbers-kept",
        "TensorFlow keeps {bytes} more of Python numbers per {unit}: eager operations are given numbers that are new each time",
        "Hand changing numbers over as NumPy numbers, arrays or variables (`np.float32(rate) * gradient`): for each new value of a Python "
        "number that meets a tensor, TensorFlow keeps a tensor for good.",
        signs=(Sign("scalars"),),
    ),
    Cause(
        "TL803",
        "unexplained-native-growth",
        "{kind} memory that no TensorFlow or Python object accounts for grows by {bytes} per {unit}",
        "Look for native extensions and custom ops called in the loop; bisect by leaving calls out, or run memray --native on a shorter run.",
        signs=(Sign("native", "device"),),
    ),
    Cause(
        "TL901",
        "python-heap-grows",
        "Python's own heap grows by {bytes} per {unit}, {count} blocks, and no name that was followed leads to what fills it",
        "Look for what an iterator, a parser, an extension or the interpreter itself keeps; `gc.get_referrers` tells who refers to one of the objects.",
        signs=(Sign("python"),),
    ),
    Cause(
        "TL804",
        "native-cache-per-shape",
        "a native cache grows with every new shape ({count} new shapes per {unit})",
        "Pad or bucket inputs to a few fixed shapes.",
        signs=(Sign("shapes"),),
    ),
    Cause(
        "TL901",
        "python-objects-kept",
        "{holder} keeps {count} more Python objects per {unit}",
        "Bound the container, or write entries out and clear it.",
        signs=(Sign("container", contents=("object", "graph")),),
    ),
)
CATALOGUE = TELLING + PLAIN
BY_ID = {cause.id: cause for cause in CATALOGUE}


def cause_of(owner: Owner) -> Optional[Cause]:
    """The most telling cause that explains an owner; for a kind of things that none knows, the one that its gauge declares."""
    found = next((cause for cause in CATALOGUE if cause.explains(owner)), None)
    gauge = kinds().get(owner.kind)
    return found or (BY_ID.get(gauge.rule) if gauge is not None else None)
