"""Sessions with a graph of their own, and the seal, on real TensorFlow."""

from __future__ import annotations

import gc
import inspect
import threading
import weakref

import pytest
import tensorflow.compat.v1 as tf
from tensorleak_probe.guards.errors import GraphSealedError
from tensorleak_probe.guards.graphs import scoped_session, sealed_graph


def here(offset=0):
    return inspect.currentframe().f_back.f_lineno + offset


def default_ops():
    return len(tf.get_default_graph().get_operations())


def test_a_fresh_graph_each_time_and_a_closed_session():
    before = default_ops()
    for number in range(3):
        with scoped_session() as session:
            assert tf.get_default_graph() is session.graph and tf.get_default_session() is session
            assert session.run(tf.constant(2) * number) == 2 * number
            assert len(session.graph.get_operations()) == 3
        with pytest.raises(RuntimeError, match="closed"):
            session.run("mul:0")
    assert default_ops() == before


def test_closed_also_when_the_body_raises():
    with pytest.raises(KeyError), scoped_session() as session:
        raise KeyError("x")
    with pytest.raises(RuntimeError, match="closed"):
        session.run([])
    assert tf.get_default_session() is None


def test_a_graph_of_the_users():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [])
        y = x + 1.0
    config = tf.ConfigProto(intra_op_parallelism_threads=1)
    for _ in range(2):
        with scoped_session(config=config, graph=graph) as session:
            assert session.graph is graph and y.eval({x: 1.0}) == 2.0


def test_nothing_is_kept_alive():
    with scoped_session() as session, sealed_graph():
        pass
    refs = [weakref.ref(session), weakref.ref(session.graph)]
    del session
    gc.collect()
    assert [ref() for ref in refs] == [None, None]


BUILDERS = {
    "Const": lambda x: tf.constant(1.0),
    "Identity": lambda x: tf.identity(x),
    "Placeholder": lambda x: tf.placeholder(tf.float32),
    "Neg": lambda x: -x,
}


@pytest.mark.parametrize("op_type", sorted(BUILDERS))
def test_the_line_that_adds_an_op_is_named(op_type):
    with scoped_session() as session:
        x = tf.placeholder(tf.float32, [2])
        count = len(session.graph.get_operations())
        with sealed_graph(), pytest.raises(GraphSealedError) as caught:
            BUILDERS[op_type](x)
        assert caught.value.op_type == op_type and op_type in str(caught.value)
        assert caught.value.site.startswith(__file__ + ":") and "<lambda>" in caught.value.site
        assert len(session.graph.get_operations()) == count


def test_whatever_adds_ops_is_refused():
    with scoped_session() as session:
        x = tf.placeholder(tf.float32, [2])
        y = x * 2.0
        count, definition = len(session.graph.get_operations()), session.graph.as_graph_def()
        attempts = [
            lambda: session.run(y * 2.0, {x: [1, 2]}),
            lambda: tf.get_variable("v", [2]),
            lambda: tf.gradients(y, x),
            lambda: tf.import_graph_def(definition),
            lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [1]),
            lambda: tf.function(lambda a: a + 1)(y),
            lambda: tf.global_variables_initializer(),
            lambda: tf.no_op(),
        ]
        with sealed_graph():
            for attempt in attempts:
                with pytest.raises(GraphSealedError):
                    attempt()
            assert session.run(y, {x: [1, 2]}).tolist() == [2.0, 4.0]
        assert len(session.graph.get_operations()) == count
        assert session.run(y + 1.0, {x: [1, 2]}).tolist() == [3.0, 5.0]  # unlike finalize()


def test_other_threads_are_refused_too():
    caught, line = [], []
    with scoped_session() as session:

        def build():
            with session.graph.as_default():
                try:
                    line.append(here(1))
                    tf.zeros([3])
                except GraphSealedError as error:
                    caught.append((error, line[-1]))

        with sealed_graph(session.graph):
            threads = [threading.Thread(target=build) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    assert len(caught) == 8
    assert all(f"{__file__}:{line} in build" == error.site for error, line in caught)


def test_nested_seals_and_other_graphs():
    with scoped_session() as session:
        with sealed_graph():
            with sealed_graph(session.graph):
                pass
            with pytest.raises(GraphSealedError):
                tf.constant(1)
            with scoped_session() as inner:
                assert inner.run(tf.constant(3)) == 3
        with pytest.raises(ZeroDivisionError), sealed_graph():
            raise ZeroDivisionError
        assert session.run(tf.constant(4)) == 4
