"""Releases a model that lives in the program's own process, and says what stayed and who holds it."""

from __future__ import annotations

import gc
import sys
import weakref

from tensorleak_serving import served_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from tensorleak_serving.served_model import Served


def release(served: Served) -> dict[str, Any]:
    """Lets go of the model, clears Keras's state, collects and trims; a record of what that gave back."""
    before = served_model.resident()
    model = _reference(served.model)
    weights = [(weakref.ref(weight), _nbytes(weight)) for weight in served.weights()]
    served.close()
    _clear_session()
    gc.collect()
    served_model.trim()
    after = served_model.resident()
    staying = [size for reference, size in weights if reference() is not None]
    return {
        "before": before,
        "after": after,
        "alive": model() is not None,
        "weights_alive": len(staying),
        "bytes_alive": sum(staying),
        "holders": _holders(model),
    }


def _reference(model: Any) -> Callable[[], Any]:
    """A weak reference; a plain function may not allow one."""
    try:
        return weakref.ref(model)
    except TypeError:
        return lambda: None


def _nbytes(weight: Any) -> int:
    try:
        size = 1
        for part in weight.shape:
            size *= int(part)
        dtype = getattr(weight, "dtype", "float32")
        return size * int(getattr(dtype, "size", 0) or _ITEM_SIZES.get(str(dtype), 4))
    except Exception:
        return 0


_ITEM_SIZES = {"float64": 8, "int64": 8, "float16": 2, "bfloat16": 2, "int8": 1, "uint8": 1, "bool": 1}


def _clear_session() -> None:
    """Drops what Keras keeps globally; in graph mode the model had a session of its own, which is closed."""
    tf = sys.modules.get("tensorflow")
    if tf is not None and tf.executing_eagerly():
        try:
            tf.keras.backend.clear_session()
        except Exception:
            pass


def _holders(model: Callable[[], Any]) -> list[str]:
    """Who still holds the model, in the user's words."""
    from tensorleak_probe.looks.walk import find_holders
    from tensorleak_probe.sites import Sites

    target = model()
    if target is None:
        return []
    found = find_holders([target], Sites()).get(id(target))
    return [found.get("words") or found.get("text", "")] if found else []
