"""Loads one saved model and answers requests with it: the same in a worker process and in the program's own.

Python 3.7 and newer, TensorFlow 1.15 and newer; NumPy comes with TensorFlow.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence, Union

    Builder = str | Callable[[str], Any]  # 'module:function', or the function
    Served = Union["Plain", "Signature", "SessionServed", "GraphKeras"]


class CannotServe(Exception):  # noqa: N818
    """The model cannot be served as asked; the text says why and what to do."""


def load(path: str, builder: Builder | None = None) -> Served:
    """Something with `predict(form, names, arrays)`, by what the path holds; a builder is called with the path instead."""
    import tensorflow as tf

    if builder is not None:
        return Plain(_builder(builder)(path))
    if os.path.isdir(path):
        return SessionServed(tf, path) if _graph_mode(tf) else Signature(tf, path)
    if path.endswith(".index") or (not os.path.exists(path) and os.path.exists(path + ".index")):
        raise CannotServe("a checkpoint holds weights without a model: pass builder='module:function' that makes it")
    return GraphKeras(tf, path) if _graph_mode(tf) else Plain(tf.keras.models.load_model(path, compile=False))


def _graph_mode(tf: Any) -> bool:
    return not tf.executing_eagerly()


def _builder(builder: Builder) -> Callable[[str], Any]:
    """A function by name (`package.module:function`), or as it is."""
    if callable(builder):
        return builder
    import importlib

    module, _, name = builder.partition(":")
    if not name:
        raise CannotServe("builder must be written 'module:function', not %r" % builder)
    found: Callable[[str], Any] = getattr(importlib.import_module(module), name)
    return found


def arranged(form: str, names: Sequence[str], arrays: Sequence[Any]) -> Any:
    """The arrays as the caller gave them: alone, in a list, or by name."""
    if form == "one":
        return arrays[0]
    return dict(zip(names, arrays)) if form == "dict" else list(arrays)


class Plain:
    """A Keras model, or any function of arrays."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self._call: Any = getattr(model, "predict_on_batch", model)

    def weights(self) -> list[Any]:
        """The variables, for those who watch their release."""
        return list(getattr(self.model, "variables", None) or getattr(self.model, "weights", None) or ())

    def predict(self, form: str, names: Sequence[str], arrays: Sequence[Any]) -> Any:
        """Answers one batch of arrays."""
        return self._call(arranged(form, names, arrays))

    def close(self) -> None:
        """Lets go of the model."""
        self.model = self._call = None


class Signature:
    """A SavedModel by its serving signature, eagerly."""

    def __init__(self, tf: Any, path: str) -> None:
        self._tf = tf
        self.model = tf.saved_model.load(path)
        signatures = getattr(self.model, "signatures", {})
        if not signatures:
            raise CannotServe("the SavedModel has no signatures: export it with one, or pass builder='module:function'")
        self._run = (
            signatures["serving_default"] if "serving_default" in signatures else next(iter(signatures.values()))
        )
        self._inputs = self._run.structured_input_signature[1]

    def weights(self) -> list[Any]:
        """The variables, for those who watch their release."""
        return list(getattr(self.model, "variables", ()))

    def predict(self, form: str, names: Sequence[str], arrays: Sequence[Any]) -> Any:
        """Answers one batch; arrays without names go to the inputs in the order of their names."""
        keys = list(names) if form == "dict" else sorted(self._inputs)
        if len(keys) != len(arrays):
            raise CannotServe("the model takes %d inputs (%s), not %d" % (len(keys), ", ".join(keys), len(arrays)))
        fed = {key: self._tensor(key, array) for key, array in zip(keys, arrays)}
        found = {key: value.numpy() for key, value in self._run(**fed).items()}
        return next(iter(found.values())) if len(found) == 1 else found

    def _tensor(self, key: str, array: Any) -> Any:
        spec = self._inputs.get(key)
        return self._tf.constant(array, dtype=None if spec is None or array.dtype.kind == "S" else spec.dtype)

    def close(self) -> None:
        """Lets go of the model."""
        self.model = self._run = self._inputs = None


class SessionServed:
    """A SavedModel in a graph and a session of its own: TF 1."""

    def __init__(self, tf: Any, path: str) -> None:
        v1 = tf.compat.v1
        self.model = v1.Graph()
        self._session = v1.Session(graph=self.model)
        with self.model.as_default():
            meta = v1.saved_model.loader.load(self._session, ["serve"], path)
        signatures = meta.signature_def
        if not signatures:
            raise CannotServe("the SavedModel has no signatures: save it with one")
        chosen = signatures["serving_default"] if "serving_default" in signatures else signatures[sorted(signatures)[0]]
        self._inputs = {key: info.name for key, info in chosen.inputs.items()}
        self._outputs = {key: info.name for key, info in chosen.outputs.items()}

    def weights(self) -> list[Any]:
        """None to watch: they live in the session and end with it."""
        return []

    def predict(self, form: str, names: Sequence[str], arrays: Sequence[Any]) -> Any:
        """Answers one batch of arrays."""
        keys = list(names) if form == "dict" else sorted(self._inputs)
        if len(keys) != len(arrays) or any(key not in self._inputs for key in keys):
            raise CannotServe("the model takes the inputs %s" % ", ".join(sorted(self._inputs)))
        found = self._session.run(self._outputs, {self._inputs[key]: array for key, array in zip(keys, arrays)})
        return next(iter(found.values())) if len(found) == 1 else found

    def close(self) -> None:
        """Closes the session, which frees its variables."""
        self._session.close()
        self.model = self._session = None


class GraphKeras:
    """A Keras model in a graph and a session of its own: TF 1, where the backend would keep it for ever."""

    def __init__(self, tf: Any, path: str) -> None:
        v1 = tf.compat.v1
        self._tf = tf
        self._graph = v1.Graph()
        self._session = v1.Session(graph=self._graph)
        with self._graph.as_default(), self._session.as_default():
            tf.keras.backend.set_session(self._session)
            self.model = tf.keras.models.load_model(path, compile=False)

    def weights(self) -> list[Any]:
        """None to watch: they live in the session and end with it."""
        return []

    def predict(self, form: str, names: Sequence[str], arrays: Sequence[Any]) -> Any:
        """Answers one batch of arrays."""
        with self._graph.as_default(), self._session.as_default():
            self._tf.keras.backend.set_session(self._session)
            return self.model.predict_on_batch(arranged(form, names, arrays))

    def close(self) -> None:
        """Closes the session, which frees its variables."""
        self._session.close()
        self.model = self._graph = self._session = None


def as_arrays(result: Any) -> tuple[str, list[str], list[Any]]:
    """(form, names, arrays) of whatever a model returned."""
    import numpy

    if isinstance(result, dict):
        return "dict", [str(key) for key in result], [plain(value, numpy) for value in result.values()]
    if isinstance(result, (list, tuple)) and not all(isinstance(value, (int, float)) for value in result):
        return "list", [""] * len(result), [plain(value, numpy) for value in result]
    return "one", [""], [plain(result, numpy)]


def plain(value: Any, numpy: Any) -> Any:
    """An array of a dtype that every NumPy knows."""
    array = numpy.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if array.dtype.kind == "O":
        array = numpy.asarray([_encoded(item) for item in array.ravel()], dtype="S").reshape(array.shape)
    elif array.dtype.kind == "U":
        array = numpy.char.encode(array, "utf-8")
    elif array.dtype.kind == "V":  # bfloat16 and other additions of TensorFlow
        array = array.astype("float32")
    return numpy.ascontiguousarray(array).reshape(array.shape)


def _encoded(item: Any) -> bytes:
    return item if isinstance(item, bytes) else str(item).encode("utf-8")


def error_text(error: BaseException) -> str:
    """An exception as one line: type and the beginning of its message."""
    try:
        said = str(error)
    except Exception:  # the model's own class, with a fault of its own
        said = "(its text could not be made)"
    return "%s: %s" % (type(error).__name__, " ".join(said.split())[:500])


def resident() -> int:
    """Resident bytes of this process; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as source:
            return int(source.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def trim() -> None:
    """Has malloc give back what it can."""
    import ctypes

    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        pass


def tensorflow_version() -> str:
    """The version that is loaded, as text."""
    return str(getattr(sys.modules.get("tensorflow"), "__version__", ""))
