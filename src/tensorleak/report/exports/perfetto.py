"""Perfetto and Chrome: the run as a trace of counters, close looks, collections and births (Trace Event Format)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from tensorleak_engine.records import Look, Number, Sample

from tensorleak.recording.reader import Recording
from tensorleak.report.exports.units import unit_of
from tensorleak.report.subject import Subject
from tensorleak.safe import json_text, name

Event = dict[str, Any]
LOOKS, COLLECTIONS, BIRTHS = THREADS = (1, 2, 3)
THREAD_NAMES = ("close looks", "garbage collections", "births")
MOST = 2**53
MAX_READINGS = 200_000  # of counters: about 20 MB of JSON, which browsers open


_title = lru_cache(maxsize=1024)(name)  # few names, many events


def render(subject: Subject) -> str:
    """The subject as JSON that ui.perfetto.dev and chrome://tracing open; times are microseconds from the first start."""
    origin = min(recording.header.time for recording in subject.recordings)
    share = MAX_READINGS // len(subject.recordings)
    events = (
        event
        for place, recording in enumerate(subject.recordings)
        for event in _Process(recording, place, origin).events(share)
    )
    diagnosis = subject.diagnosis
    document = {
        "displayTimeUnit": "ms",
        "otherData": {
            "verdict": str(diagnosis.verdict),
            "sentence": name(diagnosis.sentence),
            "program": name(diagnosis.program),
            "started (Unix time)": origin,
        },
    }
    # Event by event: as one document, half a million of them would take ten times the memory of their text.
    told = ",".join(json_text(event, indent=None).rstrip() for event in events)
    return json_text(document, indent=None).rstrip()[:-1] + f',"traceEvents":[{told}]}}\n'


def _thinned(samples: Sequence[Sample], most: int) -> Iterator[tuple[float, dict[str, Number], dict[str, int]]]:
    """Samples with at most so many readings in all: of neighbours that are told as one, each gauge's last reading."""
    readings = sum(len(sample.g) + len(sample.w) for sample in samples)
    together = -(-readings // most) if readings else 1
    kept = max(1, len(samples) // together)
    for first in range(0, len(samples), together):
        group = samples[first : first + together]
        gauges = {name: value for sample in group for name, value in sample.g.items()}
        work = {name: count for sample in group for name, count in sample.w.items()}
        room = most // kept + 1
        yield group[-1].t, dict(islice(gauges.items(), room)), dict(islice(work.items(), room))


class _Process:
    """The events of one recording."""

    def __init__(self, recording: Recording, place: int, origin: float) -> None:
        self.recording = recording
        self.pid = recording.header.pid
        self.place = place
        self.offset = recording.header.time - origin

    def events(self, most: int) -> Iterator[Event]:
        """Names first, then what happened; at most so many readings, as many births and as many close looks."""
        yield from self._names()
        yield from self._counters(most)
        yield from islice(self._collections(), most)
        yield from islice(self._births(), most)
        for look in self.recording.looks[:most]:
            yield from self._look(look)

    def _event(self, phase: str, title: str, seconds: float, thread: int = 0, **more: Any) -> Event:
        micros = round(max(0.0, min(self.offset + seconds, MOST / 1e6)) * 1e6)
        number = self.place * 10 + thread  # Perfetto takes one number for one thread, whatever its process
        return {"ph": phase, "name": _title(title), "pid": self.pid, "tid": number, "ts": micros, **more}

    def _names(self) -> Iterator[Event]:
        program = name(self.recording.header.program)
        yield self._event("M", "process_name", 0, args={"name": program})
        yield self._event("M", "process_sort_index", 0, args={"sort_index": self.place})
        for thread, title in zip(THREADS, THREAD_NAMES, strict=True):
            yield self._event("M", "thread_name", 0, thread, args={"name": title})

    def _counters(self, most: int) -> Iterator[Event]:
        """Readings where they changed; a counter holds its value until the next one."""
        for time, gauges, work in _thinned(self.recording.samples, most):
            for gauge, value in gauges.items():
                yield self._event("C", gauge, time, args={unit_of(gauge): value})
            for kind, count in work.items():
                yield self._event("C", f"work.{kind}", time, args={"count": count})

    def _collections(self) -> Iterator[Event]:
        """Python's full collections, at the first sample that tells of them."""
        before = None
        for sample in self.recording.samples:
            count = sample.g.get("python.collections", before)
            if before is not None and count is not None and count > before:
                yield self._instant("collection", sample.t, COLLECTIONS, {"count": count - before})
            before = count

    def _births(self) -> Iterator[Event]:
        """What was made since the tally before, and by which line."""
        made: dict[tuple[str, int, str | None], int] = {}
        for tally in self.recording.tallies:
            for kind, site, flag, count, _, alive, _ in tally.births:
                key = (kind, site, flag)
                more = count - made.get(key, 0)
                made[key] = count
                if more > 0:
                    args = {"made": more, "alive": alive, **self._place(site)}
                    yield self._instant(f"{more} × {kind}", tally.t, BIRTHS, args)

    def _place(self, site: int) -> dict[str, Any]:
        known = self.recording.sites.get(site)
        if known is None or not known.frames:
            return {}
        file, line, function = known.frames[0]
        return {"file": name(file), "line": line, "function": name(function)}

    def _look(self, look: Look) -> Iterator[Event]:
        """A close look as a slice of what it took, and a mark that is seen from afar."""
        args: dict[str, Any] = {"tensors": look.tensors, "tensor_bytes": look.tensor_bytes} if look.tensors else {}
        if look.after:
            args = {"freed bytes": look.before.get("process.rss", 0) - look.after.get("process.rss", 0)}
        seconds = max(0.0, min(look.seconds, look.t))
        title = f"{look.kind} (at exit)" if look.final else look.kind
        yield self._event("X", title, look.t - seconds, LOOKS, dur=round(seconds * 1e6), args=args)
        yield self._instant(f"close look: {look.kind}", look.t, LOOKS, {})

    def _instant(self, title: str, seconds: float, thread: int, args: dict[str, Any]) -> Event:
        return self._event("i", title, seconds, thread, s="t", args=args)
