"""Calls that answer with all that a graph holds by then: made once and earlier, they miss what is built in between."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.nodes import find
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.sources import called_name

GATHERING = frozenset(
    f"tensorflow.{name}"
    for name in (
        *(
            "global_variables_initializer",
            "local_variables_initializer",
            "initialize_all_variables",
            "tables_initializer",
        ),
        *("trainable_variables", "global_variables", "local_variables", "all_variables", "get_collection"),
        *("summary.merge_all", "merge_all_summaries", "losses.get_total_loss", "losses.get_losses"),
        *("losses.get_regularization_loss", "report_uninitialized_variables", "train.Saver"),
    )
)
BUILDING = (
    "tensorflow.layers.",
    "keras.layers.",
    "keras.models.",
    "keras.Sequential",
    "keras.Model",
    "tensorflow.metrics.",
)
VARIABLES = frozenset(["tensorflow.Variable", "tensorflow.get_variable", "tensorflow.train.import_meta_graph"])
SUMMARIES = frozenset(["tensorflow.summary.merge_all", "tensorflow.merge_all_summaries"])
METHODS = frozenset(["minimize", "apply_gradients"])


def check_gathering(request: Request, node: cst.CSTNode, region: cst.CSTNode | None) -> None:
    """Refuses when `node` asks for all there is, and a region of code builds more, or nobody knows what does (None)."""
    asking = next((call for call in find(node, cst.Call) if request.names.called(call) in GATHERING), None)
    if asking is None:
        return
    what = request.code(asking.func)
    if region is None:
        raise Refused(f"`{what}` covers what the graph holds when it is called, and more may be built before")
    summaries = request.names.called(asking) in SUMMARIES
    more = _building(request, region, summaries, {id(one) for one in find(node, cst.Call)}, set())
    if more is not None:
        raise Refused(
            f"`{what}` covers what the graph holds when it is called, and line {request.line(more)} builds more"
        )


def _is_asked_for(name: str, plain: str, summaries: bool) -> bool:
    """Whether a call makes variables; or summaries, where those are asked for."""
    if summaries:
        return name.startswith("tensorflow.summary.") and name.rpartition(".")[2].islower()
    return name in VARIABLES or name.startswith(BUILDING) or (not name and plain in METHODS)


def _building(
    request: Request, region: cst.CSTNode, summaries: bool, besides: set[int], seen: set[str]
) -> cst.Call | None:
    """The first call in a region, or in the functions of the file that it calls, that adds to what is asked for."""
    for call in find(region, cst.Call):
        name, plain = request.names.called(call), called_name(call) or ""
        if id(call) in besides or name in GATHERING:
            continue
        if _is_asked_for(name, plain, summaries):
            return call
        function = request.sources.function_named(plain) if not name and plain not in seen else None
        if function is not None:
            seen.add(plain)
            found = _building(request, function.body, summaries, besides, seen)
            if found is not None:
                return found
    return None
