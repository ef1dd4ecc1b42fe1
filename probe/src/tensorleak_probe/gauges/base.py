"""What every gauge shares: the probe's parts it may use, and empty defaults."""

from tensorleak_probe.origins import FRAMEWORKS


def is_framework_module(module):
    """Whether a module is TensorFlow's or Keras's own, so that its properties may be asked."""
    return module.split(".")[0] in FRAMEWORKS


class Gauge:
    """A reader of gauges: of one thing that can grow."""

    reads = ()  # the gauges it reads, by the names under which `gauge_catalogue` declares them

    def __init__(self, probe):
        self.probe = probe
        self.births = probe.births
        self.work = probe.work
        self.hooks_of = probe.hooks

    def hooks(self):
        """Module name → callback that gets the freshly executed module."""
        return {}

    def read(self, out):
        """Adds this gauge's cheap readings to `out`."""

    def read_slow(self, out):
        """Adds the readings that are taken only with a tally."""

    def after_fork(self):
        """Renews what a forked child must not share with its parent."""
