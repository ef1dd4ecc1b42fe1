"""What an open `watch` costs a step: blocks with it and without it alternate in one process.

Times are processor time of the whole process: what neighbours on the machine take does not count, what the probe's own
thread takes does. `ratio` is of the means of all blocks, so that every sample, close look and judgement counts; the first
seconds, in which a new watch spends its allowance of close looks, are told apart as `beginning`. `accounted` needs no
comparison and has no noise: the processor time of samples, close looks and judgements over that of the whole process, while
the watch stays open; what wrappers and marks cost, about a microsecond a step, is not in it.

usage: python watch.py NAME SECONDS [BEGINNING]      NAME is one of the loops of loops.py; needs the probe on PYTHONPATH
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


def alternate(step, marked, seconds: float) -> tuple[array, array]:
    """Times of a step with the watch and without it, block by block.

    A switch makes Python forget what it had specialised in TensorFlow's code: each block begins unmeasured.
    """
    from tensorleak_probe import suspension

    count = max(1, int(0.02 / max(1e-6, loops.block(step, 20))))
    on, off = array("d"), array("d")
    forms = ((suspension.suspend, step, off), (suspension.resume, marked, on))
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        for toggle, form, times in random.sample(forms, 2):
            toggle()
            block(form, max(1, count // 4))
            times.append(block(form, count))
    suspension.resume()
    return on, off


def account(marked, watch, seconds: float) -> float:
    """The share of processor time that goes into samples, close looks and judgements."""
    from tensorleak_probe.guards import judge

    probe, glance, judged = watch.probe, judge.glance, array("d", [0.0])

    def timed(path):
        started = time.thread_time()
        answer = glance(path)
        judged[0] += time.thread_time() - started
        return answer

    judge.glance = timed
    before = probe.sampler.seconds + probe.looks.seconds
    started, deadline = time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        marked()
    spent = time.process_time() - started
    judge.glance = glance
    return (probe.sampler.seconds + probe.looks.seconds - before + judged[0]) / spent


def measure(name: str, seconds: float, beginning: float) -> dict:
    step = loops.LOOPS[name]()
    for _ in range(20):
        step()
    from tensorleak_probe.guards.watch import Watch

    watch = Watch(on_leak=lambda diagnosis: None).open()

    def marked():
        step()
        watch.mark()

    def bare():
        step()

    first = alternate(bare, marked, beginning)
    on, off = alternate(bare, marked, seconds)
    accounted = account(marked, watch, seconds)
    started = time.perf_counter()
    watch.close()
    closing = time.perf_counter() - started
    pairs = sorted(a / b for a, b in zip(on, off, strict=False))
    return {
        "loop": name,
        "step": statistics.median(off),
        "beginning": statistics.fmean(first[0]) / statistics.fmean(first[1]),
        "ratio": statistics.fmean(on) / statistics.fmean(off),
        "medians": statistics.median(on) / statistics.median(off),
        "low": pairs[len(pairs) // 4],
        "high": pairs[3 * len(pairs) // 4],
        "accounted": accounted,
        "closing": closing,
        "verdict": watch.verdict,
    }


if __name__ == "__main__":
    print(measure(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 20.0))
