"""The settings of devices, which must be made before TensorFlow begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.values import NONE, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def _configure(run: Interpreter, call: Call) -> Value:
    late = run.story.begun and "threading" not in call.name
    run.tell("configured", call.node, name="late" if late else "in time")
    return NONE


FUNCTIONS: dict[str, ApiFunction] = dict.fromkeys(
    (
        "tf.config.set_visible_devices",
        "tf.config.experimental.set_memory_growth",
        "tf.config.experimental.set_visible_devices",
        "tf.config.set_logical_device_configuration",
        "tf.config.experimental.set_virtual_device_configuration",
        "tf.config.threading.set_inter_op_parallelism_threads",
        "tf.config.threading.set_intra_op_parallelism_threads",
    ),
    _configure,
)
