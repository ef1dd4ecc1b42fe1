"""Calls a test's body once more, whatever kind of test it is, without letting pytest itself pile up what it hears."""

from __future__ import annotations

import logging
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class NotRepeatableError(Exception):
    """A unittest case noted a failure of its own: pytest has it already."""


class Body:
    """One collected test: plain, async under its plugin, in a class, or of `unittest`."""

    def __init__(self, item: Any) -> None:
        self._item = item
        handlers: list[Any] = logging.getLogger().handlers  # those of pytest have records and a stream
        self._handlers: list[tuple[Any, int, int]] = [
            (handler, len(handler.records), handler.stream.tell())
            for handler in handlers
            if type(handler).__name__ == "LogCaptureHandler" and hasattr(handler.stream, "truncate")
        ]

    def __call__(self) -> None:
        """Runs the body; fixtures stay as they are, `setUp` and `tearDown` of unittest run again."""
        with warnings.catch_warnings(record=True):  # pytest keeps every warning until the test ends
            self._item.runtest()
        self._forget_logs()
        if getattr(self._item, "_excinfo", None):
            raise NotRepeatableError

    def _forget_logs(self) -> None:
        """Keeps what the first run logged: pytest's handlers hold every record until the test ends."""
        for handler, records, position in self._handlers:
            del handler.records[records:]
            handler.stream.seek(position)
            handler.stream.truncate()
