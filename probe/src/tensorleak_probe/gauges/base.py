"""What every gauge shares: the probe's parts it may use, and empty defaults."""

from __future__ import annotations

from tensorleak_probe.origins import FRAMEWORKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import ModuleHook, Readings


def is_framework_module(module: str) -> bool:
    """Whether a module is TensorFlow's or Keras's own, so that its properties may be asked."""
    return module.split(".")[0] in FRAMEWORKS


class Gauge:
    """A reader of gauges: of one thing that can grow."""

    reads: tuple[str, ...] = ()  # the gauges it reads, by the names under which `gauge_catalogue` declares them

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.births = probe.births
        self.work = probe.work
        self.hooks_of = probe.hooks

    def hooks(self) -> dict[str, ModuleHook]:
        """Module name → callback that gets the freshly executed module."""
        return {}

    def read(self, out: Readings) -> None:
        """Adds this gauge's cheap readings to `out`."""

    def read_slow(self, out: Readings) -> None:
        """Adds the readings that are taken only with a tally."""

    def after_fork(self) -> None:
        """Renews what a forked child must not share with its parent."""
