"""A model in the host's own process, behind the same face as a worker."""

from __future__ import annotations

import os
from typing import Any

from tensorleak_serving import release, served_model

from tensorleak.safe import clean
from tensorleak.serving.errors import ModelFailed
from tensorleak.serving.released import Released
from tensorleak.serving.requests import Answer


class Inside:
    """Answers in the caller's thread; there is no process to end, so time-outs do not apply."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._served: Any = None
        self.alive = True
        self.pid = os.getpid()

    def ask(
        self,
        message: Answer,
        timeout: float,
        form: str = "one",
        arrays: Answer | None = None,
        limit: float | None = None,
    ) -> Answer:
        """Loads or predicts, now."""
        try:
            if message["do"] == "load":
                before = served_model.resident()
                self._served = served_model.load(message["path"], message.get("builder"))
                return {"resident": max(0, served_model.resident() - before)}
            given = arrays or {}
            found = self._served.predict(form, list(given), list(given.values()))
            kind, names, parts = served_model.as_arrays(found)
            return {"form": kind, "arrays": [{"name": name} for name in names], "found": parts, "resident": 0}
        except Exception as error:
            said = clean(served_model.error_text(error), lines=False)
            raise ModelFailed(f"the model {self._name!r} failed: {said}") from error

    def release(self, resident: int) -> Released:
        """Releases the model and looks at what stayed."""
        self.alive = False
        served, self._served = self._served, None
        if served is None:
            return Released(0, 0, 0, isolated=False)
        seen = release.release(served)
        return Released(
            seen["before"],
            seen["after"],
            seen["weights_alive"],
            seen["bytes_alive"],
            tuple(seen["holders"]),
            seen["alive"],
            isolated=False,
        )

    def end_from_elsewhere(self) -> None:
        """Nothing can end another thread's work in this process: it is waited for."""
