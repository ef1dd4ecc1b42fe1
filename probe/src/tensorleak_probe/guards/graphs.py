"""Graphs that do not grow: a session with a graph of its own, and a seal that names the line which adds an op."""

from __future__ import annotations

import contextlib

from tensorleak_probe import forks
from tensorleak_probe.guards.errors import GraphSealedError
from tensorleak_probe.guards.runtime import tensorflow_v1, user_site

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, NoReturn

_lock = forks.Lock()
_SEALS = "_tensorleak_seals"


@contextlib.contextmanager
def scoped_session(config: Any = None, graph: Any = None) -> Iterator[Any]:
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


def _refuse_op(op_type: Any = None, *args: Any, **kwargs: Any) -> NoReturn:
    raise GraphSealedError(str(op_type if op_type is not None else kwargs.get("op_type", "?")), user_site())


def _refuse_change() -> NoReturn:
    raise GraphSealedError("new", user_site())  # an import, a gradient or a loop, before its first op


# Everything that adds ops passes one of these; a name on the instance goes before the method of its class, in all threads.
_REFUSALS: dict[str, Callable[..., NoReturn]] = {
    "create_op": _refuse_op,
    "_create_op_internal": _refuse_op,
    "_mutation_lock": _refuse_change,
}


@contextlib.contextmanager
def sealed_graph(graph: Any = None) -> Iterator[Any]:
    """Within the block an op added to `graph` (the default graph if none is given) raises `GraphSealedError` at its line."""
    graph = tensorflow_v1().get_default_graph() if graph is None else graph
    _seal(graph)
    try:
        yield graph
    finally:
        _unseal(graph)


def _seal(graph: Any) -> None:
    with _lock:
        seals = getattr(graph, _SEALS, 0)
        setattr(graph, _SEALS, seals + 1)
        if not seals:
            for name, refusal in _REFUSALS.items():
                setattr(graph, name, refusal)


def _unseal(graph: Any) -> None:
    with _lock:
        setattr(graph, _SEALS, getattr(graph, _SEALS) - 1)
        if not getattr(graph, _SEALS):
            for name in (_SEALS, *_REFUSALS):
                delattr(graph, name)
