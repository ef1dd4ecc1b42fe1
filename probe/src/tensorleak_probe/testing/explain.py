"""Names the cause of a confirmed growth: from the desk's diagnosis where it is installed, from the probe's tables where not."""

import hashlib

from tensorleak_probe.testing import causes
from tensorleak_probe.testing.lines import addition
from tensorleak_probe.testing.settings import words

LOOKED_AT = 6  # iterations between two close looks
SHARE = 0.25  # of the growth that a container must account for to be its cause before a cache is looked for
UNOWNED = 1e6  # bytes that nothing known holds fail a test from here on: TensorFlow keeps crumbs of its own
HELD = {
    "graph.ops": "the graph itself: operations are never removed from a graph",
    "function.graphs": "the trace cache of the function",
    "registry.py_functions": "TensorFlow's registry of Python callbacks",
    "thread.python": "the running threads themselves",
    "thread.count": "the running threads themselves",
}


class Subject:
    """The test that is judged: where it is, and what to call it."""

    def __init__(self, file, line, function):
        self.file, self.line, self.function = file, line, function


class Finding:
    """One cause in plain words; made to travel between processes as a dict."""

    FIELDS = ("rule", "name", "summary", "file", "line", "function", "holder", "remedy", "fingerprint", "evidence")

    def __init__(self, **values):
        for name in self.FIELDS:
            setattr(self, name, values.get(name))

    def as_dict(self):
        """All fields."""
        return {name: getattr(self, name) for name in self.FIELDS}


def fingerprint(rule, file, function, subject):
    """One id for one leak, made as the desk makes it: of names, never of lines, rates or folders."""
    where = "%s:%s" % (file.replace("\\", "/").rsplit("/", 1)[-1], function) if file else ""
    return hashlib.sha256("\0".join((rule, where, subject)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def explain(probe, looks, growth, rate, since, subject):
    """(verdict, finding): a leak with its finding, or a milder word when what grows has a bound or no owner."""
    evidence = evidence_of(growth, rate)
    container = growing_container(looks, growth)
    cache = growing_cache(looks, growth, container)
    container = cache or container
    if bounded(container):
        return "bounded", None
    named = None if cache else by_desk(probe, since)
    if not (named or container or growth.exact or growth.total >= UNOWNED):
        return "unexplained", None
    found = by_tables(probe, looks, growth, container, rate, subject)
    # The fingerprint stays the probe's: a baseline must not depend on whether the desk is installed.
    found.update(named or {}, fingerprint=found["fingerprint"])
    return "leak", Finding(evidence=evidence, **found)


def evidence_of(growth, rate):
    """The measured figures in words."""
    lines = ["%s per iteration over %d iterations" % (causes.count_words(growth), growth.iterations)]
    if growth.exact and rate > 0:
        lines.append("%s of memory in use per iteration" % words(rate))
    return lines


def by_desk(probe, since):
    """The desk's diagnosis of the stretch, when this Python can import the desk and it names a leak."""
    try:
        from tensorleak.testing import leak_since
    except Exception:  # not installed, or too old a Python: the probe's own tables speak
        return None
    try:
        return leak_since(probe.recorder.root_path, since)
    except Exception as error:
        probe.fault("desk", error)
        return None


def growing_container(looks, growth):
    """The container that gained most in the last look, leaving out those that gain once per look and not per iteration."""
    rows = [row for row in looks[-1].containers if row["growth"] > 2 * len(looks)]
    wanted = causes.CONTENTS.get(growth.gauge)
    if wanted is not None:
        rows = [row for row in rows if row["contents"] in wanted]
    held = [row for row in rows if row["holder"]]
    rows = [row for row in held if row["holder"]["user"]] or held or rows
    return max(rows, key=_weight) if rows else None


def _weight(row):
    return row["growth"] * max(1, row["element_bytes"] or 0)


def growing_cache(looks, growth, container):
    """The `lru_cache` that gained most, where no container accounts for the growth: the collector does not list caches."""
    if growth.exact and growth.gauge != "tensor.count":
        return None
    iterations = LOOKED_AT * (len(looks) - 1)
    if container is not None and (growth.exact or _weight(container) > SHARE * growth.per_iteration * iterations):
        return None
    first, last = looks[0].caches, looks[-1].caches
    grown = {key: row[0] - first[key][0] for key, row in last.items() if key in first}
    key = max(grown, key=grown.get) if grown else None
    if key is None or grown[key] <= 2 * len(looks):
        return None
    size, bound, file, line, name = last[key]
    contents = "tensor" if growth.gauge == "tensor.count" else "object"
    holder = {"words": "lru_cache of %s" % name, "scope": "lru_cache", "name": name, "file": file, "line": line}
    return {"length": size, "bound": bound, "contents": contents, "holder": holder}


def bounded(container):
    """Whether what grows says itself where it will stop."""
    bound = (container or {}).get("bound") or ((container or {}).get("holder") or {}).get("bound")
    return bool(bound) and container["length"] <= bound


def _summary(growth, rate):
    if growth.exact:
        return "%s more per iteration" % causes.count_words(growth)
    return "memory in use grows by %s per iteration" % words(rate)


def by_tables(probe, looks, growth, container, rate, subject):
    """The finding from births, traces, operations and containers."""
    place, cause, name = causes.origin(probe, looks, growth, container)
    rule = causes.RULES[cause]
    holder = (container or {}).get("holder") or {}
    if container is not None and cause in causes.HELD_BY_CONTAINER:
        place = addition(holder, subject.file) or place
        if holder.get("scope") == "lru_cache":
            place = holder["file"], holder["line"], holder.get("owner") or holder["name"]
        name = holder.get("name") or ""
    file, line, function = place or (subject.file, subject.line, subject.function)
    where = " at %s:%d in %s()" % (file.replace("\\", "/").rsplit("/", 1)[-1], line, function) if place else ""
    known = holder.get("words") if container is not None else HELD.get(growth.gauge)
    return {
        "rule": cause,
        "name": rule[0],
        "summary": _summary(growth, rate) + where,
        "file": file,
        "line": line,
        "function": function,
        "holder": known,
        "remedy": rule[1],
        "fingerprint": fingerprint(cause, file, function, name),
    }
