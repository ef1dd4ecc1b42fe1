"""Budgets of traces and frozen Python state, on real TensorFlow."""

from __future__ import annotations

import gc
import threading
import warnings
import weakref

import pytest
import tensorflow as tf
from tensorleak_probe.guards.errors import (
    FrozenStateError,
    FrozenStateWarning,
    TraceBudgetExceeded,
    TraceBudgetWarning,
)
from tensorleak_probe.guards.functions import frozen_state_check, trace_budget

RATE = 3.0


@pytest.fixture(autouse=True)
def eager():
    with tf_eager():  # off by default on 1.15, where these tests share a process with graph code
        yield


def tf_eager():
    from tensorflow.python.eager import context

    return context.eager_mode()


def ones(*shape):
    return tf.ones(shape)


def test_a_python_value_is_named_with_both_values():
    @trace_budget(2)
    @tf.function
    def step(x, n):
        return x * n

    for n in (0, 1, 0, 1):
        step(ones(2), n)
    with pytest.raises(TraceBudgetExceeded) as caught:
        step(ones(2), 2)
    trace = caught.value.trace
    assert (trace.function, trace.argument, trace.kind, trace.before, trace.after) == ("step", "n", "value", "1", "2")
    assert "argument 'n', Python value: 1 -> 2" in str(caught.value) and __file__ in trace.site
    assert [row.kind for row in step.traces] == ["first", "value"]
    assert step(ones(2), 1).numpy().tolist() == [1.0, 1.0]  # what was traced still runs


def test_shape_dtype_object_and_structure():
    class Thing:
        pass

    @trace_budget(1)
    def function(x):
        return tf.constant(1.0) if isinstance(x, Thing) else x

    function(ones(2))
    for argument, kind, words in (
        (ones(3), "shape", "float32(2,) -> float32(3,)"),
        (tf.constant([1, 2]), "dtype", "float32(2,) -> int32(2,)"),
        ([ones(2)], "structure", ""),
        (Thing(), "structure", "Thing"),
    ):
        with pytest.raises(TraceBudgetExceeded) as caught:
            function(argument)
        assert caught.value.trace.kind == kind and words in str(caught.value)

    @trace_budget(1)
    def of_object(thing, x):
        return x

    of_object(Thing(), ones(1))
    with pytest.raises(TraceBudgetExceeded, match=r"another Thing object"):
        of_object(Thing(), ones(1))


def test_a_function_that_makes_variables_spends_one():
    class Layer(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = None

        @trace_budget(1)
        @tf.function
        def __call__(self, x):
            if self.v is None:
                self.v = tf.Variable(2.0)
            return x * self.v

    first, second = Layer(), Layer()
    for _ in range(3):
        assert first(ones(1)).numpy() == [2.0]
    with pytest.raises(TraceBudgetExceeded, match=r"argument 'x', shape"):
        first(ones(2))
    assert second(ones(2)).numpy().tolist() == [2.0, 2.0]  # a budget for each instance
    gone = weakref.ref(first)
    del first
    gc.collect()
    assert gone() is None


def test_warn_and_call_go_on():
    told = []

    @trace_budget(1, on_excess=told.append)
    def called(n):
        return tf.constant(n)

    @trace_budget(1, on_excess="warn")
    def warned(n):
        return tf.constant(n)

    assert [called(n).numpy() for n in (1, 2, 2, 3)] == [1, 2, 2, 3]
    assert [error.trace.after for error in told] == ["2", "3"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert [warned(n).numpy() for n in (1, 2)] == [1, 2]
    caught = [warning for warning in caught if warning.category is TraceBudgetWarning]
    assert len(caught) == 1 and caught[0].filename == __file__


def test_the_block_goes_for_every_function():
    steady = tf.function(lambda a: a + 1)
    other = tf.function(lambda a: a - 1)
    steady(ones(1))
    with trace_budget(0) as budget:
        steady(ones(1))
        with pytest.raises(TraceBudgetExceeded):
            other(ones(1))
    assert budget.traces == []
    with trace_budget(2) as budget:
        for size in (2, 3):
            steady(ones(size))
            other(ones(size))
        with pytest.raises(TraceBudgetExceeded, match=r"shape"):
            other(ones(4))
    assert len(budget.traces) == 4
    other(ones(4))  # afterwards there is no budget any more


def test_a_function_that_gets_the_address_of_a_dead_one_is_a_new_one():
    def make_and_call():
        @tf.function
        def inner(x):
            return x + 1

        inner(ones(1))

    with trace_budget(20) as budget:
        for _ in range(12):
            make_and_call()
            gc.collect()
    assert {trace.kind for trace in budget.traces[1:]} == {"new-function"}


def test_a_function_made_in_a_loop():
    def make_and_call():
        @tf.function
        def inner(x):
            return x + 1

        return inner(ones(1))

    with trace_budget(2):
        make_and_call()
        make_and_call()
        with pytest.raises(TraceBudgetExceeded, match=r"a new tf.function was made around the same code"):
            make_and_call()


def test_traced_inside_another_function_the_error_keeps_its_type():
    @trace_budget(1)
    @tf.function
    def inner(x):
        return x * 2

    @tf.function
    def outer(x):
        return inner(x) + inner(tf.concat([x, x], 0))[:1]

    with pytest.raises(TraceBudgetExceeded, match=r"inner"):
        outer(ones(1))


def test_datasets_are_not_counted():
    with trace_budget(0):
        for _ in range(3):
            tf.data.Dataset.range(3).map(lambda i: i + 1)


def test_threads():
    @trace_budget(64)
    @tf.function
    def step(x, n):
        return x + n

    def work(n):
        for _ in range(5):
            step(ones(1), n)

    threads = [threading.Thread(target=with_eager(work), args=(n % 4,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {trace.number for trace in step.traces} >= {1, 2, 3, 4}


def with_eager(work):
    def run(*args):
        with tf_eager():
            work(*args)

    return run


def test_the_guard_looks_like_the_function():
    @trace_budget(3)
    @tf.function
    def step(x):
        """Doc."""
        return x

    assert (step.__name__, step.__doc__) == ("step", "Doc.")
    concrete = step.get_concrete_function(tf.TensorSpec([None], tf.float32))
    assert concrete(ones(3)).shape == (3,) and len(step.traces) == 1
    with pytest.raises(TypeError):
        trace_budget(1)(3)
    for arguments in ((-1,), ("2",), (1, "shout")):
        with pytest.raises(ValueError):
            trace_budget(*arguments)


def helper(x):
    return x * RATE


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = 2
        self.items = [1, 2]
        self.calls = 0

    @frozen_state_check
    @tf.function
    def step(self, x):
        return helper(x) * self.scale + float(len(self.items))

    @frozen_state_check
    @tf.function
    def counts(self, x):
        self.calls += 1
        return x + self.calls

    @tf.function
    def plain(self, x):
        return x * self.scale


def test_state_that_changed_since_the_trace(monkeypatch):
    model = Model()
    for _ in range(3):
        model.step(ones(1))
    model.scale = 5
    with pytest.raises(FrozenStateError, match=r"self.scale was 2 .* is 5 now") as caught:
        model.step(ones(1))
    assert [(change.name, change.before, change.after) for change in caught.value.changes] == [("self.scale", "2", "5")]
    assert model.step(ones(2)).numpy().tolist() == [17.0, 17.0]  # a new trace sees the new value
    model.scale = 2
    model.step(ones(1))  # and the old one is right again
    monkeypatch.setitem(globals(), "RATE", 4.0)
    with pytest.raises(FrozenStateError, match=r"RATE was 3.0"):
        model.step(ones(1))
    monkeypatch.undo()
    model.items.append(3)
    with pytest.raises(FrozenStateError, match=r"self.items was list of 2: 1, 2"):
        model.step(ones(1))
    assert Model().step(ones(1)).numpy() == [8.0]  # another instance has state of its own


def test_state_that_the_function_itself_changes():
    with pytest.raises(FrozenStateError, match=r"self.calls is changed by the function itself"):
        Model().counts(ones(1))


def test_a_bound_method_and_a_closure():
    model = Model()
    checked = frozen_state_check(model.plain)
    checked(ones(1))
    assert checked.changes() == []
    model.scale = 7
    assert [str(change.after) for change in checked.changes()] == ["7"]
    with pytest.raises(FrozenStateError, match=r"self.scale"):
        checked(ones(1))

    level = 1

    @frozen_state_check(on_change="warn")
    def closure(x):
        return x * level

    closure(ones(1))
    level = 2
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        closure(ones(1))
        closure(ones(1))
    caught = [warning for warning in caught if warning.category is FrozenStateWarning]
    assert len(caught) == 1 and caught[0].filename == __file__


def test_what_is_not_frozen_is_left_alone():
    variable = tf.Variable(1.0)
    told = []

    @frozen_state_check(on_change=told.append)
    @tf.function
    def step(x):
        return x * variable

    for number in range(3):
        variable.assign(float(number))
        assert step(ones(1)).numpy() == [float(number)]
    assert told == []


def test_both_guards_together():
    class Both(tf.Module):
        scale = 1

        @trace_budget(1)
        @frozen_state_check
        @tf.function
        def step(self, x):
            return x * self.scale

    both = Both()
    both.step(ones(1))
    with pytest.raises(TraceBudgetExceeded):
        both.step(ones(2))
    both.scale = 2
    with pytest.raises(FrozenStateError):
        both.step(ones(1))
