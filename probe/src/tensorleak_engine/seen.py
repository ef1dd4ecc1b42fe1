"""Where the program was seen at work: its files, and the stacks of its tallies."""

from __future__ import annotations

from typing import Optional, Tuple

from tensorleak_engine.recording import Recording

Frame = Tuple[str, int, str]
"""File, line and function of a user's frame."""
Stack = Tuple[Frame, ...]
"""Frames, innermost first."""
MODULE = "<module>"  # the outermost frame of a script


def user_files(recording: Recording) -> list[str]:
    """The source files of the user's frames, in the order they were met, the program itself, and others that hold what grows."""
    met = [frame[0] for site in recording.sites.values() for frame in site.frames]
    program = recording.texts.full(recording.header.program)
    named = [*([program] if program.endswith(".py") else []), *recording.texts.hashes]
    return list(dict.fromkeys([*met, *named]))


def stacks(recording: Recording) -> list[tuple[float, Stack]]:
    """When the program was seen at work, and where."""
    found = []
    for tally in recording.tallies:
        site = recording.sites.get(tally.here) if tally.here is not None else None
        if site is not None:
            found.append((tally.t, tuple(site.frames)))
    return found


def end_of_text(recording: Recording) -> Optional[float]:
    """When the program was last seen in its own text, where it had run to its end; None where it goes on, or nobody can tell.

    Exit handlers of libraries come after that, and may take their time: a log is written, a pool is waited for.
    """
    seen = stacks(recording)
    within = [number for number, (_, stack) in enumerate(seen) if stack and stack[-1][2] == MODULE]
    if recording.end is None or not within or within[-1] == len(seen) - 1:
        return None
    own = {frame[0] for number in within for frame in seen[number][1]}
    later = {frame[0] for _, stack in seen[within[-1] + 1 :] for frame in stack}
    return None if own & later else seen[within[-1]][0]
