"""What the table of public names says, tried on this lane's TensorFlow: every class by what its objects can do, functions by calling them."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

v1 = tf.compat.v1
LATER = not tf.__version__.startswith("1.")
TABLE = json.loads(
    (Path(__file__).parents[3] / "src" / "tensorleak" / "check" / "api.json").read_text(encoding="utf-8")
)
GONE = ("LegacyOptimizerWarning",)  # classes of Keras 3 that stand where those of Keras 2 were, and only refuse
# Attributes that objects of a kind have; of several rows in one kind, one is enough.
ABLE = {
    "session": [("run",)],
    "graph": [("as_default", "get_operations")],
    "model": [("call", "layers"), ("fit", "predict")],
    "layer": [
        ("__call__", "get_weights"),
        ("__call__", "variables"),
        ("__call__", "weights"),
        ("__call__", "trainable_weights"),
    ],
    "optimizer": [("apply_gradients",), ("apply",), ("minimize",), ("get_updates",)],
    "metric": [("update_state", "result"), ("call", "result")],
    "dataset": [("map", "batch")],
    "variable": [("assign", "assign_add"), ("assign",)],
    "tape": [("watch", "gradient")],
    "saver": [("save", "restore")],
    "writer": [("add_summary", "close"), ("add_event",)],
    "hook": [("before_run", "after_run")],
    "callback": [("on_epoch_end", "on_train_begin")],
    "distribution": [("log_prob", "sample"), ("forward", "inverse")],
    "feeder": [("__getitem__",)],
    "iterator": [("get_next",), ("__next__",)],
    "tensor array": [("write", "stack")],
}


def kinds():
    """Every name of the table that this lane has: as the check spells it, its kind, and what it is."""
    for module, found in sorted(TABLE["modules"].items()):
        for kind, lines in sorted(found.items()):
            for name in " ".join(lines).split():
                value = find(module + "." + name)
                if value is not None:
                    yield module + "." + name, kind, value


def find(name):
    """What a name of the check's spelling is here: names of version 1 are below `compat.v1` today."""
    root, _, rest = name.partition(".")
    for start in {"tf": (tf, v1), "keras": (tf.keras, v1.keras)}.get(root, ()):
        value = start
        for part in rest.split("."):
            try:
                value = getattr(value, part, None)
            except Exception:  # a module that is not installed
                value = None
        if value is not None:
            return value
    return None


def test_classes_are_what_the_table_says():
    tried, wrong = Counter(), []
    for name, kind, value in kinds():
        if isinstance(value, type) and kind in ABLE and value.__name__ not in GONE:
            tried[kind] += 1
            if not any(all(hasattr(value, part) for part in row) for row in ABLE[kind]):
                wrong.append((name, kind))
    assert not wrong
    assert set(ABLE) - set(tried) <= {"feeder", "tensor array", "distribution", "iterator", "saver", "writer"}
    assert sum(tried.values()) > 200


def floats():
    return v1.placeholder("float32", [4, 4])


def image():
    return v1.placeholder("float32", [2, 8, 8, 3])


def truth_and_guess():
    return v1.placeholder("float32", [4, 1]), v1.placeholder("float32", [4, 1])


# Calls of functions: what they do to a graph is looked at, and compared with what the table says of their names.
CALLS = {
    "tf.nn.relu": lambda: tf.nn.relu(floats()),
    "tf.reduce_sum": lambda: tf.reduce_sum(floats()),
    "tf.matmul": lambda: tf.matmul(floats(), floats()),
    "tf.concat": lambda: tf.concat([floats(), floats()], 0),
    "tf.constant": lambda: tf.constant([1.0, 2.0]),
    "tf.one_hot": lambda: tf.one_hot([1, 2], 4),
    "tf.gradients": lambda: v1.gradients(*[tf.square(floats())] * 2),
    "tf.map_fn": lambda: tf.map_fn(tf.square, floats()),
    "tf.cond": lambda: tf.cond(tf.constant(True), lambda: tf.constant(1.0), lambda: tf.constant(2.0)),
    "tf.image.flip_left_right": lambda: tf.image.flip_left_right(image()),
    "tf.image.random_brightness": lambda: tf.image.random_brightness(image(), 0.1),
    "tf.image.per_image_standardization": lambda: tf.image.per_image_standardization(image()),
    "tf.signal.stft": lambda: tf.signal.stft(floats(), 2, 1),
    "tf.linalg.inv": lambda: tf.linalg.inv(floats()),
    "tf.sparse.to_dense": lambda: tf.sparse.to_dense(tf.SparseTensor(np.array([[0, 0]]), np.array([1.0]), (2, 2))),
    "tf.io.decode_raw": lambda: tf.io.decode_raw(v1.placeholder("string", [2]), tf.float32),
    "tf.strings.length": lambda: tf.strings.length(v1.placeholder("string", [2])),
    "tf.global_variables_initializer": lambda: v1.global_variables_initializer(),
    "tf.assign": lambda: v1.assign(v1.get_variable("a", [2], use_resource=False), [1.0, 2.0]),
    "tf.train.exponential_decay": lambda: v1.train.exponential_decay(0.1, v1.placeholder("int64", []), 10, 0.5),
    "tf.summary.scalar": lambda: v1.summary.scalar("loss", v1.placeholder("float32", [])),
    "tf.group": lambda: tf.group(tf.identity(floats())),
    "tf.no_op": lambda: tf.no_op(),
    "tf.clip_by_global_norm": lambda: tf.clip_by_global_norm([floats()], 1.0),
    "tf.import_graph_def": lambda: tf.import_graph_def(saved(), name=""),
    "keras.backend.mean": lambda: tf.keras.backend.mean(floats()),
    "keras.backend.gradients": lambda: tf.keras.backend.mean(floats()),
    "keras.backend.random_normal": lambda: tf.keras.backend.random_normal((2, 2)),
    "keras.losses.categorical_crossentropy": lambda: tf.keras.losses.categorical_crossentropy(*truth_and_guess()),
    "keras.losses.binary_crossentropy": lambda: tf.keras.losses.binary_crossentropy(*truth_and_guess()),
    "keras.activations.softmax": lambda: tf.keras.activations.softmax(floats()),
}
QUIET = {
    "tf.get_default_graph": lambda: v1.get_default_graph(),
    "tf.name_scope": lambda: v1.name_scope("part"),
    "tf.variable_scope": lambda: v1.variable_scope("part"),
    "tf.device": lambda: tf.device("/cpu:0"),
    "tf.executing_eagerly": lambda: tf.executing_eagerly(),
    "tf.trainable_variables": lambda: v1.trainable_variables(),
    "tf.get_collection": lambda: v1.get_collection("words"),
    "tf.nest.flatten": lambda: tf.nest.flatten([1, [2, 3]]),
    "tf.io.gfile.exists": lambda: tf.io.gfile.exists("nowhere"),
    "tf.set_random_seed": lambda: v1.set_random_seed(3),
    "tf.train.latest_checkpoint": lambda: tf.train.latest_checkpoint("nowhere"),
    "tf.as_dtype": lambda: tf.as_dtype("float32"),
    "keras.backend.floatx": lambda: tf.keras.backend.floatx(),
    "keras.backend.image_data_format": lambda: tf.keras.backend.image_data_format(),
    "keras.backend.epsilon": lambda: tf.keras.backend.epsilon(),
    "keras.utils.to_categorical": lambda: tf.keras.utils.to_categorical([0, 1], 2),
}


def saved():
    with tf.Graph().as_default() as graph:
        tf.identity(floats())
    return graph.as_graph_def()


def kind_in_table(name):
    module, _, last = name.rpartition(".")
    return next(
        (kind for kind, names in TABLE["modules"].get(module, {}).items() if last in " ".join(names).split()), ""
    )


def added_by(call):
    with tf.Graph().as_default() as graph:
        value = call()
        return len(graph.get_operations()), value


@pytest.mark.parametrize("name", sorted(CALLS))
def test_functions_that_add_operations_do(name):
    number, value = added_by(CALLS[name])
    kind = kind_in_table(name)
    assert number > 0
    assert kind in ("operation", "building")
    parts = value if isinstance(value, (list, tuple)) else [value]
    assert (kind == "operation") == any(isinstance(part, tf.Tensor) for part in parts)


@pytest.mark.parametrize("name", sorted(QUIET))
def test_functions_that_add_none_do_not(name):
    number, _ = added_by(QUIET[name])
    assert number == 0
    assert kind_in_table(name) == "python"
