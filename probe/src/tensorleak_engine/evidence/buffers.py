"""Shuffle buffers that will not fit into memory."""

from __future__ import annotations

from typing import Iterable

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.model.facts import Fact, over
from tensorleak_engine.model.owner import Owner, location_of


def buffer_owners(case: Case) -> Iterable[Owner]:
    """Shuffle buffers whose final size would not fit into memory."""
    limit = case.recording.header.memory_limit
    for tally in case.recording.tallies:
        for number, kind, size, element in tally.buffers:
            if element and limit and size * element > tolerances.FITS_SHARE * limit:
                site = case.site(number)
                told = f"{kind}({size:,}) of {element:,}-byte elements needs {size * element / 1e9:.1f} GB when full; the limit is {limit / 1e9:.1f} GB"
                yield Owner(
                    "buffer",
                    0.0,
                    nbytes=float(size * element),
                    site=site,
                    location=location_of(site),
                    name=kind,
                    size=float(size),
                    evidence=(Fact(told, over("tallies", "buffers", [tally.t])),),
                )
