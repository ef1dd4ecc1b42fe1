"""Suspends and resumes the probe in a running process: benchmarks alternate between the two.

Suspended means gone: every hooked function has its own code again and the sampler's thread sleeps. Its clocks stand still
too, or the samples of the suspended time would all fall into the active one.
"""

from __future__ import annotations

from tensorleak_probe import lifecycle
from tensorleak_probe.system import system

_since: float | None = None


def suspend() -> None:
    """Takes all hooks away and stops sampling."""
    global _since
    probe = lifecycle.current()
    if probe is None or _since is not None:
        return
    probe.hooks.suspend()
    probe.sampler.paused = True
    _since = system.clock()


def resume() -> bool:
    """Hooks again and goes on sampling, as if no time had passed; False when nothing was suspended."""
    global _since
    probe = lifecycle.current()
    if probe is None or _since is None:
        return False
    pause, _since = system.clock() - _since, None
    probe.started += pause
    probe.sampler.postpone(pause)
    probe.hooks.resume()
    probe.sampler.paused = False
    return True
