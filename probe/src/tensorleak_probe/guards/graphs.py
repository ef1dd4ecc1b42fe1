"""Graphs that do not grow: a session with a graph of its own, and a seal that names the line which adds an op."""

import contextlib

from tensorleak_probe import forks
from tensorleak_probe.guards.errors import GraphSealedError
from tensorleak_probe.guards.runtime import tensorflow_v1, user_site

_lock = forks.Lock()
_SEALS = "_tensorleak_seals"


@contextlib.contextmanager
def scoped_session(config=None, graph=None):
    """A session over a fresh graph (or `graph`), both the default inside the block; closed for certain afterwards."""
    tf = tensorflow_v1()
    graph = tf.Graph() if graph is None else graph
    with graph.as_default():
        session = tf.Session(graph=graph, config=config)
        try:
            with session.as_default():
                yield session
        finally:
            session.close()


def _refuse_op(op_type=None, *args, **kwargs):
    raise GraphSealedError(str(op_type if op_type is not None else kwargs.get("op_type", "?")), user_site())


def _refuse_change():
    raise GraphSealedError("new", user_site())  # an import, a gradient or a loop, before its first op


# Everything that adds ops passes one of these; a name on the instance goes before the method of its class, in all threads.
_REFUSALS = {"create_op": _refuse_op, "_create_op_internal": _refuse_op, "_mutation_lock": _refuse_change}


@contextlib.contextmanager
def sealed_graph(graph=None):
    """Within the block an op added to `graph` (the default graph if none is given) raises `GraphSealedError` at its line."""
    graph = tensorflow_v1().get_default_graph() if graph is None else graph
    _seal(graph)
    try:
        yield graph
    finally:
        _unseal(graph)


def _seal(graph):
    with _lock:
        seals = getattr(graph, _SEALS, 0)
        setattr(graph, _SEALS, seals + 1)
        if not seals:
            for name, refusal in _REFUSALS.items():
                setattr(graph, name, refusal)


def _unseal(graph):
    with _lock:
        setattr(graph, _SEALS, getattr(graph, _SEALS) - 1)
        if not getattr(graph, _SEALS):
            for name in (_SEALS, *_REFUSALS):
                delattr(graph, name)
