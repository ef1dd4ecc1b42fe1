"""What the check makes of public names, by the table that `make api` writes; tests/check/in_lanes tries the table on TensorFlow itself."""

from __future__ import annotations

import pytest

from tensorleak.check import api, names
from tensorleak.check.cache import PACKAGE, own_files


def test_the_table_knows_no_other_kinds() -> None:
    told = {kind for kinds in api.table().modules.values() for kind in kinds}
    assert told <= api.KINDS
    assert len(told) > 15
    assert {"tensorflow", "keras", "tensorflow_probability", "sonnet"} <= {
        name for one in api.table().asked for name in one
    }


def test_a_new_table_makes_cached_answers_stale() -> None:
    assert any(path.name == "api.json" for path in own_files(PACKAGE))


@pytest.mark.parametrize(
    ("name", "kind", "builds"),
    [
        ("tensorflow.nn.relu", "tensor", True),
        ("tensorflow.compat.v1.layers.dense", "tensor", True),
        ("tensorflow.contrib.layers.fully_connected", "tensor", True),
        ("keras.ops.matmul", "tensor", True),
        ("keras.layers.concatenate", "tensor", True),
        ("tensorflow.keras.losses.mse", "tensor", True),
        ("tensorflow.assign", "tensor", True),
        ("tensorflow.group", "", True),
        ("tensorflow.import_graph_def", "", True),
        ("tensorflow.global_variables_initializer", "", True),
        ("tensorflow.get_variable", "variable", True),
        ("tensorflow_probability.distributions.Normal", "distribution", True),
        ("tensorflow.train.Saver", "saver", True),
        ("tensorflow.keras.losses.MeanSquaredError", "giver", False),
        ("tensorflow.keras.optimizers.schedules.ExponentialDecay", "giver", False),
        ("tensorflow.contrib.layers.l2_regularizer", "giver", False),
        ("keras.optimizers.Adam", "optimizer", False),
        ("tensorflow.train.AdamOptimizer", "optimizer", False),
        ("tensorflow_addons.optimizers.AdamW", "optimizer", False),
        ("tensorflow.keras.metrics.AUC", "metric", False),
        ("tensorflow.keras.applications.ResNet50", "model", False),
        ("tensorflow.train.SingularMonitoredSession", "session", False),
        ("tensorflow.data.experimental.sample_from_datasets", "dataset", False),
        ("tensorflow.data.Dataset.from_tensor_slices", "dataset", False),
        ("keras.Model.from_config", "model", False),
        ("keras.models.Input", "symbol", True),
    ],
)
def test_what_a_call_gives_and_adds(name: str, kind: str, builds: bool) -> None:
    canonical = names.canonical(name)
    assert (names.kind_of_call(canonical), names.builds_op(canonical)) == (kind, builds)


@pytest.mark.parametrize(
    "name",
    [
        "tensorflow.variable_scope",
        "tensorflow.name_scope",
        "tensorflow.load_op_library",
        "tensorflow.make_tensor_proto",
        "tensorflow.make_ndarray",
        "tensorflow.get_default_graph_of_nobody.Class.add",
        "keras.Model.add",
        "keras.backend.get_session",
        "keras.backend.learning_phase",
        "keras.backend.floatx",
        "tensorflow.train.latest_checkpoint",
        "tensorflow.io.gfile.glob",
        "tensorflow.nest.flatten",
        "tensorflow.config.set_visible_devices",
        "os.path.join",
        "nobody.knows.this",
    ],
)
def test_what_makes_nothing_of_interest(name: str) -> None:
    canonical = names.canonical(name)
    assert (names.kind_of_call(canonical), names.builds_op(canonical)) == ("", False)


def test_a_name_that_nobody_was_asked_about_is_like_its_namesakes_or_its_module() -> None:
    assert "relu7" not in api.kinds_in("tf.nn")
    assert api.kind_of("tf.nn.relu7") == api.OPERATION
    assert api.kind_of("keras.somewhere.Dense") == "layer"
    assert api.kind_of("tf.config.not_there") == ""


@pytest.mark.parametrize(
    ("base", "called"),
    [
        ("keras.callbacks.Callback", True),
        ("keras.callbacks.EarlyStopping", True),
        ("tf.train.SessionRunHook", True),
        ("tf.train.LoggingTensorHook", True),
        ("keras.Model", False),
        ("", False),
    ],
)
def test_what_is_called_back(base: str, called: bool) -> None:
    assert names.is_callback(base) is called
