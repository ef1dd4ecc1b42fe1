"""What an open `watch` costs a step: blocks with it and without it alternate in one process, medians are compared.

Times are processor time of the whole process: what neighbours on the machine take does not count, what the probe's own
thread takes does.

usage: python watch.py NAME SECONDS      NAME is one of the loops of loops.py; needs the probe on PYTHONPATH
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from array import array

import loops


def block(step, count: int) -> float:
    started = time.process_time()
    for _ in range(count):
        step()
    return (time.process_time() - started) / count


def measure(name: str, seconds: float) -> dict:
    step = loops.LOOPS[name]()
    for _ in range(20):
        step()
    from tensorleak_probe import suspension
    from tensorleak_probe.guards.watch import Watch

    watch = Watch(on_leak=lambda diagnosis: None).open()

    def marked():
        step()
        watch.mark()

    count = max(1, int(0.01 / max(1e-6, loops.block(step, 20))))
    on, off = array("d"), array("d")
    forms = ((suspension.suspend, step, off), (suspension.resume, marked, on))
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        for toggle, form, times in random.sample(forms, 2):
            toggle()
            block(form, max(1, count // 5))
            times.append(block(form, count))
    suspension.resume()
    started = time.perf_counter()
    watch.close()
    closing = time.perf_counter() - started
    pairs = sorted(a / b for a, b in zip(on, off, strict=False))
    return {
        "loop": name,
        "step": statistics.median(off),
        "ratio": statistics.median(on) / statistics.median(off),
        "paired": statistics.median(pairs),
        "low": pairs[len(pairs) // 4],
        "high": pairs[3 * len(pairs) // 4],
        "mean": statistics.fmean(on) / statistics.fmean(off),
        "closing": closing,
        "verdict": watch.verdict,
    }


if __name__ == "__main__":
    print(measure(sys.argv[1], float(sys.argv[2])))
