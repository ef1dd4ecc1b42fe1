"""A small judge for interpreters without the desk: exact counters per mark, growth over disjoint stretches only.

It reads the recording that the desk would read and answers in the same shape, with the desk's words. What needs more
than counters and close looks (the ledger of memory, known library leaks) is left to the desk.
"""

import hashlib
import json
import os
from bisect import bisect_right

from tensorleak_probe.guards.judge_rules import CONTENTS, COUNTERS, RULES, TRACE_REASONS

SCHEMA = "tensorleak.diagnosis/1"
STRETCHES = 6
WARM_UP_SHARE = 0.2
MIN_UNITS = 16
MAX_LINE = 512 * 1024
MAIN_SHARE = 0.2
PIPELINES = "/python/data/"  # where TensorFlow keeps the code of datasets
NEVER_COLLECTED = tuple(gauge.name for gauge in COUNTERS if gauge.collected is False)
SURVIVAL = {True: "leak", False: "deferred", None: "growing"}  # after a collection; None: nobody has looked yet
UNITS = (
    ("marks", "mark"),
    ("train_batches", "training batch"),
    ("gradients", "gradient step"),
    ("predict_batches", "predicted batch"),
    ("test_batches", "evaluated batch"),
    ("function_calls", "function call"),
    ("session_runs", "session run"),
    ("model_calls", "model call"),
    ("model_loads", "model load"),
    ("dataset_items", "dataset item"),
)


class Story:
    """A recording as series over work."""

    def __init__(self, path):
        self.gauges = {}
        self.work = {}
        self.times = []
        self.sites = {}
        self.looks = []
        self.births = {}
        self.traces = {}
        self.ops = {}
        self.header = {}
        self._now = {}
        self._done = {}
        with open(path, "rb") as source:
            for line in iter(lambda: source.readline(MAX_LINE), b""):
                self._read(line)
        self.unit, self.word = self._choose_unit()

    def _read(self, line):
        try:
            record = json.loads(line.decode("utf-8"))
            kind = record.get("k")
        except (ValueError, AttributeError):
            return  # torn: its writer is not done with it
        if kind == "sample":
            self._sample(record)
        elif kind == "tally":
            self._tally(record)
        elif kind == "look":
            self.looks.append(record)
        elif kind == "sites":
            self.sites.update({row["id"]: row for row in record["rows"]})
        elif kind == "header":
            self.header = record

    def _sample(self, record):
        self._now.update(record.get("g", {}))
        self._done.update(record.get("w", {}))
        self.times.append(record["t"])
        count = len(self.times)
        for table, values in ((self.gauges, self._now), (self.work, self._done)):
            for name, value in values.items():
                column = table.setdefault(name, [])
                column.extend([value if table is self.gauges else 0] * (count - 1 - len(column)))
                column.append(value)

    def _tally(self, record):
        for table, rows, key in (
            (self.births, record.get("births", ()), lambda row: tuple(row[:3])),
            (self.traces, record.get("traces", ()), lambda row: (row["name"], row["file"], row["line"])),
            (self.ops, record.get("ops", ()), lambda row: row[0]),
        ):
            for row in rows:
                table.setdefault(key(row), []).append((record["t"], row))

    def _choose_unit(self):
        for name, word in UNITS:
            counts = self.work.get(name)
            if counts and counts[-1] - counts[0] >= MIN_UNITS:
                return name, word
        return "marks", "mark"

    def units(self):
        """Units of work done while this was recorded."""
        counts = self.work.get(self.unit)
        return counts[-1] - counts[0] if counts else 0

    def series(self, gauge):
        """(work, value) of one gauge, up to the last advance of work."""
        counts = self.work.get(self.unit, [])
        pairs = list(zip(counts, self.gauges.get(gauge, [])))
        while len(pairs) > 2 and pairs[-2][0] == pairs[-1][0]:
            pairs.pop()
        return pairs

    def work_at(self, time):
        """The count of the unit at a time."""
        counts = self.work.get(self.unit, [])
        return counts[max(0, min(len(counts), bisect_right(self.times, time)) - 1)] if counts else 0

    def late(self, points):
        """How much a cumulative row gained after warm-up; 0 when it stopped before the last third."""
        counts = self.work.get(self.unit)
        if not counts:
            return 0
        span = counts[-1] - counts[0]
        begin, late = counts[0] + WARM_UP_SHARE * span, counts[0] + 0.66 * span
        values = [(self.work_at(time), value) for time, value in points]
        early = [[value for work, value in values if work <= edge] or [0] for edge in (begin, late)]
        top = max(value for _, value in values)
        return top - max(early[0]) if top > max(early[1]) else 0

    def place(self, number):
        """The innermost user frame of a site, as a location."""
        frames = (self.sites.get(number) or {}).get("frames") or ()
        if not frames:
            return None
        file, line, function = frames[0]
        if not file.startswith(("/", "<")):
            file = os.path.join(self.header.get("cwd", ""), file)
        return {"file": file, "line": line, "function": function}

    def flags(self, number):
        """What the rest of the stack of a site tells."""
        return (self.sites.get(number) or {}).get("flags") or ()


def judge(series, noise):
    """(verdict, growth per unit) of a series by the floor of each stretch, so that saw-teeth do not count."""
    if len(series) < 3:
        return "unknown", 0.0
    first, last = series[0][0], series[-1][0]
    begin = first + (last - first) * WARM_UP_SHARE
    if last - begin < 10:
        return "unknown", 0.0
    width = (last - begin) / STRETCHES
    levels = [_floor(series, begin + width * i, begin + width * (i + 1)) for i in range(STRETCHES)]
    rises = [after - before for before, after in zip(levels, levels[1:])]
    total = levels[-1] - levels[0]
    return _trend(rises, total, noise), total / (width * (STRETCHES - 1))


def _trend(rises, total, noise):
    step = noise / len(rises)
    if total <= noise:
        return "steady"
    half = len(rises) // 2
    early, late = sum(rises[:half]) / half, sum(rises[half:]) / (len(rises) - half)
    up = sum(1 for rise in rises if rise > step)
    repeated = up >= len(rises) - 1 and rises[-1] > step and max(rises) <= 0.6 * total
    return "leak" if repeated and late >= 0.5 * early else "bounded"


def _floor(series, low, high):
    inside = [value for work, value in series if low <= work <= high]
    if inside:
        return min(inside)
    before = [value for work, value in series if work <= high]
    return before[-1] if before else series[0][1]


def diagnose(path):
    """The diagnosis of a recording as data, and the close looks that would make it surer."""
    story = Story(path)
    findings = []
    for gauge in COUNTERS:
        verdict, rate = judge(story.series(gauge.name), gauge.noise)
        if verdict == "leak":
            findings += _of_counter(story, gauge.name, gauge.kind, gauge.rule, rate)
    findings = _with_holders(story, _without_consequences(findings))
    growth = judge(story.series("malloc.in_use") or story.series("process.rss"), 8e6)
    if findings and growth[0] == "leak":
        findings[0]["rate"]["bytes_per_unit"] = round(growth[1], 1)
    open_question = any(found["_collected"] is None for found in findings)
    for found in findings:
        del found["_collected"], found["_kind"], found["_library"]
    return _data(story, findings, growth), ("collect",) if open_question else ()


def _of_counter(story, gauge, kind, rule, rate):
    """The findings of one growing counter: the lines whose newest births make up a good part of it."""
    living = _living(story, gauge)
    if living is None:
        return
    collected = _survives(story, living)
    rows = list(_rows(story, kind, rule))
    total = sum(row[0] for row in rows)
    for late, rule_of_row, place, name, argument, library in rows:
        if total and late >= MAIN_SHARE * total:
            found = _finding(story, rule_of_row, rate * late / total, place, name, argument)
            found.update(_collected=collected, _kind=kind, _library=library)
            found["verdict"] = SURVIVAL[collected]
            found["evidence"] = [
                "%s rose by %.3g per %s over %d units of work" % (gauge, rate, story.word, story.units())
            ]
            yield found


def _rows(story, kind, rule):
    """(late growth, rule, place, name, argument, made by a library) of the rows behind a counter."""
    if kind == "trace":
        for points in story.traces.values():
            row = points[-1][1]
            sites = row["sites"] or [[-1, 0]]
            reason, argument = _reason(row)
            place = story.place(max(sites, key=lambda pair: pair[1])[0])
            late = story.late([(time, one["traces"]) for time, one in points])
            which = "TL502" if row["library"] and PIPELINES in row["file"] else TRACE_REASONS.get(reason, rule)
            yield late, which, place, row["name"], argument, row["library"]
    elif kind == "graph":
        yield from _by_function(story, rule)
    else:
        for (born, site, flag), points in story.births.items():
            if born == kind:
                flags = story.flags(site)
                which = "TL402" if kind == "model" and "loading" in flags else rule
                late = story.late([(time, row[3]) for time, row in points])
                yield late, which, story.place(site), flag or "", "", "keras" in flags


def _by_function(story, rule):
    """The lines that build operations, one for each function: several operations in one function are one cause."""
    groups = {}
    for site, points in story.ops.items():
        place = story.place(site) or {"file": "", "line": 0, "function": ""}
        late = story.late([(time, row[3]) for time, row in points])
        groups.setdefault((place["file"], place["function"]), []).append((late, place, "keras" in story.flags(site)))
    for rows in groups.values():
        late, place, library = max(rows, key=lambda row: row[0])
        yield sum(row[0] for row in rows), rule, place if place["file"] else None, "", "", library


def _reason(row):
    """The commonest reason of a function's traces, and its argument."""
    totals = {}
    for kind, argument, _, _, count in row["reasons"]:
        if kind != "first":
            totals[kind, argument] = totals.get((kind, argument), 0) + count
    return max(totals, key=totals.get) if totals else ("first", "")


def _living(story, gauge):
    """The gauge that tells whether what a counter counted is still alive; None when all of it is dropped again."""
    if gauge == "graph.ops" and judge(story.series("graph.count"), 2.5)[0] == "leak":
        return "graph.count"
    if gauge == "function.traces":  # counts every trace ever made: those of a function that is gone went with it
        return "function.graphs" if judge(story.series("function.graphs"), 1.5)[0] == "leak" else None
    return gauge


def _survives(story, gauge):
    """Whether what grew is still there after a full collection; None when nobody looked."""
    if gauge in NEVER_COLLECTED:
        return True
    series = story.series(gauge)
    for look in reversed(story.looks):
        if look.get("kind") == "collect" and gauge in look.get("after", {}):
            base = series[0][1]
            grown = look["before"].get(gauge, base) - base
            return look["after"][gauge] - base >= 0.5 * grown if grown > 0 else None
    return None


def _without_consequences(findings):
    """A kept model brings variables, functions, traces and operations along; a new function brings its trace."""
    kinds = {found["_kind"] for found in findings if found["verdict"] == "leak"}
    kept = []
    for found in findings:
        part = "model" in kinds and found["_kind"] in ("variable", "function", "trace", "dataset", "iterator", "graph")
        if part and found["_library"]:
            continue
        if (
            found["_kind"] == "trace"
            and found["rule"] == "TL203"
            and any(one["_kind"] == "function" for one in findings)
        ):
            continue  # the line that makes the function, not the one that calls it first
        if found["_kind"] == "variable" and found["_library"] and len(kinds) > 1:
            continue
        kept.append(found)
    return kept


def _with_holders(story, findings):
    """Adds what the close looks saw: containers that grow, as holders of a finding or as findings of their own."""
    censuses = [look for look in story.looks if look.get("kind") == "census" and not look.get("quiet")]
    if len(censuses) < 3:
        return findings
    last = censuses[-1]
    for row in last.get("containers", ()):
        holder = row.get("holder") or {}
        if not holder.get("user") or holder.get("framework") or _bounded(row, holder):
            continue
        partner = [found for found in findings if found["_kind"] == row["contents"]]
        for found in partner:
            found.update(holder=holder["words"], verdict="leak")
        if not partner and row["contents"] in CONTENTS and row["distinct"] * 4 >= row["sampled"]:
            findings = findings + _of_container(story, row, holder, censuses)
    return findings


def _bounded(row, holder):
    return row.get("bound") is not None or holder.get("bound") is not None


def _of_container(story, row, holder, censuses):
    """A growing container as a finding, at the line that was at work when it grew."""
    start = censuses[max(0, len(censuses) - 1 - row["rises"])]
    work = story.work_at(censuses[-1]["t"]) - story.work_at(start["t"])
    rate = row["growth"] / work if work > 0 else 0.0
    if rate * row["element_bytes"] < 256:
        return []
    place = {"file": holder["file"], "line": holder["line"], "function": ""} if holder.get("line") else None
    found = _finding(story, CONTENTS[row["contents"]], rate, place, "", "", holder["words"])
    found["rate"]["bytes_per_unit"] = round(rate * row["element_bytes"], 1)
    found["evidence"] = ["%s grew to %d elements" % (holder["words"], row["length"])]
    found.update(_collected=True, _kind="container", _library=False)
    return [found]


def _finding(story, rule, rate, place, name, argument, holder=None):
    title, says, remedy, held_by = RULES[rule]
    holder = holder or (held_by.format(name=name) if held_by else None)
    summary = says.format(
        count=count_words(rate),
        unit=story.word,
        name=name or "the function",
        argument=argument or "an argument",
        holder=holder or "something",
        kind="model",
    )
    function = place["function"] if place else ""
    where = " at %s:%d" % (os.path.basename(place["file"]), place["line"]) if place else ""
    inside = " in %s()" % function if function and not function.startswith("<") else ""
    owner = "%s:%s" % (os.path.basename(place["file"]), function) if place else ""
    # As the desk makes it (of rule and owner, never of lines or rates), so that one leak has one id.
    mark = hashlib.sha256("\0".join((rule, owner, name.split(":")[0])).encode("utf-8", "surrogatepass"))
    return {
        "fingerprint": mark.hexdigest()[:12],
        "rule": rule,
        "name": title,
        "verdict": "leak",
        "summary": summary + where + inside,
        "location": place,
        "holder": holder,
        "path": [],
        "rate": {"bytes_per_unit": 0.0, "count_per_unit": round(rate, 4), "unit": story.word},
        "confidence": 0.85,
        "remedy": remedy,
        "evidence": [],
        "known_leak": None,
    }


def count_words(count):
    """A count per unit: whole where it is whole."""
    if count > 0.5 and abs(count - round(count)) < 0.03 * max(1.0, count):
        return str(max(1, round(count)))
    return "%.2g" % count


def _data(story, findings, growth):
    verdict, sentence = _verdict(story, findings, growth)
    header = story.header
    return {
        "schema": SCHEMA,
        "verdict": verdict,
        "sentence": sentence,
        "program": header.get("program", ""),
        "pid": header.get("pid", 0),
        "environment": {name: header.get(name, "") for name in ("python", "platform", "probe")},
        "work": {name: counts[-1] for name, counts in story.work.items() if counts[-1]},
        "seconds": story.times[-1] if story.times else 0.0,
        "growth": {"bytes_per_unit": round(growth[1], 1), "unit": story.word, "confirmed": growth[0] == "leak"},
        "findings": [found for found in findings if found["verdict"] == "leak"],
        "ledger": [],
        "ruled_out": [],
        "notes": ["judged by counters alone: install tensorleak for the whole diagnosis"],
    }


def _verdict(story, findings, growth):
    """The verdict on the whole stretch, in one word and one sentence."""
    leaks = [found for found in findings if found["verdict"] == "leak"]
    if leaks:
        more = "; and %d more" % (len(leaks) - 1) if len(leaks) > 1 else ""
        return "leak", leaks[0]["summary"] + more
    if story.units() < MIN_UNITS:
        seen = "only %d × %s were seen: a verdict needs at least %d"
        return "too-short", seen % (story.units(), story.word, MIN_UNITS)
    growing = [found for found in findings if found["verdict"] == "growing"]
    if growing:
        return "growing", "%s, and no collection has shown yet whether it is garbage" % growing[0]["summary"]
    if findings:
        what = "%s, but a collection frees it: garbage that waits for Python's collector, not a leak"
        return "deferred", what % findings[0]["summary"]
    if growth[0] == "leak":
        return "unexplained", "memory grows by %d bytes per %s and no counter tells why" % (growth[1], story.word)
    return "steady", "no counter grows over %d × %s" % (story.units(), story.word)
