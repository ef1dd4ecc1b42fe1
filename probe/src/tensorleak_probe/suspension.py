"""Suspends and resumes the probe in a running process: benchmarks alternate between the two.

Suspended means gone: every wrapped method is the original again and the sampler's thread sleeps. Its clocks stand still
too, or the samples of the suspended time would all fall into the active one.
"""

import time

from tensorleak_probe import lifecycle, patches

_removed = []
_since = 0.0


def suspend():
    """Puts all originals back and stops sampling."""
    probe = lifecycle.current()
    if probe is None or _removed:
        return
    for owner, name in patches.replaced:
        wrapper = owner.__dict__.get(name) if isinstance(owner, type) else getattr(owner, name, None)
        original = getattr(wrapper, "tensorleak_original", None)
        if original is not None and wrapper.__wrapped__ is original:  # not somebody else's wrapper around ours
            setattr(owner, name, original)
            _removed.append((owner, name, wrapper))
    probe.sampler.paused = True
    global _since
    _since = time.perf_counter()


def resume():
    """Wraps again and goes on sampling, as if no time had passed; False when nothing was suspended."""
    probe = lifecycle.current()
    if probe is None or not _removed:
        return False
    pause = time.perf_counter() - _since
    probe.started += pause
    probe.sampler.postpone(pause)
    for owner, name, wrapper in _removed:
        setattr(owner, name, wrapper)
    del _removed[:]
    probe.sampler.paused = False
    return True
