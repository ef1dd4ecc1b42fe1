"""From a growing counter to a rule, a line and a remedy: what the probe can say without the desk.

Ids, names and remedies are the catalogue's own, word for word; a test compares them.
"""

from tensorleak_probe.gauge_catalogue import PYTEST, told_in
from tensorleak_probe.testing.settings import words

RULES = {
    "TL101": (
        "graph-ops-in-loop",
        "Build the operations once, before the loop, and feed changing values through a placeholder; where a graph per call is needed, build it inside `with tf.Graph().as_default():`.",
    ),
    "TL102": (
        "session-kept-open",
        "Open one session and reuse it, or close each (`with tf.Session() as sess:`) before letting go of it.",
    ),
    "TL103": (
        "session-per-call",
        "Open one session for the life of the graph and reuse it.",
    ),
    "TL104": (
        "constant-baked-into-graph",
        "Declare a `tf.placeholder` once and pass each batch through `feed_dict`.",
    ),
    "TL201": (
        "retrace-python-value",
        "Pass a tensor (`tf.constant(value)`) or keep the value in a `tf.Variable`; with a tensor argument one trace serves all values.",
    ),
    "TL202": (
        "retrace-new-shape",
        "Pad or bucket the input to a few fixed sizes; an `input_signature` with `None` in the varying dimension lets one trace serve them all.",
    ),
    "TL203": (
        "function-made-per-call",
        "Create the `tf.function` once, outside the loop, and call it with different tensors.",
    ),
    "TL204": (
        "retrace-new-object",
        "Pass tensors instead of the object, or keep one object alive and change its `tf.Variable`s; equal objects that are dropped after each call do not share a trace.",
    ),
    "TL207": (
        "variable-made-in-function",
        "Make the variable once outside the function (in `__init__` or `build`) and only assign to it inside.",
    ),
    "TL301": (
        "tensor-kept",
        "Keep numbers instead of tensors (`float(loss)`), or bound the container (`collections.deque(maxlen=...)`).",
    ),
    "TL302": (
        "variable-made-in-loop",
        "Make the variable once and `assign` to it.",
    ),
    "TL303": (
        "tape-kept",
        "Open the tape inside the loop, around one step, and let go of it (and of persistent tapes) after the gradient was taken.",
    ),
    "TL304": (
        "results-accumulated",
        "Write results out as they come (to disk, or to a running aggregate), or bound the container.",
    ),
    "TL305": (
        "cache-holds-tensors",
        "Bound the cache (`functools.lru_cache(maxsize=...)`) or key it by something that repeats.",
    ),
    "TL401": (
        "model-built-in-loop",
        "Build and compile the model once and reset its weights between rounds; where each round needs a new model, fit it in a process of its own. On TF 1, `tf.keras.backend.clear_session()` between models also frees them; on TF 2.15 to 2.21 it does not once a model was fitted.",
    ),
    "TL402": (
        "model-loaded-per-call",
        "Load the model once at start-up and reuse it.",
    ),
    "TL403": (
        "predict-in-loop",
        "Pass arrays to `predict` instead of a generator or `PyDataset` made for each call, or call the model itself (`model(x, training=False)`).",
    ),
    "TL404": (
        "callback-accumulates",
        "Keep a running figure in the callback, write to disk, or clear the list in `on_epoch_end`.",
    ),
    "TL405": (
        "old-model-still-held",
        "Drop the reference to the old model when the new one is in place; keep weights on disk, not models in memory.",
    ),
    "TL501": (
        "python-function-registry",
        "Build the dataset (`from_generator`, `py_function`, `numpy_function`) once and iterate it again; pass data by index instead of capturing it.",
    ),
    "TL502": (
        "dataset-made-per-step",
        "Build the dataset once before the loop and reuse it; iterate instead of making an iterator per step. Where `predict` makes one per call, use `predict_on_batch` or call the model.",
    ),
    "TL602": (
        "queue-without-bound",
        "Give the queue a bound (`queue.Queue(maxsize=...)`) so that the producer waits.",
    ),
    "TL603": (
        "threads-grow",
        "Use one bounded pool (`concurrent.futures.ThreadPoolExecutor`), or make each thread's loop end.",
    ),
    "TL604": (
        "model-built-in-handler",
        "Load the model once when the service starts, and only call it in the handler.",
    ),
    "TL803": (
        "unexplained-native-growth",
        "Look for native extensions and custom ops called in the loop; bisect by leaving calls out, or run memray --native on a shorter run.",
    ),
    "TL901": (
        "python-objects-kept",
        "Bound the container, or write entries out and clear it.",
    ),
}

JUDGED = told_in(PYTEST)
NOUNS = {gauge.name: gauge.things for gauge in JUDGED}
BIRTHS = {gauge.name: gauge.kind for gauge in JUDGED if gauge.kind}
PLAIN = {gauge.name: gauge.rule for gauge in JUDGED}
REASONS = {"value": "TL201", "shape": "TL202", "dtype": "TL202", "structure": "TL202", "object": "TL204"}
CONTENTS = {
    "keras.models": ("model",),
    "variable.count": ("variable",),
    "session.open": ("session",),
    "tensor.count": ("tensor",),
    "function.live": ("function",),
    "data.iterators": ("iterator", "dataset"),
    "data.datasets": ("dataset", "iterator"),
    "tape.live": ("tape",),
    "graph.ops": (),
    "function.graphs": (),
    "registry.py_functions": (),
    "thread.python": (),
    "thread.count": (),
}
HELD_BY_CONTAINER = ("TL301", "TL304", "TL305", "TL404", "TL405", "TL602", "TL901")
MADE = (("model", "TL401"), ("session", "TL103"), ("function", "TL203"), ("dataset", "TL502"), ("thread", "TL603"))
LARGE = 1024


def count_words(growth):
    """What an iteration adds, in words."""
    if not growth.exact:
        return words(growth.per_iteration)
    rate, noun = growth.per_iteration, NOUNS[growth.gauge]
    number = "%d" % round(rate) if rate >= 10 or abs(rate - round(rate)) < 0.05 else "%.1f" % rate
    return "%s %s" % (number, noun[:-1] if number == "1" else noun)


def origin(probe, looks, growth, container):
    """((file, line, function) or None, rule id, name of what is made) for one growth."""
    if growth.gauge == "graph.ops":
        return _operations(probe, looks)
    if growth.gauge == "function.graphs":
        return _traces(probe, looks)
    if growth.gauge in BIRTHS:
        return _births(probe, looks, growth.gauge, container)
    return (None, _held(container), "") if container is not None else _made_again(probe, looks)


def _frame(probe, site):
    """The innermost user frame of a site."""
    rows = probe.sites.rows
    frames = rows[site]["frames"] if 0 <= site < len(rows) else []
    return (tuple(frames[0]) if frames else None), (rows[site]["flags"] if frames else [])


def _operations(probe, looks):
    """The line that builds the most operations, and whether data is baked into them."""
    first, last = looks[0].ops, looks[-1].ops
    added = {site: row[3] - (first[site][3] if site in first else 0) for site, row in last.items()}
    if not added:
        return None, "TL101", ""
    site = max(added, key=added.get)
    row, before = last[site], first.get(site, [0] * 8)
    baked = row[4] - before[4] > LARGE * added[site] / 4 and row[6] > 0
    return _frame(probe, site)[0], "TL104" if baked else "TL101", ""


def _traces(probe, looks):
    """The function that is traced most, and what about its arguments made it so."""
    first, last = looks[0].traces, looks[-1].traces
    added = {key: row["traces"] - (first[key]["traces"] if key in first else 0) for key, row in last.items()}
    if not added or max(added.values()) <= 0:
        return None, "TL203", ""
    key = max(added, key=added.get)
    before = {tuple(reason[:4]): reason[4] for reason in first[key]["reasons"]} if key in first else {}
    more = {tuple(reason[:4]): reason[4] - before.get(tuple(reason[:4]), 0) for reason in last[key]["reasons"]}
    reason = max(more, key=more.get)[0]
    return (key[1], key[2], key[0]), REASONS.get(reason, "TL203"), key[0]


def _births(probe, looks, gauge, container):
    """The line where most of what stays alive was made."""
    kind = BIRTHS[gauge]
    first, last = looks[0].births, looks[-1].births
    key = _most(first, last, (kind,))
    if key is None:
        return None, _rule_of_birth(gauge, [], None, container), ""
    place, flags = _frame(probe, key[1])
    return place, _rule_of_birth(gauge, flags, key[2], container), str(key[2] or "").split(":")[0]


def _most(first, last, kinds):
    """The key of the given kinds that gained most between two tables, or None when none did."""
    added = {key: count - first.get(key, 0) for key, count in last.items() if key[0] in kinds}
    key = max(added, key=added.get) if added else None
    return key if key is not None and added[key] > 0 else None


def _made_again(probe, looks):
    """For memory that nothing holds: what each iteration makes anew and TensorFlow does not fully give back."""
    for kind, rule in MADE:
        key = _most(looks[0].born, looks[-1].born, (kind,))
        if key is not None:
            return _frame(probe, key[1])[0], rule, str(key[2] or "").split(":")[0]
    return None, "TL803", ""


def _rule_of_birth(gauge, flags, flag, container):
    if gauge == "keras.models":
        if container is not None:
            return "TL405"
        return "TL402" if "loading" in flags else "TL604" if "handler" in flags else "TL401"
    if gauge == "variable.count":
        return "TL207" if flag == "traced" else "TL302"
    if gauge == "registry.py_functions":
        return "TL403" if "predict" in flags else "TL501"
    return PLAIN[gauge]


def _held(container):
    """The rule for a container that grows, by what it is and what it holds."""
    holder, contents = container["holder"] or {}, container["contents"]
    if holder.get("scope") == "queue":
        return "TL602"
    if holder.get("callback"):
        return "TL404"
    if contents == "tensor":
        return "TL305" if holder.get("scope") == "lru_cache" else "TL301"
    return "TL304" if contents == "array" else "TL901"
