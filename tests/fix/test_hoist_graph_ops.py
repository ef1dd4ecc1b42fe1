"""Ops built once: before the loop, in `__init__`, around a closure, by the caller, and the cases that must stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixing import outcome

from tensorleak.fix.outcome import Refusal, Rewrite, Safety

Becomes = Callable[..., Rewrite]
Refuses = Callable[..., str]


def test_invariant_ops_move_in_front_of_the_loop_with_their_comments(becomes: Becomes) -> None:
    rewrite = becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)

        with tf.Session() as sess:
            # every step
            for step in range(1000):   # odd   spacing stays
                # the loss
                loss = tf.reduce_mean(  # <-
                    tf.square(x),
                )
                print( sess.run(loss, {x: step}) )
        """,
        """
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)

        with tf.Session() as sess:
            # the loss
            loss = tf.reduce_mean(
                tf.square(x),
            )
            # every step
            for step in range(1000):   # odd   spacing stays
                print( sess.run(loss, {x: step}) )
        """,
    )
    assert rewrite.safety is Safety.UNSAFE


def test_they_move_out_of_all_loops_in_which_nothing_changes(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow as tf

        def train(sess, loss):
            for epoch in range(10):
                for batch in range(1000):
                    sess.run(tf.square(loss))  # <-
        """,
        """
        import tensorflow as tf

        def train(sess, loss):
            square_op = tf.square(loss)
            for epoch in range(10):
                for batch in range(1000):
                    sess.run(square_op)
        """,
    )


def test_or_only_out_of_the_inner_one(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow as tf

        def train(sess, build):
            for epoch in range(10):
                loss = build(epoch)
                for batch in range(1000):
                    sess.run(tf.square(loss))  # <-
        """,
        """
        import tensorflow as tf

        def train(sess, build):
            for epoch in range(10):
                loss = build(epoch)
                square_op = tf.square(loss)
                for batch in range(1000):
                    sess.run(square_op)
        """,
    )


def test_a_changing_number_is_fed_in_the_type_of_its_neighbour(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow as tf

        rate = tf.compat.v1.Variable(0.1)
        with tf.compat.v1.Session() as sess:
            for step in range(1000):
                sess.run(tf.compat.v1.assign(rate, 0.1 / (step + 1)))  # <-
        """,
        """
        import tensorflow as tf

        rate = tf.compat.v1.Variable(0.1)
        with tf.compat.v1.Session() as sess:
            value_input = tf.compat.v1.placeholder(rate.dtype.base_dtype, [])
            assign_op = tf.compat.v1.assign(rate, value_input)
            for step in range(1000):
                sess.run(assign_op, {value_input: 0.1 / (step + 1)})
        """,
    )


def test_a_feed_joins_those_that_are_there(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import numpy as np
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:
            for step in range(1000):
                noise = np.zeros(3, np.float32)
                y = x + tf.constant(noise)  # <-
                value = sess.run(y, feed_dict={x: step})
        """,
        """
        import numpy as np
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:
            noise_input = tf.placeholder(tf.float32)
            y = x + noise_input
            for step in range(1000):
                noise = np.zeros(3, np.float32)
                value = sess.run(y, feed_dict={x: step, noise_input: noise})
        """,
    )


def test_a_feed_dictionary_under_a_name_is_extended(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:
            for step in range(1000):
                feeds = {x: step}
                sess.run(x * step, feeds)  # <-
        """,
        """
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:
            step_input = tf.placeholder(x.dtype.base_dtype, [])
            value_op = x * step_input
            for step in range(1000):
                feeds = {x: step}
                sess.run(value_op, {**feeds, step_input: step})
        """,
    )


METHOD = """
    import tensorflow.compat.v1 as tf

    class Scorer:
        def __init__(self, logits):
            self.logits = tf.identity(logits)
            self.sess = tf.Session()

        def score(self):
            best = tf.argmax(self.logits)  # <-
            return self.sess.run(best)
"""


def test_what_a_method_builds_from_attributes_moves_to_init(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        METHOD,
        """
        import tensorflow.compat.v1 as tf

        class Scorer:
            def __init__(self, logits):
                self.logits = tf.identity(logits)
                self.sess = tf.Session()
                self._best = tf.argmax(self.logits)

            def score(self):
                return self.sess.run(self._best)
        """,
    )


def test_an_attribute_that_changes_blocks(refuses: Refuses) -> None:
    code = METHOD + "\n        def swap(self, logits):\n            self.logits = logits\n"
    assert refuses("hoist_graph_ops", code) == "it depends on `self.logits`, which changes"


def test_an_attribute_of_a_parent_class_blocks(refuses: Refuses) -> None:
    code = METHOD.replace("self.logits = tf.identity(logits)", "super().__init__()")
    assert "`self.logits` is not set in `Scorer.__init__`" in refuses("hoist_graph_ops", code)


def test_a_module_name_that_changes_blocks(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        class Scorer:
            def __init__(self):
                self.sess = tf.Session()

            def score(self):
                return self.sess.run(tf.square(scale))  # <-

        for step in range(1000):
            scale = tf.constant(step)
            Scorer().score()
    """
    assert "`scale`" in refuses("hoist_graph_ops", code)


CARRIED = """
    import tensorflow.compat.v1 as tf

    total = tf.constant(0.0)
    with tf.Session() as sess:
        for step in range(1000):
            total = tf.add(total, 1.0)  # <-
            {0}
"""


def test_a_tensor_computed_from_its_last_value_is_fed_back(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        CARRIED.format("value = sess.run(total)  # now"),
        """
        import tensorflow.compat.v1 as tf

        total = tf.constant(0.0)
        with tf.Session() as sess:
            next_total = tf.add(total, 1.0)
            total_value = sess.run(total)
            for step in range(1000):
                value = total_value = sess.run(next_total, {total: total_value})  # now
        """,
    )


@pytest.mark.parametrize(
    "run",
    [
        "pass",
        "value, _ = sess.run([total, x])",
        "value = sess.run(total, feeds)",
        "if step:\n                value = sess.run(total)",
        "value = sess.run(total)\n    print(total)",
    ],
)
def test_or_stays_where_its_value_is_not_fetched_alone_in_every_round(refuses: Refuses, run: str) -> None:
    assert "`total` is carried from one round to the next" in refuses("hoist_graph_ops", CARRIED.format(run))


def test_an_unknown_type_blocks(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def run(sess, batches):
            for batch in batches:
                x = tf.constant(batch)  # <-
                sess.run(x)
    """
    assert refuses("hoist_graph_ops", code) == "the number type of `batch` is not evident: a placeholder needs it"


def test_a_second_run_of_a_fed_value_blocks(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def run(sess):
            for step in range(1000):
                x = tf.constant(step)  # <-
                sess.run(x)
                sess.run(x)
    """
    assert "exactly one call" in refuses("hoist_graph_ops", code)


def test_a_fed_value_that_changes_before_the_run_blocks(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def run(sess):
            for step in range(1000):
                x = tf.constant(step)  # <-
                step += 1
                sess.run(x)
    """
    assert refuses("hoist_graph_ops", code) == "`step` is assigned in several places"


def test_a_variable_blocks(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def run(sess):
            for step in range(1000):
                w = tf.Variable(1.0)  # <-
                sess.run(w)
    """
    assert "initialised" in refuses("hoist_graph_ops", code)


def test_a_helper_that_may_give_something_else_blocks(refuses: Refuses) -> None:
    code = """
        import numpy as np
        import tensorflow.compat.v1 as tf

        def run(sess):
            for step in range(1000):
                w = tf.square(np.random.normal())  # <-
                sess.run(w)
    """
    assert "may give something else" in refuses("hoist_graph_ops", code)


def test_what_needs_a_shape_is_not_fed_without_one(refuses: Refuses) -> None:
    code = """
        import numpy as np
        import tensorflow.compat.v1 as tf

        def run(sess, kernel):
            for step in range(1000):
                image = np.zeros((1, 8, 8, 1), np.float32)
                y = tf.nn.conv2d(tf.constant(image), kernel, 1, "SAME")  # <-
                sess.run(y)
    """
    assert "needs the shape" in refuses("hoist_graph_ops", code)


def test_the_caller_builds_and_hands_over(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        def save(sess, path):
            saver = tf.train.Saver()  # <-
            saver.save(sess, path)

        with tf.Session() as sess:
            for step in range(1000):
                save(sess, str(step))
        """,
        """
        import tensorflow.compat.v1 as tf

        def save(sess, path, saver):
            saver.save(sess, path)

        with tf.Session() as sess:
            saver = tf.train.Saver()
            for step in range(1000):
                save(sess, str(step), saver=saver)
        """,
    )


def test_two_callers_block(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def save(sess):
            saver = tf.train.Saver()  # <-
            saver.save(sess, "x")

        for step in range(1000):
            save(1)
        save(2)
    """
    assert refuses("hoist_graph_ops", code) == "`save` is called from 2 places in this file"


def test_a_with_block_around_the_ops_comes_along(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        def serve(graph, sess, x, jobs):
            while True:
                with graph.as_default():
                    y = tf.square(x)  # <-
                    sess.run(y, {x: jobs.get()})
        """,
        """
        import tensorflow.compat.v1 as tf

        def serve(graph, sess, x, jobs):
            with graph.as_default():
                y = tf.square(x)
            while True:
                with graph.as_default():
                    sess.run(y, {x: jobs.get()})
        """,
    )


def test_a_closure_is_built_where_it_is_made(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import numpy as np
        import tensorflow.compat.v1 as tf

        def make(sess, basis):
            reference = tf.square(basis)

            def residual(frame):
                rest = reference - frame  # <-
                return sess.run(tf.reduce_sum(rest))

            return residual

        residual = make(session, 1.0)
        residual(np.zeros(3, np.float32))
        """,
        """
        import numpy as np
        import tensorflow.compat.v1 as tf

        def make(sess, basis):
            reference = tf.square(basis)
            frame_input = tf.placeholder(reference.dtype.base_dtype)
            rest = reference - frame_input
            reduce_sum_op = tf.reduce_sum(rest)

            def residual(frame):
                return sess.run(reduce_sum_op, {frame_input: frame})

            return residual

        residual = make(session, 1.0)
        residual(np.zeros(3, np.float32))
        """,
    )


def test_what_a_variable_holds_is_read_in_every_round(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow as tf

        rate = tf.Variable(0.1)
        with tf.Session() as sess:
            for step in range(1000):
                sess.run(tf.assign(rate, rate.eval() * 0.9))  # <-
        """,
        """
        import tensorflow as tf

        rate = tf.Variable(0.1)
        with tf.Session() as sess:
            value_input = tf.placeholder(rate.dtype.base_dtype)
            assign_op = tf.assign(rate, value_input)
            for step in range(1000):
                sess.run(assign_op, {value_input: rate.eval() * 0.9})
        """,
    )


def test_what_a_variable_held_earlier_is_not_read_later(refuses: Refuses) -> None:
    code = """
        import tensorflow as tf

        rate = tf.Variable(0.1)
        with tf.Session() as sess:
            for step in range(1000):
                old = tf.constant(step * rate.eval(), tf.float32)  # <-
                sess.run(train)
                print(sess.run(old))
    """
    assert refuses("hoist_graph_ops", code) == "`step * rate.eval()` would be read at another moment"


def test_one_operation_is_enough_for_two_runs(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:
            for step in range(1000):
                print(sess.run(x * 100, {x: step}))  # <-
                print(sess.run([x * 100, x * 100, x * 3], {x: -step}))
        """,
        """
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:
            value_op = x * 100
            value_op_2 = x * 3
            for step in range(1000):
                print(sess.run(value_op, {x: step}))
                print(sess.run([value_op, value_op, value_op_2], {x: -step}))
        """,
    )


@pytest.mark.parametrize(
    ("session", "placeholder"),
    [("tf.Session", "tf.placeholder"), ("tf.compat.v1.Session", "tf.compat.v1.placeholder")],
    ids=["written for 1", "written for both"],
)
def test_a_placeholder_is_spelled_as_the_file_spells(session: str, placeholder: str) -> None:
    code = f"""
        import tensorflow as tf

        rate = tf.Variable(0.1)
        with {session}() as sess:
            for step in range(1000):
                sess.run(rate.assign(tf.constant(step)))  # <-
    """
    result = outcome("hoist_graph_ops", code)
    assert isinstance(result, Rewrite)
    assert f" = {placeholder}(" in result.text


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        ("sess.run(tf.global_variables_initializer())", False),
        ("build(); sess.run(tf.global_variables_initializer())", True),
        ("build(); sess.run(tf.add(x, 1))", False),
        ("tf.summary.scalar('x', x); sess.run(tf.summary.merge_all())", True),
        ("tf.summary.scalar('x', x); sess.run(tf.global_variables_initializer())", False),
        ("sess.run(tf.add(x, len(tf.train.latest_checkpoint('models'))))", True),
        ("sess.run(tf.add(x, len('models')))", False),
    ],
    ids=[
        "nothing is added",
        "a round adds a variable",
        "nothing asks for it",
        "a round adds a summary",
        "no variable",
        "what is on the disk",
        "what is not",
    ],
)
def test_what_is_asked_for_must_be_the_same_in_front_of_the_loop(value: str, refused: bool) -> None:
    code = f"""
        import tensorflow as tf

        x = tf.Variable(0.1)

        def build():
            return tf.layers.dense(x, 3)

        with tf.Session() as sess:
            for step in range(1000):
                {value.replace("; ", chr(10) + " " * 16)}  # <-
    """
    result = outcome("hoist_graph_ops", code)
    assert isinstance(result, Refusal) == refused, result


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return tf.tanh(x) * np.pi", ""),
        ("return scaled(x)", ""),
        (
            "return x * np.random.normal()",
            "`made` calls `np.random.normal`, which may give something else on every call",
        ),
        ("print('built'); return tf.tanh(x)", "`made` calls `print`, which may give something else on every call"),
        ("global built; built = 1; return tf.tanh(x)", "`made` assigns to names around it"),
        ("return tf.tanh(x) * step", "`made` reads `step`, which changes"),
    ],
    ids=["builds", "calls another", "chance", "prints", "counts", "reads what changes"],
)
def test_a_helper_of_the_file_is_called_once_when_it_only_builds(body: str, reason: str) -> None:
    code = f"""
        import numpy as np
        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32)

        def scaled(value):
            return tf.multiply(value, 2.0)

        def made(x):
            {body.replace("; ", chr(10) + " " * 12)}

        with tf.Session() as sess:
            for step in range(1000):
                print(sess.run(made(x), {{x: 1.0}}))  # <-
    """
    result = outcome("hoist_graph_ops", code)
    assert isinstance(result, Refusal) == bool(reason), result
    assert not reason or (isinstance(result, Refusal) and result.reason == reason)


def test_the_next_batch_is_drawn_in_every_round(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow as tf
        from tensorflow.examples.tutorials.mnist import input_data

        mnist = input_data.read_data_sets("MNIST", one_hot=True)
        saver = tf.train.Saver()
        sess = tf.Session()
        for step in range(1000):
            rows, labels = mnist.train.next_batch(100)
            right = tf.equal(x, y)
            path = saver.save(sess, "model")
            share = tf.reduce_mean(right)  # <-
            print(sess.run(share, {x: rows, y: labels}), path)
        """,
        """
        import tensorflow as tf
        from tensorflow.examples.tutorials.mnist import input_data

        mnist = input_data.read_data_sets("MNIST", one_hot=True)
        saver = tf.train.Saver()
        sess = tf.Session()
        right = tf.equal(x, y)
        share = tf.reduce_mean(right)
        for step in range(1000):
            rows, labels = mnist.train.next_batch(100)
            path = saver.save(sess, "model")
            print(sess.run(share, {x: rows, y: labels}), path)
        """,
    )


def test_what_is_assigned_has_the_type_of_the_variable(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        epoch = tf.Variable(0.0)
        with tf.Session() as sess:
            for step in range(1000):
                sess.run(epoch.assign(step + 1))  # <-
        """,
        """
        import tensorflow.compat.v1 as tf

        epoch = tf.Variable(0.0)
        with tf.Session() as sess:
            value_input = tf.placeholder(epoch.dtype.base_dtype, [])
            assign_op = epoch.assign(value_input)
            for step in range(1000):
                sess.run(assign_op, {value_input: step + 1})
        """,
    )


def test_a_message_is_made_anew_for_every_round(becomes: Becomes) -> None:
    becomes(
        "hoist_graph_ops",
        """
        import tensorflow.compat.v1 as tf

        for step in range(1000):
            summary = tf.Summary()
            summary.value.add(tag="reward", simple_value=step)
            steps = tf.train.get_or_create_global_step()  # <-
            writer.add_summary(summary, sess.run(steps))
        """,
        """
        import tensorflow.compat.v1 as tf

        steps = tf.train.get_or_create_global_step()
        for step in range(1000):
            summary = tf.Summary()
            summary.value.add(tag="reward", simple_value=step)
            writer.add_summary(summary, sess.run(steps))
        """,
    )


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        ("parser.parse_args()", ""),
        ("settings.read()", "whether `args.decay` is a tensor cannot be told"),
    ],
    ids=["numbers of the command line", "nobody knows"],
)
def test_a_number_is_fed_beside_what_is_known(made: str, reason: str) -> None:
    code = f"""
        import tensorflow.compat.v1 as tf

        args = {made}
        rate = tf.Variable(0.1)
        with tf.Session() as sess:
            for step in range(1000):
                sess.run(tf.assign(rate, 0.1 * (args.decay ** step)))  # <-
    """
    result = outcome("hoist_graph_ops", code)
    assert isinstance(result, Refusal) == bool(reason), result
    if isinstance(result, Refusal):
        assert result.reason == reason
    else:
        assert "{value_input: 0.1 * (args.decay ** step)}" in result.text
        assert "placeholder(rate.dtype.base_dtype" in result.text


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        ("[tf.Variable(1.0), tf.Variable(2.0)]", True),
        ("tf.trainable_variables()", True),
        ("[one for one in tf.trainable_variables()]", True),
        ("given()", True),
        ("tf.constant([1.0, 2.0])", False),
    ],
    ids=["a list", "what gives a list", "a comprehension", "nobody knows", "a tensor"],
)
@pytest.mark.parametrize("index", ["step", ":, step"])
def test_a_placeholder_indexes_tensors_alone(made: str, refused: bool, index: str) -> None:
    code = f"""
        import tensorflow.compat.v1 as tf

        values = {made}
        with tf.Session() as sess:
            for step in range(1000):
                print(sess.run(tf.square(values[{index}])))  # <-
    """
    result = outcome("hoist_graph_ops", code)
    assert isinstance(result, Refusal) == (refused and index == "step"), result
