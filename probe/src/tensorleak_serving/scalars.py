"""Numbers of a training run, kept as plain floats: a tensor put in a list keeps its memory, and perhaps a graph."""

from __future__ import annotations

import collections
import csv

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any, Iterator, TextIO

DEFAULT = "value"


class ScalarLog:
    """`log.append(loss)` or `log.append(loss=loss, accuracy=accuracy)`, then `log.last("loss")`, `log.mean("loss")`.

    Tensors, arrays of one element and numbers become floats at once. `limit` keeps that many newest rows; mean and
    count go over all rows that ever came.
    """

    def __init__(self, limit: int | None = None) -> None:
        if limit is not None and limit < 1:
            raise ValueError("limit is %r: at least one row must be kept" % (limit,))
        self.limit = limit
        self.count = 0
        self._rows: collections.deque[tuple[int, dict[str, float]]] = collections.deque(
            maxlen=limit
        )  # (number, its values)
        self._sums: dict[str, tuple[float, int]] = {}
        self._last: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[float | dict[str, float]]:
        """The rows kept, oldest first: plain floats, or dicts where names were given."""
        for _, row in self._rows:
            yield row[DEFAULT] if list(row) == [DEFAULT] else dict(row)

    @property
    def names(self) -> list[str]:
        """The names seen so far, in order of appearance."""
        return list(self._sums)

    def append(self, *value: Any, **named: Any) -> None:
        """Adds one row: a single value, or values by name."""
        if len(value) + bool(named) != 1:
            raise TypeError("append takes one value, or values by name")
        row = {DEFAULT: to_float(value[0])} if value else {name: to_float(part) for name, part in named.items()}
        self._rows.append((self.count, row))
        self.count += 1
        for name, number in row.items():
            total, seen = self._sums.get(name, (0.0, 0))
            self._sums[name] = (total + number, seen + 1)
            self._last[name] = number

    def last(self, name: str = DEFAULT) -> float:
        """The newest value of one name."""
        self._known(name)
        return self._last[name]

    def mean(self, name: str = DEFAULT) -> float:
        """The mean of all values that ever came."""
        self._known(name)
        total, seen = self._sums[name]
        return total / seen

    def values(self, name: str = DEFAULT) -> list[float]:
        """The values of one name that are kept, oldest first."""
        self._known(name)
        return [row[name] for _, row in self._rows if name in row]

    def to_csv(self, target: str | os.PathLike[str] | TextIO) -> None:
        """Writes the rows kept to a path or an open text file: `step` and one column per name."""
        if hasattr(target, "write"):
            self._write(target)
            return
        with open(target, "w", newline="") as file:
            self._write(file)

    def _write(self, file: Any) -> None:
        names = self.names
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["step"] + names)
        for step, row in self._rows:
            writer.writerow([step] + [repr(row[name]) if name in row else "" for name in names])

    def _known(self, name: str) -> None:
        if name not in self._sums:
            raise KeyError("nothing was logged as %r; known: %s" % (name, ", ".join(self.names) or "nothing"))


def to_float(value: Any) -> float:
    """The one number in a tensor, an array or a number."""
    if isinstance(value, (int, float)):
        return float(value)
    if hasattr(value, "numpy"):
        value = value.numpy()
    elif hasattr(value, "graph") and hasattr(value, "op"):
        raise TypeError("%s has no value yet: log what session.run returns for it" % value.op.name)
    size = getattr(value, "size", 1)
    if size != 1:
        raise ValueError("a value of shape %s is no scalar: reduce it first" % (getattr(value, "shape", "?"),))
    return float(value.item() if hasattr(value, "item") else value)
