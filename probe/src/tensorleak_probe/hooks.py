"""What the probe hears of TensorFlow: hooks at the entry of its functions, each inside a guard.

A hook runs before the function's first statement and returns before it; it takes no part in the call. Units of work are noticed at
their beginning: what happened before belongs to the unit before.
"""

from __future__ import annotations

from tensorleak_probe import entries
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Args, EntryHook, Kwargs, Noted, Seen

MAX_CALLERS = 64
MAX_DEPTH = 250  # frames in which an outer unit of work is looked for
CALLER = 3  # hook, dispatcher, the function itself, its caller


class Hooks:
    """All hooks of one probe; they can be taken away and put back."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._entries: dict[int, tuple[entries.Entry, EntryHook]] = {}
        self._refused: set[str] = set()
        self._units: set[int] = set()  # ids of the code objects that are units of work
        # Frames, with their code, that were seen to be inside no unit. A frame's callers stay the same while it runs; a later
        # frame of the same code at the same address may be taken for it, which counts one unit too many.
        self._outermost: dict[int, int] = {}
        self.ended = False

    def observe(self, owner: Any, name: str, seen: Seen) -> bool:
        """Calls `seen(args, kwargs)` whenever the function is entered; whether it could be hooked."""
        probe = self._probe

        def hook(args: Args, kwargs: Kwargs | None) -> None:
            if self.ended:
                return
            try:
                seen(args, kwargs or {})
            except BaseException as error:
                probe.keep(name, error)

        return self._add(owner, name, hook) is not None

    def work(self, owner: Any, name: str, kind: str, noted: Noted | None = None) -> bool:
        """Counts a unit of `kind` for every call that no other unit of work encloses.

        `noted(args, kwargs)` may tell of the arguments and returns how many of the next calls it need not be asked for.
        """
        probe, units, outermost = self._probe, self._units, self._outermost
        work, counts, clock, frame_at = probe.work, probe.work.counts, system.clock, system.frame
        unasked = 0

        def hook(args: Args, kwargs: Kwargs | None) -> None:
            nonlocal unasked
            if self.ended:
                return
            try:
                caller: Any = frame_at(CALLER)
                if outermost.get(id(caller)) != id(caller.f_code):
                    if self.is_inside_unit(caller):
                        return
                    if len(outermost) >= MAX_CALLERS:
                        outermost.clear()
                    outermost[id(caller)] = id(caller.f_code)
                caller = None
                if clock() >= work.due:
                    work.boundary()
                counts[kind] += 1
                if unasked:
                    unasked -= 1
                elif noted is not None:
                    unasked = noted(args, kwargs or {})
            except BaseException as error:
                probe.keep(name, error)

        entry = self._add(owner, name, hook)
        if entry is not None:
            units.add(id(entry.instrumented))
        return entry is not None

    def is_inside_unit(self, frame: FrameType | None) -> bool:
        """Whether a frame is called, directly or not, by a unit of work."""
        for _ in range(MAX_DEPTH):
            if frame is None:
                return False
            if id(frame.f_code) in self._units:
                return True
            frame = frame.f_back
        return False

    def _add(self, owner: Any, name: str, hook: EntryHook) -> entries.Entry | None:
        """The entry of `owner.name` with the hook; None where there is no such function, or it was hooked before."""
        names = owner.__dict__
        function = names.get(name)
        if function is None or id(function) in self._entries:
            return None
        try:
            entry = entries.add(function, hook)
        except entries.RefusedError as error:
            label = "%s.%s" % (getattr(owner, "__name__", "?"), name)
            if label not in self._refused:
                self._refused.add(label)
                self._probe.fault("hook " + label, error)
            return None
        self._entries[id(function)] = entry, hook
        return entry

    def code_of(self, owner: Any, name: str) -> int | None:
        """The id of the code that `owner.name` runs while it is hooked; None where it is not."""
        found = self._entries.get(id(owner.__dict__.get(name)))
        return id(found[0].instrumented) if found is not None else None

    def suspend(self) -> None:
        """Takes every hook away: all functions have their own code again."""
        for entry, hook in self._entries.values():
            entries.discard(entry.function, hook)

    def resume(self) -> None:
        """Puts every hook back that `suspend` took away."""
        for entry, hook in self._entries.values():
            entries.add(entry.function, hook)
