"""What the small judge knows of the rules: names, sentences and remedies, the same as in the desk's catalogue."""

from tensorleak_probe.gauge_catalogue import WATCH, told_in

# What explains others comes first: its finding is the main one.
FIRST = (
    "keras.models",
    "session.open",
    "graph.ops",
    "function.traces",
    "function.live",
    "variable.count",
    "registry.py_functions",
)
COUNTERS = told_in(WATCH, FIRST)
TRACE_REASONS = {"value": "TL201", "shape": "TL202", "new-function": "TL203", "object": "TL204", "first": "TL203"}
CONTENTS = {"tensor": "TL301", "array": "TL304", "object": "TL901"}

# rule: (name, sentence, remedy, what holds it)
RULES = {
    "TL101": (
        "graph-ops-in-loop",
        "the graph gains {count} operations per {unit}",
        "Build the operations once, before the loop, and feed changing values through a placeholder; where a graph per call is needed, build it inside `with tf.Graph().as_default():`.",
        "the graph itself: operations are never removed from a graph",
    ),
    "TL102": (
        "session-kept-open",
        "{count} more sessions stay open per {unit}",
        "Open one session and reuse it, or close each (`with tf.Session() as sess:`) before letting go of it.",
        "",
    ),
    "TL201": (
        "retrace-python-value",
        "{name}() is traced again for each new Python value of '{argument}' ({count} traces per {unit})",
        "Pass a tensor (`tf.constant(value)`) or keep the value in a `tf.Variable`; with a tensor argument one trace serves all values.",
        "the trace cache of {name}()",
    ),
    "TL202": (
        "retrace-new-shape",
        "{name}() is traced again for each new shape of '{argument}' ({count} traces per {unit})",
        "Pad or bucket the input to a few fixed sizes; an `input_signature` with `None` in the varying dimension lets one trace serve them all.",
        "the trace cache of {name}()",
    ),
    "TL203": (
        "function-made-per-call",
        "{count} new tf.function objects per {unit} are made and kept",
        "Create the `tf.function` once, outside the loop, and call it with different tensors.",
        "",
    ),
    "TL204": (
        "retrace-new-object",
        "{name}() is traced again for each new object it is called with ({count} traces per {unit})",
        "Pass tensors instead of the object, or keep one object alive and change its `tf.Variable`s; equal objects that are dropped after each call do not share a trace.",
        "the trace cache of {name}()",
    ),
    "TL301": (
        "tensor-kept",
        "{holder} keeps {count} more tensors per {unit}",
        "Keep numbers instead of tensors (`float(loss)`), or bound the container (`collections.deque(maxlen=...)`).",
        "",
    ),
    "TL302": (
        "variable-made-in-loop",
        "{count} more variables per {unit} stay alive",
        "Make the variable once and `assign` to it.",
        "",
    ),
    "TL304": (
        "results-accumulated",
        "{holder} keeps {count} more arrays per {unit}",
        "Write results out as they come (to disk, or to a running aggregate), or bound the container.",
        "",
    ),
    "TL401": (
        "model-built-in-loop",
        "{count} more models per {unit} are built and not released",
        "Build and compile the model once and reset its weights between rounds; where each round needs a new model, fit it in a process of its own. On TF 1, `tf.keras.backend.clear_session()` between models also frees them; on TF 2.15 to 2.21 it does not once a model was fitted.",
        "",
    ),
    "TL402": (
        "model-loaded-per-call",
        "models are loaded again and again and not released ({count} more {kind}s per {unit})",
        "Load the model once at start-up and reuse it.",
        "",
    ),
    "TL501": (
        "python-function-registry",
        "{count} more Python callbacks per {unit} stay registered with TensorFlow",
        "Build the dataset (`from_generator`, `py_function`, `numpy_function`) once and iterate it again; pass data by index instead of capturing it.",
        "TensorFlow's registry of Python callbacks",
    ),
    "TL502": (
        "dataset-made-per-step",
        "{count} more parts of datasets per {unit} stay alive",
        "Build the dataset once before the loop and reuse it; iterate instead of making an iterator per step. Where `predict` makes one per call, use `predict_on_batch` or call the model.",
        "",
    ),
    "TL603": (
        "threads-grow",
        "{count} more threads per {unit} never end",
        "Use one bounded pool (`concurrent.futures.ThreadPoolExecutor`), or make each thread's loop end.",
        "the running threads themselves",
    ),
    "TL901": (
        "python-objects-kept",
        "{holder} keeps {count} more Python objects per {unit}",
        "Bound the container, or write entries out and clear it.",
        "",
    ),
}
