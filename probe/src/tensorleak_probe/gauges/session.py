"""Sessions: how many are open, where they were opened, how often they ran."""

from tensorleak_probe.gauges.base import Gauge


class SessionGauge(Gauge):
    """`session.open`: alive and not closed."""

    def hooks(self):
        """The three methods that every way of running a session passes."""
        return {"tensorflow.python.client.session": self._attach}

    def _attach(self, module):
        base = module.BaseSession
        self.probe.patch(base, "__init__", "OBSERVE", self._session_made)
        unit = self.work.unit("session_runs")
        self.probe.patch(base, "_call_tf_sessionrun", "SHAPED", *(unit + (self.probe.shapes.note, 2)))
        for owner, name in ((base, "_call_tf_sessionprun"), (getattr(base, "_Callable", None), "__call__")):
            if owner is not None:
                self.probe.patch(owner, name, "WORK", *unit)

    def _session_made(self, args, kwargs, result):
        self.births.born("session", args[0], flag=type(args[0]).__name__)

    def read(self, out):
        """Open sessions; above 200 live ones only their number."""
        table = self.births.live["session"]
        if len(table) <= 200:
            out["session.open"] = sum(1 for session in table.objects() if not getattr(session, "_closed", True))
        else:
            out["session.open"] = len(table)
