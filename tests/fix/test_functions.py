"""Traced functions: made once, called with tensors, traced for shapes in general."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixing import outcome

from tensorleak.fix.outcome import Refusal, Rewrite, Safety

Becomes = Callable[..., Rewrite]
Refuses = Callable[..., str]


def test_a_decorated_function_moves_in_front_of_the_loop(becomes: Becomes) -> None:
    becomes(
        "function_out_of_loop",
        """
        import tensorflow as tf

        def train(model, batches):
            for batch in batches:
                # compiled
                @tf.function  # <-
                def step(x):
                    return model(x)

                step(batch)
        """,
        """
        import tensorflow as tf

        def train(model, batches):
            # compiled
            @tf.function
            def step(x):
                return model(x)

            for batch in batches:
                step(batch)
        """,
    )


def test_a_call_of_tf_function_moves_to_the_module(becomes: Becomes) -> None:
    becomes(
        "function_out_of_loop",
        """
        from tensorflow import function
        from model import forward

        def serve(x):
            compiled = function(forward)  # <-
            return compiled(x)
        """,
        """
        from tensorflow import function
        from model import forward


        compiled = function(forward)

        def serve(x):
            return compiled(x)
        """,
    )


def test_what_it_captures_blocks_the_move(refuses: Refuses) -> None:
    # The shape of a real case: the captured weights are why the function has to be made again.
    code = """
        import tensorflow as tf

        def integrate(weights, x):
            for wei_t in weights:
                @tf.function  # <-
                def while_body(y):
                    return y * wei_t
                x = while_body(x)
            return x
    """
    assert refuses("function_out_of_loop", code) == "`while_body` captures `wei_t`, which changes in the loop"


def test_a_factory_keeps_its_function(refuses: Refuses) -> None:
    code = """
        import tensorflow as tf

        def trainer():
            @tf.function  # <-
            def step(model, x):
                return model(x)
            return step
    """
    assert "`trainer` returns `step`" in refuses("function_out_of_loop", code)


def test_a_global_that_changes_blocks(refuses: Refuses) -> None:
    code = """
        import tensorflow as tf

        rate = 0.1

        def work(x):
            @tf.function  # <-
            def step(y):
                return y * rate
            return step(x) + 1

        for rate in rates:
            work(1)
    """
    assert "captures `rate`" in refuses("function_out_of_loop", code)


TRACED = """
    import tensorflow as tf

    @tf.function
    def step(x, rate):
        return {body}

    for number in range(1000):
        step(x, {argument})  # <-
"""


@pytest.mark.parametrize(
    ("body", "argument", "expected"),
    [
        ("tf.cast(rate, tf.float32) * x", "number", "tf.constant(number)"),
        ("x * rate", "number / 10", "tf.constant(number / 10)"),
        ("x * rate", "number", "tf.constant(number, tf.float32)"),
        ("x * tf.cast(rate + 1, tf.float32)", "rate=number", "rate=tf.constant(number)"),
    ],
)
def test_a_number_becomes_a_tensor(becomes: Becomes, body: str, argument: str, expected: str) -> None:
    before = TRACED.format(body=body, argument=argument)
    after = before.replace(f"step(x, {argument})  # <-", f"step(x, {expected})")
    rewrite = becomes("tensor_argument", before, after, "TL201", "rate")
    assert rewrite.safety is Safety.UNSAFE


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("tf.reshape(x, [rate, -1])", "shape"),
        ("x[rate]", "index"),
        ("x if rate > 3 else -x", "condition"),
        ("[x for _ in range(rate)]", "`range`"),
        ("tf.print(f'{rate}')", "text"),
        ("tf.reduce_sum(x, axis=rate)", "option `axis`"),
        ("tf.cast(rate, tf.float32) + rate * x", "as a whole number and as a float"),
    ],
)
def test_what_needs_a_python_value_blocks(refuses: Refuses, body: str, reason: str) -> None:
    assert reason in refuses("tensor_argument", TRACED.format(body=body, argument="number"), "TL201", "rate")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@tf.function", "@tf.function(reduce_retracing=True)"),
        ("@tf.function()", "@tf.function(reduce_retracing=True)"),
        ("@tf.function(autograph=False)", "@tf.function(autograph=False, reduce_retracing=True)"),
        ("@tf.function(jit_compile=True)", "@tf.function"),
        ("@tf.function(jit_compile=True, autograph=False)", "@tf.function(autograph=False)"),
        ("@tf.function(autograph=False, jit_compile=True)", "@tf.function(autograph=False)"),
    ],
)
def test_shapes_in_general(becomes: Becomes, before: str, after: str) -> None:
    code = "import tensorflow as tf\n\n{0}  # traced\ndef step(x):\n    return x\n\nfor x in rows:\n    step(x){1}\n"
    becomes("input_signature", code.format(before, "  # <-"), code.format(after, ""), "TL202")


@pytest.mark.parametrize("option", ["reduce_retracing=True", "input_signature=[]"])
def test_a_function_that_has_a_signature_keeps_it(refuses: Refuses, option: str) -> None:
    code = f"""
        import tensorflow as tf

        f = tf.function(g, {option})
        for x in rows:
            f(x)  # <-
    """
    assert "already" in refuses("input_signature", code, "TL202")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return tf.reduce_mean(rows[:, number])", ""),
        ("return rows[number]", "`number` is an index in the traced function"),
        ("return sum(rows for _ in range(number))", "`number` is given to `range` in the traced function"),
    ],
    ids=["an index beside others", "an index of what may be a list", "a number of rounds"],
)
def test_what_a_function_of_the_file_does_with_the_value_counts(body: str, reason: str) -> None:
    code = f"""
        import tensorflow as tf

        def picked(rows, number):
            {body}

        @tf.function
        def step(rows, number):
            return picked(rows, number)

        for number in range(1000):
            step(tf.ones([3, 1000]), number)  # <-
    """
    result = outcome("tensor_argument", code, "TL201", "number")
    assert isinstance(result, Refusal) == bool(reason), result
    assert not reason or (isinstance(result, Refusal) and result.reason.startswith(reason))


@pytest.mark.parametrize(
    ("start", "option"),
    [
        ("import tensorflow as tf", "reduce_retracing"),
        ("import tensorflow as tf\ntf.enable_eager_execution()", "experimental_relax_shapes"),
        ("import tensorflow.compat.v2 as tf", "experimental_relax_shapes"),
    ],
    ids=["version 2", "version 1", "both"],
)
def test_the_option_has_the_name_that_the_version_knows(start: str, option: str) -> None:
    code = f"""{start}

@tf.function
def summed(rows):  # <-
    return tf.reduce_sum(rows)
"""
    result = outcome("input_signature", code, "TL202")
    assert isinstance(result, Rewrite)
    assert f"@tf.function({option}=True)" in result.text
