"""Where the program was seen at work: its files, and the stacks of its tallies."""

from __future__ import annotations

from typing import Tuple

from tensorleak_engine.recording import Recording

Frame = Tuple[str, int, str]
"""File, line and function of a user's frame."""
Stack = Tuple[Frame, ...]
"""Frames, innermost first."""


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
