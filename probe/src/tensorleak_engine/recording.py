"""A recording as the engine knows it: the records of one process, each in its place."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Set, Union

from tensorleak_engine.records import (
    Additions,
    Answer,
    Answers,
    Balance,
    End,
    Environment,
    Fault,
    Header,
    Look,
    Question,
    Record,
    Sample,
    Site,
    SiteId,
    Sites,
    Sources,
    Tally,
    from_data,
)
from tensorleak_engine.texts import OWN, Texts


@dataclass
class Recording:
    """What one process wrote down."""

    path: Union[str, os.PathLike[str]]
    header: Header
    environment: Optional[Environment] = None
    samples: List[Sample] = field(default_factory=list)
    tallies: List[Tally] = field(default_factory=list)
    looks: List[Look] = field(default_factory=list)
    sites: Dict[SiteId, Site] = field(default_factory=dict)
    additions: Dict[int, Dict[SiteId, int]] = field(
        default_factory=dict
    )  # per container: elements by the site that added
    balances: List[Balance] = field(default_factory=list)
    answers: Dict[Question, Answer] = field(default_factory=dict)  # what the program's text told
    faults: List[Fault] = field(default_factory=list)
    end: Optional[End] = None
    broken: int = 0
    offset: int = 0
    texts: Texts = field(default_factory=Texts)
    gauges: Set[str] = field(default_factory=set)
    asked: Dict[Question, Answer] = field(default_factory=dict)  # what its diagnoses asked of the program's text

    def __post_init__(self) -> None:
        self.texts.cwd = self.header.cwd
        self.texts.folders = (self.header.cwd, os.path.dirname(self.texts.full(self.header.program)))

    def add(self, record: Record) -> None:
        """Sorts one record into its place."""
        if isinstance(record, Sample):
            self.gauges.update(record.g)
            self.samples.append(record)
        elif isinstance(record, Tally):
            self.tallies.append(record)
        elif isinstance(record, Look):
            for container in record.containers:
                if container.holder is not None and container.holder.file:
                    container.holder.file = self._from_root(container.holder.file)
            self.looks.append(record)
        elif isinstance(record, Sites):
            self.sites.update({site.id: self._absolute(site) for site in record.rows})
        elif isinstance(record, Additions):
            self.additions.clear()  # each tells all that is known by then
            for number, site, count in record.rows:
                self.additions.setdefault(number, {})[site] = count
        elif isinstance(record, Balance):
            self.balances.append(record)
        elif isinstance(record, Answers):
            for what, file, line, words, where, number, name in record.rows:
                self.answers[what, file, line, words] = where, number, name
        elif isinstance(record, Sources):
            self.texts.add((file, digest) for file, digest, _ in record.rows)
        elif isinstance(record, Environment):
            self.environment = record
        elif isinstance(record, Fault):
            self.faults.append(record)
        elif isinstance(record, End):
            self.end = record
        else:
            self.broken += 1  # a second header

    def _absolute(self, site: Site) -> Site:
        """Frames of a script started by a relative path, seen from where the program ran."""
        site.frames = [(self._from_root(file), line, function) for file, line, function in site.frames]
        return site

    def _from_root(self, file: str) -> str:
        """A file's path from the root; names that are no paths (`<string>`) stay as they are."""
        cwd = self.header.cwd
        return file if file.startswith(("/", "<")) or not cwd else "%s/%s" % (cwd, file)

    @property
    def seconds(self) -> float:
        """How long the process was observed."""
        times = [sample.t for sample in self.samples[-1:]] + [look.t for look in self.looks[-1:]]
        return self.end.t if self.end else max(times, default=0.0)

    def since(self, time: float) -> Recording:
        """The same recording as if the process had only begun then; the sites stay, for other records refer to them."""
        return self._between(time, math.inf, self.end)

    def until(self, time: float) -> Recording:
        """The same recording as it was then."""
        return self._between(0.0, time, None)

    def less_its_end(self, time: float) -> Recording:
        """The same recording without what came after a time, but for the last looks, which are taken when all is over."""
        cut = self._between(0.0, time, self.end)
        cut.looks += [look for look in self.looks if look.t > time and look.final]
        return cut

    def _between(self, begin: float, end: float, ending: Optional[End]) -> Recording:
        return Recording(
            self.path,
            self.header,
            self.environment,
            [sample for sample in self.samples if begin <= sample.t <= end],
            [tally for tally in self.tallies if begin <= tally.t <= end],
            [look for look in self.looks if begin <= look.t <= end],
            self.sites,
            self.additions,
            [balance for balance in self.balances if begin <= balance.t <= end],
            self.answers,
            self.faults,
            ending,
            texts=self.texts,
            gauges=self.gauges,
            asked=self.asked,
        )


def follow(path: str, known: Optional[Recording] = None) -> Recording:
    """The recording that this process writes itself, read as far as it goes; what is known already is read on."""
    with open(path, "rb") as source:
        if known is None:
            header = from_data(json.loads(source.readline().decode("utf-8", "surrogateescape")))
            assert isinstance(header, Header)
            known = Recording(path, header, offset=source.tell(), texts=Texts(OWN))
        source.seek(known.offset)
        for line in source:
            if not line.endswith(b"\n"):
                break
            known.offset += len(line)
            known.add(from_data(json.loads(line.decode("utf-8", "surrogateescape"))))
    return known
