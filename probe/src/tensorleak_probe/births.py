"""Counts births: who made how many of what, where, how many are still alive, and how large they were."""

from __future__ import annotations

from tensorleak_probe.gauge_catalogue import kinds
from tensorleak_probe.registry import LiveTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from tensorleak_probe.sites import Sites
    from tensorleak_probe.vocabulary import SiteId, Thing

KINDS = tuple(kinds())


class Births:
    """One live table and one count per site for every kind of thing."""

    def __init__(self, sites: Sites, is_ready: Callable[[], bool] = lambda: False) -> None:
        self._sites = sites
        self._is_ready = is_ready
        self.live = {kind: LiveTable() for kind in KINDS}
        self.total = dict.fromkeys(KINDS, 0)
        self._counts: dict[tuple[str, SiteId, str | None], list[int]] = {}
        self.counting = False  # what TensorFlow makes while it is imported is not the program's

    def born(self, kind: str, obj: Thing, nbytes: int | None = 0, flag: str | None = None) -> None:
        """Notes that `obj` is being made by the calling code; `nbytes` is None where it can only be weighed later."""
        if not self.counting and not self._is_ready():
            return
        site = self._sites.here()
        self.total[kind] += 1
        key = (kind, site, flag)
        row = self._counts.get(key)
        if row is None:
            if len(self._counts) >= 8000:
                return
            row = self._counts[key] = [0, 0]
        row[0] += 1
        row[1] += nbytes or 0
        self.live[kind].add(obj, site, nbytes, row)

    def rows(self) -> list[list[Any]]:
        """Cumulative table: kind, site, flag, born, bytes born, alive now, bytes alive."""
        alive: dict[tuple[str, SiteId], list[int]] = {}
        for kind, table in self.live.items():
            for entry in table.entries():
                row = alive.setdefault((kind, entry.site), [0, 0])
                row[0] += 1
                row[1] += entry.nbytes or 0
        out = []
        for (kind, site, flag), (born, nbytes) in list(self._counts.items()):
            living = alive.get((kind, site), (0, 0))
            out.append([kind, site, flag, born, nbytes, living[0], living[1]])
        return out
