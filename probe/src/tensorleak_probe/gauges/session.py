"""Sessions: how many are open, where they were opened, how often they ran."""

from __future__ import annotations

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import Gauge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings


class SessionGauge(Gauge):
    """Sessions that are alive and not closed."""

    reads = ("session.open",)

    def hooks(self) -> dict[str, ModuleHook]:
        """The three methods that every way of running a session passes."""
        return {"tensorflow.python.client.session": self._attach}

    def _attach(self, module: Any) -> None:
        base = module.BaseSession
        self.hooks_of.observe(base, "__init__", self._session_made)
        self.hooks_of.work(base, "_call_tf_sessionrun", "session_runs", self._noted)
        for owner, name in ((base, "_call_tf_sessionprun"), (getattr(base, "_Callable", None), "__call__")):
            if owner is not None:
                self.hooks_of.work(owner, name, "session_runs")

    def _noted(self, args: Args, kwargs: Kwargs) -> int:
        """Notes the shapes of what is fed: the third argument."""
        return self.probe.shapes.note(("session_runs",), args[2:3])

    def _session_made(self, args: Args, kwargs: Kwargs) -> None:
        self.births.born("session", args[0], flag=plain.name(type(args[0])))

    def read(self, out: Readings) -> None:
        """Open sessions; above 200 live ones only their number."""
        table = self.births.live["session"]
        if len(table) <= 200:
            out["session.open"] = sum(1 for session in table.objects() if not plain.attribute(session, "_closed", True))
        else:
            out["session.open"] = len(table)
