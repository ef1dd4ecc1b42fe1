"""Requests and answers: arrays alone, in a list or by name, checked before they travel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tensorleak.errors import UsageError

KINDS = "biufcS"
Answer = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """The arrays of one request and how the caller arranged them."""

    form: str
    arrays: dict[str, Any]


def request(inputs: Any) -> Request:
    """Whatever the caller gave, as plain arrays."""
    if isinstance(inputs, dict):
        return Request("dict", {str(name): _array(value) for name, value in inputs.items()})
    if isinstance(inputs, (list, tuple)) and inputs and all(hasattr(value, "shape") for value in inputs):
        return Request("list", {str(place): _array(value) for place, value in enumerate(inputs)})
    return Request("one", {"0": _array(inputs)})


def _array(value: Any) -> Any:
    try:
        import numpy
    except ImportError as error:
        raise UsageError("hosting models needs NumPy: pip install 'tensorleak[models]'") from error
    try:
        array = numpy.ascontiguousarray(value).reshape(numpy.shape(value))
    except ValueError as error:
        raise UsageError(f"the input is not an array: {error}") from error
    if array.dtype.kind == "U":
        array = numpy.char.encode(array, "utf-8")
    if array.dtype.kind not in KINDS:
        raise UsageError(f"the input has the dtype {array.dtype}: pass numbers, truth values or bytes")
    return array


def arranged(answer: Answer) -> Any:
    """The answer's arrays the way the model arranged them."""
    found = answer["found"]
    if answer["form"] == "one":
        return found[0]
    if answer["form"] == "dict":
        return {row["name"]: array for row, array in zip(answer["arrays"], found, strict=True)}
    return list(found)
