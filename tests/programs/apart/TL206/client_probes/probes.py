"""Optional probes a model may call to say what flows through it."""
import collections
import sys


class Tap:
    """What was seen under one name, by width."""

    def __init__(self, name):
        self.name = name
        self.calls = 0
        self.widths = collections.defaultdict(list)

    def add(self, tensor):
        self.calls += 1
        self.widths[tensor.shape[-1]].append(tensor)  # LEAK


_taps = {}


def record(name, tensor):
    tap = _taps.get(name)
    if tap is None:
        tap = _taps[name] = Tap(name)
    tap.add(tensor)


def report(stream=sys.stdout):
    for name, tap in sorted(_taps.items()):
        print(name, tap.calls, sorted(tap.widths), file=stream)
