"""The probe that watches share: started by the first of them, at rest without a trace after the last."""

from __future__ import annotations

import os
import sys
import threading

from tensorleak_probe import gauges, lifecycle, suspension
from tensorleak_probe.gauges.graph import op_count
from tensorleak_probe.guards.watch_branch import Fanout
from tensorleak_probe.lifecycle import Probe
from tensorleak_probe.looks.tracked import objects_of
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.budget import Budget
    from tensorleak_probe.guards.watch_branch import Branch

SCAN_SHARE = 200  # looking for graphs among all objects may cost 1/200 of the time between two such looks
JOIN_SECONDS = 2.0
_lock = threading.RLock()
_hosted: HostedProbe | None = None
_scan_due = 0.0


def _renew_lock() -> None:
    """In a forked child: a thread that held the lock is not there to release it."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


class HostedProbe(Probe):
    """A probe that the program itself started: it has no recording but those of the watches, and it can rest."""

    def __init__(self) -> None:
        super().__init__("")
        self.writer = Fanout()
        self._rested = 0.0

    def _open(self) -> None:
        """The watches bring their own files."""
        self.recorder.identity = "%x" % int(system.wall() * 1000)

    def at_exit(self) -> None:
        """The watches say the last words."""

    def after_fork(self) -> None:
        """A forked child is not watched: it shares nothing with its parent's files, and its methods are the originals."""
        self.writer.forget()
        for gauge in self.gauges:
            gauge.after_fork()
        self.sampler.after_fork()
        if lifecycle.current() is self:
            self.rest()

    def rest(self) -> None:
        """Puts every original back, ends the clock thread and leaves the imports alone."""
        suspension.suspend()
        self.imports.uninstall()
        self.sampler.stop()
        self._rested = system.clock()
        lifecycle.set_current(None)

    def wake(self) -> None:
        """Goes on where it rested; the time in between does not count."""
        lifecycle.set_current(self)
        if not suspension.resume():
            self.started += system.clock() - self._rested
        self.sampler.paused = False  # also when there was nothing to wrap yet
        self.imports.install()
        self.imports.catch_up()
        self.looks.refresh()
        if self.ready is not None:
            self.sampler.start()


def join(branch: Branch, budget: Budget) -> Probe:
    """Lets a watch's recording take part; returns the probe of this process, started if need be."""
    with _lock:
        probe = lifecycle.current() or _start(budget)
        if not isinstance(probe.writer, Fanout):
            probe.writer = Fanout(probe.writer)
        with probe.sampler.hold():
            branch.begin(probe)
            probe.writer.branches += (branch,)
        probe.sampler.refresh()
        probe.write_all_rows_again()
        if probe.ready is not None:
            probe.sampler.tally_now()
        return probe


def leave(probe: Probe, branch: Branch) -> None:
    """Ends a watch's recording; after the last one the probe rests."""
    with _lock:
        branch.write(probe.end(), important=True)
        fanout = probe.writer
        if not isinstance(fanout, Fanout):
            return
        fanout.branches = tuple(other for other in fanout.branches if other is not branch)
        if fanout.branches:
            return
        if fanout.root is not None:
            probe.writer = fanout.root
            return
        if isinstance(probe, HostedProbe) and lifecycle.current() is probe:
            probe.rest()
    probe.sampler.join(JOIN_SECONDS)  # outside the lock: the clock thread may be about to want it


def _start(budget: Budget) -> HostedProbe:
    """The hosted probe, made or woken, with the graphs that were there before it."""
    global _hosted
    woken = _hosted is not None
    _hosted = _hosted or HostedProbe()
    _hosted.budget = budget
    if woken:
        _hosted.wake()
    else:
        _hosted.start()
    _hosted.guard(_adopt_graphs, _hosted)
    return _hosted


def _adopt_graphs(probe: Probe) -> None:
    """Follows the graphs that were made while nobody watched: a graph leaks by what is added to it later."""
    ops = sys.modules.get("tensorflow.python.framework.ops")
    if ops is None:
        return
    table = probe.births.live["graph"]
    gauge = probe.gauge(gauges.GraphGauge)
    for graph in _default_graphs(ops) + _graphs_among_all_objects(ops):
        if graph not in table:
            table.add(graph)
            gauge.skip(graph, op_count(graph))


def _default_graphs(ops: Any) -> list[Any]:
    stack = getattr(ops, "_default_graph_stack", None)
    graphs = [getattr(stack, "_global_default_graph", None)] + list(getattr(stack, "stack", ()))
    return [graph for graph in graphs if type(graph) is ops.Graph]


def _graphs_among_all_objects(ops: Any) -> list[Any]:
    """All graphs there are; an empty list when the last such look was too short a while ago."""
    global _scan_due
    started = system.clock()
    if started < _scan_due:
        return []
    found = objects_of(frozenset([id(ops.Graph)]))
    ended = system.clock()
    _scan_due = ended + SCAN_SHARE * (ended - started)
    return found
