"""TensorBoard scalars of the gauges, written by the TensorFlow of the program, without an operation or a tensor."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from tensorleak_probe.vocabulary import Readings

PREFIX = "tensorleak"


class Scalars:
    """An event file in a log folder."""

    def __init__(self, log_dir: str | os.PathLike[str]) -> None:
        v1 = sys.modules["tensorflow"].compat.v1
        self._summary = v1.Summary
        # Inside a graph also programs that run eagerly may have this writer: it makes records, not operations.
        with v1.Graph().as_default():
            self._writer = v1.summary.FileWriter(str(log_dir), filename_suffix=".tensorleak")

    def write(self, unit: str, values: Readings, step: int) -> None:
        """One row of readings at a step."""
        rows = [
            self._summary.Value(tag="%s/%s/%s" % (PREFIX, unit, name.replace(".", "_")), simple_value=float(value))
            for name, value in sorted(values.items())
        ]
        self._writer.add_summary(self._summary(value=rows), step)

    def close(self) -> None:
        """Writes everything out and ends the writer's thread."""
        self._writer.close()
