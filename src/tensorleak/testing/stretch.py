"""Cuts one stretch out of the recording of a whole test run and names the leak in it."""

from __future__ import annotations

from pathlib import Path

from tensorleak_engine import Verdict, diagnose
from tensorleak_engine.model.diagnosis import Finding

from tensorleak.recording import OWN, Recording, load


def leak_since(path: str, since: float) -> dict[str, object] | None:
    """The first leak that the recording shows after `since` seconds, in the plugin's words, or None."""
    recording = stretch(load(Path(path), OWN), since)
    leaks = [found for found in diagnose(recording).findings if found.verdict is Verdict.LEAK]
    return _words(leaks[0]) if leaks else None


def stretch(recording: Recording, since: float) -> Recording:
    """The same recording as if the process had only begun then; the sites stay, other records refer to them."""
    recording.samples = [sample for sample in recording.samples if sample.t >= since]
    recording.tallies = [tally for tally in recording.tallies if tally.t >= since]
    recording.looks = [look for look in recording.looks if look.t >= since]
    return recording


def _words(found: Finding) -> dict[str, object]:
    place = found.location
    return {
        "rule": found.rule,
        "name": found.name,
        "summary": found.summary.replace(" per mark", " per iteration"),
        "file": place.file if place else "",
        "line": place.line if place else 0,
        "function": place.function if place else "",
        "holder": found.holder,
        "remedy": found.remedy,
        "fingerprint": found.fingerprint,
    }
