"""Sets up accelerators before TensorFlow takes them: memory growth, a limit, which are seen; TF 1 and TF 2."""

from __future__ import annotations

import re
import sys

from tensorleak_probe.guards.errors import GuardError
from tensorleak_probe.looks.tracked import tracked_objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

MIB = 1 << 20
UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}
SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*$")


class DevicesInitialised(GuardError, RuntimeError):  # noqa: N818
    """TensorFlow has already taken the devices: nothing can be changed in this process."""


def configure_devices(
    memory_growth: bool | None = None,
    limit: int | float | str | None = None,
    visible: int | Iterable[int] | None = None,
) -> Any:
    """Sets memory growth, a limit per device (bytes or '4 GB') and the visible GPUs (numbers); call it before anything else.

    Returns a ConfigProto with the same settings: pass it to `tf.Session(config=...)` in TF 1 and graph code; TF 2 needs
    nothing more. A machine without GPUs is fine. Raises DevicesInitialised when it comes too late.
    """
    limit = None if limit is None else _bytes(limit)
    visible = None if visible is None else _numbers(visible)
    if memory_growth and limit is not None:
        raise ValueError("memory_growth and limit exclude each other in TensorFlow: choose one")
    import tensorflow as tf

    _refuse_if_late(tf)
    if _is_v2(tf):
        _apply(tf, memory_growth, limit, visible)
    return _config(tf, memory_growth, limit, visible)


def _bytes(limit: int | float | str) -> int:
    """The bytes of a limit given as a number or as text like '4 GB'."""
    found = SIZE.match(limit) if isinstance(limit, str) else None
    if found and found.group(2).upper() in UNITS:
        limit = float(found.group(1)) * UNITS[found.group(2).upper()]
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or limit < MIB:
        raise ValueError("limit must be at least one MiB, as bytes or text like '4 GB', not %r" % (limit,))
    return int(limit)


def _numbers(visible: int | Iterable[int]) -> list[int]:
    """The numbers of the GPUs to be seen; none hides them all."""
    numbers = [visible] if isinstance(visible, int) else list(visible)
    if any(isinstance(number, bool) or not isinstance(number, int) or number < 0 for number in numbers):
        raise ValueError("visible must hold the numbers of GPUs, like [0, 1], not %r" % (visible,))
    return numbers


def _is_v2(tf: Any) -> bool:
    return int(tf.__version__.split(".")[0]) >= 2


def _refuse_if_late(tf: Any) -> None:
    """Devices come up with the eager context or with the first session, whichever is first."""
    sign = _sign_of_devices()
    if sign:
        raise DevicesInitialised(
            "configure_devices() came too late: TensorFlow has initialised its devices already (%s). Call it right after"
            " `import tensorflow`, before the first tensor, variable, model or session." % sign
        )


def _sign_of_devices() -> str:
    """What shows that the devices are up, in a few words; empty while they are not."""
    module = sys.modules.get("tensorflow.python.eager.context") or sys.modules.get(
        "tensorflow_core.python.eager.context"
    )
    context = getattr(module, "_context", None)
    if context is not None and getattr(context, "_context_handle", None) is not None:
        return "the eager context is running"
    client = sys.modules.get("tensorflow.python.client.session") or sys.modules.get(
        "tensorflow_core.python.client.session"
    )
    session = getattr(client, "BaseSession", None)
    if session is not None and any(issubclass(type(found), session) for found in tracked_objects()):
        return "a session exists"
    return ""


def _apply(tf: Any, memory_growth: bool | None, limit: int | None, visible: list[int] | None) -> None:
    """TF 2: the settings go to the physical devices."""
    config = tf.config if hasattr(tf.config, "set_visible_devices") else tf.config.experimental
    gpus = config.list_physical_devices("GPU")
    try:
        if visible is not None:
            gpus = _chosen(gpus, visible)
            config.set_visible_devices(gpus, "GPU")
        for gpu in gpus:
            if memory_growth is not None:
                tf.config.experimental.set_memory_growth(gpu, bool(memory_growth))
            if limit is not None:
                _set_limit(tf, gpu, limit)
    except RuntimeError as error:
        raise DevicesInitialised("configure_devices() came too late: %s" % error)


def _chosen(gpus: list[Any], visible: list[int]) -> list[Any]:
    """The GPUs of these numbers; asking for one that is not there is a mistake unless there are none at all."""
    missing = [number for number in visible if number >= len(gpus)]
    if missing and gpus:
        raise ValueError("visible names GPU %d, and there are %d: count from 0" % (missing[0], len(gpus)))
    return [gpus[number] for number in visible if number < len(gpus)]


def _set_limit(tf: Any, gpu: Any, limit: int) -> None:
    if hasattr(tf.config, "LogicalDeviceConfiguration"):
        settings = [tf.config.LogicalDeviceConfiguration(memory_limit=limit // MIB)]
        tf.config.set_logical_device_configuration(gpu, settings)
    else:
        settings = [tf.config.experimental.VirtualDeviceConfiguration(memory_limit=limit // MIB)]
        tf.config.experimental.set_virtual_device_configuration(gpu, settings)


def _config(tf: Any, memory_growth: bool | None, limit: int | None, visible: list[int] | None) -> Any:
    """The same as a ConfigProto, for sessions."""
    config = tf.compat.v1.ConfigProto()
    if memory_growth is not None:
        config.gpu_options.allow_growth = bool(memory_growth)
    if limit is not None:
        config.gpu_options.experimental.virtual_devices.add(memory_limit_mb=[limit // MIB])
    if visible is not None:
        config.gpu_options.visible_device_list = ",".join(map(str, visible))
        if not visible:
            config.device_count["GPU"] = 0
    return config
