"""Models loaded once, datasets made once, and what is only ever shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixing import outcome

from tensorleak.fix.outcome import Refusal, Rewrite, Safety

Becomes = Callable[..., Rewrite]
Refuses = Callable[..., str]


def test_a_load_moves_in_front_of_the_loop(becomes: Becomes) -> None:
    becomes(
        "load_once",
        """
        from keras.models import load_model as lm

        def score(path, rows):
            for row in rows:
                model = lm(path, compile=False)  # <-
                yield model.predict(row)  # one
        """,
        """
        from keras.models import load_model as lm

        def score(path, rows):
            model = lm(path, compile=False)
            for row in rows:
                yield model.predict(row)  # one
        """,
        "TL402",
    )


@pytest.mark.parametrize(
    ("path", "use", "reason"),
    [
        ("path + row", "model.predict(row)", "`row`, which changes"),
        ("path", "model.fit(row)", "`model.fit` at line 6 changes the model"),
        ("path", "model.trainable = False", "changes the model"),
        ("newest(path)", "model.predict(row)", "may give something else"),
    ],
)
def test_a_load_that_differs_or_a_model_that_changes_stays(refuses: Refuses, path: str, use: str, reason: str) -> None:
    code = f"""
        import keras

        def score(path, rows):
            for row in rows:
                model = keras.models.load_model({path})  # <-
                {use}
    """
    assert reason in refuses("load_once", code, "TL402").replace("line 7", "line 6")


def test_a_handler_remembers_the_last_model(becomes: Becomes) -> None:
    becomes(
        "load_once",
        """
        import tensorflow as tf

        # answers a request
        def handle(path, row):
            model = tf.keras.models.load_model(path)  # <-
            return model(row)
        """,
        """
        import functools
        import tensorflow as tf

        _load_model = functools.lru_cache(maxsize=1)(tf.keras.models.load_model)

        # answers a request
        def handle(path, row):
            model = _load_model(path)
            return model(row)
        """,
        "TL604",
    )


def test_what_no_cache_can_hold_blocks(refuses: Refuses) -> None:
    code = """
        import keras

        def handle(path, row):
            model = keras.models.load_model(path, custom_objects=OBJECTS)  # <-
            return model(row)
    """
    assert "key of a cache" in refuses("load_once", code, "TL604")


def test_a_builder_that_others_train_stays(refuses: Refuses) -> None:
    code = """
        import keras

        def build():
            model = keras.Sequential([])  # <-
            return model

        build().fit(x, y)
    """
    assert "may change the shared model" in refuses("load_once", code, "TL604")


def test_a_dataset_moves_in_front_of_the_loop(becomes: Becomes) -> None:
    becomes(
        "dataset_once",
        """
        import tensorflow as tf

        def train(x, epochs):
            for epoch in range(epochs):
                data = tf.data.Dataset.from_tensor_slices(x).batch(8)  # <-
                for batch in data:
                    step(batch)
        """,
        """
        import tensorflow as tf

        def train(x, epochs):
            data = tf.data.Dataset.from_tensor_slices(x).batch(8)
            for epoch in range(epochs):
                for batch in data:
                    step(batch)
        """,
        "TL502",
    )


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("tf.data.Dataset.from_tensor_slices(x[epoch])", "`epoch`, which changes"),
        ("iter(tf.data.Dataset.range(8))", "iterator"),
        ("tf.data.Dataset.range(8).shuffle(8, seed=epoch)", "`epoch`, which changes"),
    ],
)
def test_a_dataset_of_the_round_stays(refuses: Refuses, value: str, reason: str) -> None:
    code = f"""
        import tensorflow as tf

        def train(x, epochs):
            for epoch in range(epochs):
                data = {value}  # <-
                step(data)
    """
    assert reason in refuses("dataset_once", code, "TL502")


def test_clear_session_is_only_shown(becomes: Becomes) -> None:
    rewrite = becomes(
        "clear_session",
        """
        import tensorflow as tf

        for width in widths:
            # a model
            model = tf.keras.Sequential([])  # <-
        """,
        """
        import tensorflow as tf

        for width in widths:
            tf.keras.backend.clear_session()
            # a model
            model = tf.keras.Sequential([])
        """,
        "TL401",
    )
    assert rewrite.safety is Safety.SHOWN


def test_clear_session_finds_the_loop_that_calls_the_builder(becomes: Becomes) -> None:
    code = """
        from tensorflow import keras

        def build():
            return keras.Sequential([]){0}

        while True:{1}
            build()
    """
    becomes(
        "clear_session",
        code.format("  # <-", ""),
        code.format("", "\n            keras.backend.clear_session()"),
        "TL401",
    )


def test_a_tensor_array_is_only_shown(becomes: Becomes) -> None:
    rewrite = becomes(
        "tensor_array",
        """
        import tensorflow as tf
        seen = []

        @tf.function
        def step(x):
            seen.append(x)  # <-

        print(sorted(seen))
        """,
        """
        import tensorflow as tf
        seen = []

        @tf.function
        def step(x):
            array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
            array = array.write(array.size(), x)

        print(sorted(seen))
        """,
        "TL206",
    )
    assert rewrite.safety is Safety.SHOWN


def test_a_variable_in_front_of_the_function_is_only_shown(becomes: Becomes) -> None:
    rewrite = becomes(
        "variable_once",
        """
        import tensorflow as tf

        @tf.function
        def step(x):
            total = tf.Variable(0.0)  # <-
            return total.assign_add(x)
        """,
        """
        import tensorflow as tf
        step_variable = tf.Variable(0.0)

        @tf.function
        def step(x):
            total = step_variable
            return total.assign_add(x)
        """,
        "TL207",
    )
    assert rewrite.safety is Safety.SHOWN


ONE_SHOT = """
    import numpy as np
    import tensorflow.compat.v1 as tf

    class Reader:
        def __init__(self, size):
            self.size = size
            self.sess = tf.Session()

        def read(self, rows):
            # pipeline
            data = tf.data.Dataset.from_tensor_slices({0}).batch({1})  # <-
            batch = tf.data.make_one_shot_iterator(data).get_next()
            return self.sess.run({2})

    Reader(8).read(np.zeros((3, 3), np.float32))
"""


def test_a_dataset_of_an_argument_is_started_anew(becomes: Becomes) -> None:
    becomes(
        "dataset_once",
        ONE_SHOT.format("rows", "self.size", "batch"),
        """
        import numpy as np
        import tensorflow.compat.v1 as tf

        class Reader:
            def __init__(self, size):
                self.size = size
                self.sess = tf.Session()
                self._rows_input = tf.placeholder(tf.float32)
                # pipeline
                data = tf.data.Dataset.from_tensor_slices(self._rows_input).batch(self.size)
                self._batch_iterator = tf.data.make_initializable_iterator(data)
                self._batch = self._batch_iterator.get_next()

            def read(self, rows):
                self.sess.run(self._batch_iterator.initializer, {self._rows_input: rows})
                return self.sess.run(self._batch)

        Reader(8).read(np.zeros((3, 3), np.float32))
        """,
        "TL502",
    )


@pytest.mark.parametrize(
    ("data", "size", "fetch", "reason"),
    [
        ("unknown(rows)", "8", "batch", "number type"),
        ("rows", "len(rows)", "batch", "`rows`, which changes"),
        ("rows", "8", "x) + use(batch", "not only fetched"),
        ("(rows, rows)", "self.other", "batch", "`self.other` is not set"),
    ],
)
def test_or_stays_with_its_argument(refuses: Refuses, data: str, size: str, fetch: str, reason: str) -> None:
    assert reason in refuses("dataset_once", ONE_SHOT.format(data, size, fetch), "TL502")


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("Agent(model, rows)", "`Agent` at line 8 gets the model, and may train it"),
        ("tune(model, rows)", "`tune` at line 8 gets the model, and may train it"),
        ("show_prediction(model, rows)", ""),
        ("shown(model, rows)", ""),
    ],
    ids=[
        "an object keeps it",
        "a function of the file trains it",
        "a function of the name only uses it",
        "so does one of the file",
    ],
)
def test_a_model_that_others_may_train_is_loaded_anew(use: str, reason: str) -> None:
    code = f"""
        from keras.models import load_model
        from helpers import Agent, show_prediction

        def play(rows):
            model = load_model("m.h5")  # <-
            {use}

        def tune(model, rows):
            model.fit(rows)

        def shown(model, rows):
            print(model.predict(rows))
    """
    result = outcome("load_once", code, "TL402")
    assert isinstance(result, Refusal) == bool(reason)
    assert not reason or (isinstance(result, Refusal) and result.reason.replace("line 6", "line 8") == reason)


@pytest.mark.parametrize(
    ("use", "refused"),
    [
        ("writer.model.predict(made)", True),
        ("writer.predict(made)", True),
        ("layers[0].output", True),
        ("made.predict(writer)", False),
    ],
    ids=["a model of an object", "a model that is gone through", "a part of a model", "the new model"],
)
def test_a_model_of_before_the_loop_is_not_cleared(use: str, refused: bool) -> None:
    code = f"""
        from keras.layers import Dense
        from keras.models import Sequential

        def texts(writers, layers):
            for writer in writers:
                made = Sequential([Dense(3)])  # <-
                print({use})
    """
    result = outcome("clear_session", code, "TL401")
    assert isinstance(result, Refusal) == refused, result
