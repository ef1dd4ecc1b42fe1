"""The autopsy: when the program is done, caches of TensorFlow's own are emptied one by one, and what that frees is what each held.

Nothing else tells the weight of what only native code refers to. It is never done earlier: emptying the cache of kernels resets the seeded
generators among them. It is left out where anything could still be at work: other Python threads, or operations that run asynchronously.
"""

from __future__ import annotations

import sys

from tensorleak_probe import plain
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Record

CONTEXTS = ("tensorflow.python.eager.context", "tensorflow_core.python.eager.context")
NATIVE = ("pywrap_tfe", "pywrap_tensorflow")  # the module that speaks to TensorFlow's C library, as versions name it
# The caches, in the order in which they are emptied, and by which function: kernels by operation and attributes, and the tensors that
# stand for Python numbers, one for each value that an eager operation was ever given.
CACHES = {"kernels": "TFE_ContextClearCaches", "scalars": "TFE_ClearScalarCache"}
OF_CONTEXT = frozenset(["kernels"])  # those that belong to a context, whose handle the function takes


def emptied(probe: Probe, cache: str) -> Record | None:
    """Bytes in use before and after TensorFlow has emptied one of its caches; None where that is not known or not safe."""
    in_use = probe.gauge(MallocGauge).in_use
    for name in CONTEXTS:
        names = plain.module_names(sys.modules.get(name))
        context = names.get("_context")
        handle = plain.attribute(context, "_context_handle") if context is not None else None
        library = next((names[native] for native in NATIVE if native in names), None)
        clear = plain.module_names(library).get(CACHES[cache])
        if handle is not None and clear is not None and in_use() and _is_at_rest(context):
            before = in_use()
            clear(*((handle,) if cache in OF_CONTEXT else ()))
            return {"cache": cache, "before": {"malloc.in_use": before}, "after": {"malloc.in_use": in_use()}}
    return None


def _is_at_rest(context: Any) -> bool:
    """Whether no other thread runs Python, and no operation may be waiting: emptying the cache would wait for it."""
    others = [thread for thread in system.frames_of_threads() if thread != system.thread_id()]
    return not others and not plain.attribute(context, "_default_is_async")
