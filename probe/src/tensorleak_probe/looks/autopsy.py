"""The autopsy: when the program is done, a cache of TensorFlow's own is emptied, and what that frees is what it held.

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
KERNELS = "kernels"


def kernels(probe: Probe) -> Record | None:
    """Bytes in use before and after TensorFlow has emptied its cache of kernels; None where that is not known or not safe."""
    in_use = probe.gauge(MallocGauge).in_use
    for name in CONTEXTS:
        names = plain.module_names(sys.modules.get(name))
        context = names.get("_context")
        handle = plain.attribute(context, "_context_handle") if context is not None else None
        library = next((names[native] for native in NATIVE if native in names), None)
        clear = plain.module_names(library).get("TFE_ContextClearCaches")
        if handle is not None and clear is not None and in_use() and _is_at_rest(context):
            before = in_use()
            clear(handle)
            return {"cache": KERNELS, "before": {"malloc.in_use": before}, "after": {"malloc.in_use": in_use()}}
    return None


def _is_at_rest(context: Any) -> bool:
    """Whether no other thread runs Python, and no operation may be waiting: emptying the cache would wait for it."""
    others = [thread for thread in system.frames_of_threads() if thread != system.thread_id()]
    return not others and not plain.attribute(context, "_default_is_async")
