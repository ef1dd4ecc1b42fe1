"""Sessions closed by `with`, and functions with a graph of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixing import outcome

from tensorleak.fix.outcome import Refusal, Rewrite, Safety

Becomes = Callable[..., Rewrite]
Refuses = Callable[..., str]


def test_a_session_of_one_block_is_closed_by_with(becomes: Becomes) -> None:
    rewrite = becomes(
        "session_with",
        """
        from tensorflow import Session

        def evaluate(fetch):
            # one session
            sess = Session(config=None)  # <-
            a = sess.run(fetch)

            b = sess.run(fetch)  # twice
            sess.close()
            return a + b
        """,
        """
        from tensorflow import Session

        def evaluate(fetch):
            # one session
            with Session(config=None) as sess:
                a = sess.run(fetch)

                b = sess.run(fetch)  # twice
            return a + b
        """,
    )
    assert rewrite.safety is Safety.SAFE


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("self.sess = sess", "leaves its block"),
        ("return sess", "leaves its block"),
        ("sessions.append(sess)", "put into a container"),
        ("sess.close()\n            sess.run(x)", "closed in the middle"),
        ("def later():\n                sess.run(x)", "a function inside uses `sess`"),
        ("sess = None\n            sess.run(x)", "assigned in several places"),
        ("yield sess.run(x)", "yields in between"),
        ("with sess.as_default():\n                x.eval()", "default session by other means"),
        ("pass", "nothing after the line uses the session"),
    ],
)
def test_a_session_that_gets_out_stays(refuses: Refuses, use: str, reason: str) -> None:
    code = f"""
        import tensorflow.compat.v1 as tf

        def evaluate(self, x, sessions):
            sess = tf.Session()  # <-
            {use}
    """
    assert reason in refuses("session_with", code, "TL102")


def test_reliance_on_the_default_session_makes_it_unsafe(becomes: Becomes) -> None:
    rewrite = becomes(
        "session_with",
        """
        import tensorflow.compat.v1 as tf

        def evaluate(x):
            sess = tf.Session()  # <-
            return sess.run(x) + x.eval()
        """,
        """
        import tensorflow.compat.v1 as tf

        def evaluate(x):
            with tf.Session() as sess:
                return sess.run(x) + x.eval()
        """,
    )
    assert rewrite.safety is Safety.UNSAFE


@pytest.mark.parametrize(("use", "safety"), [("threads = start(sess)", "unsafe"), ("saver.save(sess, x)", "safe")])
def test_a_session_that_is_handed_on_may_be_used_later(use: str, safety: str) -> None:
    code = f"""
        import tensorflow.compat.v1 as tf

        def evaluate(saver, x):
            sess = tf.Session()  # <-
            {use}
    """
    rewrite = outcome("session_with", code)
    assert isinstance(rewrite, Rewrite)
    assert rewrite.safety == safety


def test_a_script_keeps_its_blank_lines_empty(becomes: Becomes) -> None:
    becomes(
        "session_with",
        """
        import tensorflow.compat.v1 as tf

        sess = tf.Session()  # <-

        # Run the op
        print(sess.run(hello))

        print("done")
        """,
        """
        import tensorflow.compat.v1 as tf

        with tf.Session() as sess:

            # Run the op
            print(sess.run(hello))

        print("done")
        """,
    )


def test_an_attribute_keeps_its_session(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        class A:
            def __init__(self):
                self.sess = tf.Session()  # <-
    """
    assert refuses("session_with", code) == "`self.sess` keeps the session beyond this block"


def test_a_function_with_a_session_gets_a_graph(becomes: Becomes) -> None:
    becomes(
        "fresh_graph",
        """
        import tensorflow as tf

        def area(radius):
            \"\"\"Of a circle.\"\"\"
            r = tf.constant(radius)  # <-
            # run it
            with tf.compat.v1.Session() as sess:
                return sess.run(3.14 * r * r)
        """,
        """
        import tensorflow as tf

        def area(radius):
            \"\"\"Of a circle.\"\"\"
            with tf.Graph().as_default():
                r = tf.constant(radius)
                # run it
                with tf.compat.v1.Session() as sess:
                    return sess.run(3.14 * r * r)
        """,
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return sess.run(outside * 2)", "`outside` is a tensor of another graph"),
        ("return sess.run(tf.square(given))", "`given` may be a tensor of another graph"),
        ("return helper(sess)", "`helper` builds on cannot be told"),
        ("self.kept = tf.square(1.0)", "`self.kept` would keep"),
        ("return tf.square(1.0)", "tensor that is returned would belong to the new graph"),
        ("yield sess.run(tf.square(1.0))", "yields in between"),
    ],
)
def test_tensors_from_outside_block_a_graph(refuses: Refuses, body: str, reason: str) -> None:
    code = f"""
        import tensorflow.compat.v1 as tf

        outside = tf.ones(3)

        def area(self, given):
            with tf.Session() as sess:
                {body}  # <-
    """
    assert reason in _reason(refuses, code)


def _reason(refuses: Refuses, code: str) -> str:
    return refuses("fresh_graph", code)


def test_a_session_with_a_graph_keeps_it(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def area(g):
            with tf.Session(graph=g) as sess:
                return sess.run(tf.constant(1.0))  # <-
    """
    assert "a graph of its own" in refuses("fresh_graph", code)


@pytest.mark.parametrize(
    ("reuse", "refused"),
    [("tf.AUTO_REUSE", False), ("None", False), ("number > 0", True)],
    ids=["made or found", "made", "found in the second round"],
)
def test_variables_of_an_earlier_round_are_not_in_a_new_graph(reuse: str, refused: bool) -> None:
    code = f"""
        import tensorflow.compat.v1 as tf

        def scores(rows):
            for number in range(1000):
                with tf.Session() as sess:
                    with tf.variable_scope("scores", reuse={reuse}):
                        value = tf.get_variable("w", [3]) * 2.0  # <-
                    print(sess.run(value))
    """
    result = outcome("fresh_graph", code)
    assert isinstance(result, Refusal) == refused, result
    assert not refused or "looks for variables that are there already" in str(result)


def test_what_asks_for_the_interactive_session_stays_in_its_block(becomes: Becomes) -> None:
    becomes(
        "session_with",
        """
        import tensorflow.compat.v1 as tf

        def predict(image):
            sess = tf.InteractiveSession()  # <-
            saver.restore(sess, "model")
            scores = logits.eval(feed_dict={images: image})
            return scores[0]
        """,
        """
        import tensorflow.compat.v1 as tf

        def predict(image):
            with tf.Session() as sess:
                saver.restore(sess, "model")
                scores = logits.eval(feed_dict={images: image})
                return scores[0]
        """,
        "TL102",
    )


def test_what_asks_for_the_interactive_session_elsewhere_keeps_it(refuses: Refuses) -> None:
    code = """
        import tensorflow.compat.v1 as tf

        def predict(image, fresh):
            if fresh:
                sess = tf.InteractiveSession()  # <-
                saver.restore(sess, "model")
            return logits.eval(feed_dict={images: image})
    """
    assert "`logits.eval` at line 7 asks for the default session" in refuses("session_with", code, "TL102").replace(
        "line 8", "line 7"
    )


def test_an_interactive_session_that_is_closed_ends_where_it_is(becomes: Becomes) -> None:
    becomes(
        "session_with",
        """
        import tensorflow.compat.v1 as tf

        def predict(image):
            sess = tf.InteractiveSession()  # <-
            scores = logits.eval(feed_dict={images: image})
            sess.close()
            return scores[0]
        """,
        """
        import tensorflow.compat.v1 as tf

        def predict(image):
            with tf.Session() as sess:
                scores = logits.eval(feed_dict={images: image})
            return scores[0]
        """,
        "TL102",
    )
