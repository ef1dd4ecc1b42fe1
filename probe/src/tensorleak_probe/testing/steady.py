"""Repeats one test body and says whether it is steady; explains it when it is not."""

from __future__ import annotations

import math
import time

from tensorleak_probe.testing import levels as judging
from tensorleak_probe.testing.explain import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from tensorleak_engine.growth import Growth
    from tensorleak_engine.model.diagnosis import Finding
    from tensorleak_probe.testing.explain import Subject
    from tensorleak_probe.testing.meter import Meter
    from tensorleak_probe.testing.settings import Settings
    from tensorleak_probe.vocabulary import Readings

    Growths = list[tuple[str, Growth]]  # gauge and how it grew

STRETCHES = 6  # of the iterations asked for ...
FURTHER = 4  # ... and of the iterations that confirm a suspicion
LOOKS = 4
LOOKED_AT = 6  # iterations between two close looks
FURTHER_ITERATIONS = 300  # more than the usual caches hold (functools.lru_cache: 128)


class Outcome:
    """What repeating a body showed."""

    def __init__(
        self,
        verdict: str,
        iterations: int,
        growth: Growth | None = None,
        finding: Finding | None = None,
        bytes_per_iteration: float = 0.0,
        extra: float | None = None,
    ) -> None:
        self.verdict, self.iterations, self.growth, self.finding = verdict, iterations, growth, finding
        self.bytes_per_iteration, self.extra = bytes_per_iteration, extra


class Steady:
    """One test body, called again and again; `call` raises what the body raises."""

    def __init__(
        self,
        call: Callable[[], object],
        settings: Settings,
        meter: Meter,
        subject: Subject,
        sized: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._call = call
        self._settings = settings
        self._meter = meter
        self._subject = subject
        self._sized = sized
        self._clock = clock
        self._seconds = 0.0
        self.iterations = 0

    def run(self) -> Outcome:
        """Screens cheaply, confirms a suspicion over more iterations, and only then looks for the cause."""
        with self._meter.measuring():
            self._iterate(self._settings.warmup)
            extra = self._meter.extra_memory(lambda: self._iterate(1)) if self._sized else None
            with self._meter.frozen():
                growths, rate, suspected = self._screen()
            if not growths:
                return Outcome("bounded" if suspected else "steady", self.iterations, None, None, rate, extra)
            return self._explained(growths, rate, extra)

    def _iterate(self, count: int) -> None:
        started = self._clock()
        for _ in range(count):
            self.iterations += 1
            self._call()
            self._meter.mark()
        self._seconds += self._clock() - started

    def _stretch(self, levels: list[Readings], iterations: int) -> None:
        self._iterate(iterations)
        levels.append(self._meter.level())

    def _confirming(self, first: Readings, length: int, suspected: list[str]) -> list[Readings]:
        """Levels of further stretches, until all suspicions are refuted or the stretches are done."""
        levels = [first]
        while len(levels) <= FURTHER and suspected:
            self._stretch(levels, length)
            if all(judging.hopeless(gauge, levels, length, self._settings.limit) for gauge in suspected):
                break
        return levels

    def _screen(self) -> tuple[Growths, float, bool]:
        """Confirmed growths, bytes per iteration, and whether anything was suspected at all."""
        limit = self._settings.limit
        length = math.ceil(self._settings.iterations / STRETCHES)
        levels = [self._meter.level()]
        for _ in range(STRETCHES):
            self._stretch(levels, length)
        suspected = judging.suspects(levels, length, limit)
        if suspected:
            length = self._further(length)
            levels = self._confirming(levels[-1], length, suspected)
        growths = [(gauge, judging.confirmed(gauge, levels, length, limit)) for gauge in suspected]
        steps = judging.rises(levels, judging.BYTES) or judging.rises(levels, judging.COARSE)
        rate = sum(steps) / (len(steps) * length) if steps else 0.0
        return [(gauge, growth) for gauge, growth in growths if growth is not None], rate, bool(suspected)

    def _further(self, length: int) -> int:
        """Iterations of each further stretch: enough to see a cache stop, as far as patience goes."""
        wanted = max(3 * self._settings.iterations, FURTHER_ITERATIONS)
        each = self._seconds / max(1, self.iterations)
        affordable = int(self._settings.patience / each) if each > 0 else wanted
        return max(length, min(wanted, affordable) // FURTHER)

    def _explained(self, growths: Growths, rate: float, extra: float | None) -> Outcome:
        """Looks closely at a few more stretches and names the cause; what has a bound or no owner is no failure."""
        gauge, main = judging.main_growth(growths)  # type: ignore[misc]  # there is one
        started = self._meter.probe.elapsed()
        self._meter.begin_looking()
        self._meter.look()
        for _ in range(LOOKS):
            for _ in range(LOOKED_AT):
                self._iterate(1)
                self._meter.sample()
            self._meter.look()
        verdict, finding = explain(self._meter.probe, gauge, main, rate, started, self._subject)
        return Outcome(verdict, self.iterations, main, finding, rate, extra)
