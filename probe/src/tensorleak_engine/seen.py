"""Where the program was seen at work: the stacks of its tallies, and what they tell of its loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tensorleak_engine.recording import Recording
from tensorleak_engine.rounds import Rounds, Stack, last_phase, rounds_of


def user_files(recording: Recording) -> list[str]:
    """The source files of the user's frames, in the order they were met, and the program itself."""
    met = [frame[0] for site in recording.sites.values() for frame in site.frames]
    program = recording.texts.full(recording.header.program)
    return list(dict.fromkeys([*met, program] if program.endswith(".py") else met))


def stacks(recording: Recording) -> list[tuple[float, Stack]]:
    """When the program was seen at work, and where."""
    found = []
    for tally in recording.tallies:
        site = recording.sites.get(tally.here) if tally.here is not None else None
        if site is not None:
            found.append((tally.t, tuple(site.frames)))
    return found


def loops(recording: Recording) -> tuple[Rounds, float | None]:
    """What repeats, and when the last of several loops began."""
    trees = recording.texts.searched(user_files(recording))
    at_work = stacks(recording)
    repeated = rounds_of(dict.fromkeys(stack for _, stack in at_work), trees)
    often = Counter((file, function) for _, stack in at_work for file, _, function in stack)
    return replace(repeated, often=often), last_phase(at_work, trees)
