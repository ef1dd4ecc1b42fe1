"""What a remedy does to a leak, told from the measures of both forms."""

from __future__ import annotations

from enum import Enum

from tensorleak_engine.model.diagnosis import Verdict

from tensorleak.lab.measure import LIVE, Measure

LITTLE, MOST = 0.1, 0.5  # less than half of the growth left is slower, a tenth of a counter is noise


class Effect(str, Enum):
    """The words of the lab's verdict on a remedy."""

    STOPS = "stops it"
    SLOWS = "slows it"
    MOVES = "moves it"
    FAILS = "does not"
    BREAKS = "does not run"
    NOTHING = "nothing to stop"
    UNKNOWN = "could not be told"

    def __str__(self) -> str:
        return self.value


def effect(leaking: Measure | None, remedy: Measure | None) -> Effect:
    """Holds a remedy against the leaking form: first whether it still grows, then how much and of what."""
    if leaking is None or remedy is None:
        return Effect.UNKNOWN
    if not leaking.grows:
        return Effect.NOTHING if not remedy.grows else Effect.MOVES
    left = _left(leaking, remedy)
    if remedy.verdict is Verdict.TOO_SHORT and left >= LITTLE and not _live(leaking):
        return Effect.UNKNOWN
    if not _still_grows(leaking, remedy):
        return Effect.UNKNOWN if _in_doubt(remedy) and left >= MOST else Effect.STOPS
    if remedy.grows and remedy.rule != leaking.rule and not _same_counter(leaking, remedy):
        return Effect.MOVES
    return Effect.FAILS if left >= MOST else Effect.SLOWS


def _still_grows(leaking: Measure, remedy: Measure) -> bool:
    """Whether the diagnosis still says so, or a counter of live things that rose before rises on."""
    if remedy.verdict is Verdict.DEFERRED:
        return False
    return remedy.grows or any(
        remedy.counters.get(name, 0) > LITTLE * leaking.counters[name] for name in _live(leaking)
    )


def _in_doubt(remedy: Measure) -> bool:
    """Whether memory grew steadily although nothing is held: kept by malloc perhaps, or not for long enough."""
    return remedy.confirmed and remedy.verdict is not Verdict.DEFERRED


def _live(measure: Measure) -> list[str]:
    return [name for name in LIVE if name in measure.counters]


def _same_counter(leaking: Measure, remedy: Measure) -> bool:
    return any(name in remedy.counters for name in _live(leaking))


def _left(leaking: Measure, remedy: Measure) -> float:
    """The share of the growth that is left: of memory, or of the counter of which most is left."""
    shares = [remedy.counters.get(name, 0.0) / rate for name, rate in leaking.counters.items() if rate > 0]
    if leaking.memory > 0:
        shares.append(remedy.memory / leaking.memory)
    return max(shares, default=1.0)
