"""Ops built once: before the loop, in `__init__`, around a closure, by the caller, and the cases that must stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tensorleak.fix.outcome import Rewrite, Safety

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
