"""The words of a judgement: a diagnosis and its findings as plain objects, the same whoever judged."""

from tensorleak_probe.guards.errors import GuardError

MAX_FINDINGS = 50


class LeakWarning(UserWarning):
    """Something grows with every round; `diagnosis` says what, where and why."""

    diagnosis = None


class LeakError(GuardError, RuntimeError):
    """Something grows with every round and the program asked to stop; `diagnosis` says what, where and why."""

    diagnosis = None


class Location:
    """A place in the user's source."""

    __slots__ = ("file", "function", "line")

    def __init__(self, file, line, function=""):
        self.file = file
        self.line = line
        self.function = function

    def __str__(self):
        return "%s:%d" % (self.file, self.line)

    __repr__ = __str__


class Rate:
    """How fast something grows."""

    __slots__ = ("bytes_per_unit", "count_per_unit", "unit")

    def __init__(self, bytes_per_unit=0.0, count_per_unit=0.0, unit="mark"):
        self.bytes_per_unit = bytes_per_unit
        self.count_per_unit = count_per_unit
        self.unit = unit

    def __repr__(self):
        return "%.4g per %s, %.0f bytes" % (self.count_per_unit, self.unit, self.bytes_per_unit)


class Finding:
    """One cause: rule, verdict, location, holder, rate, remedy."""

    __slots__ = (
        "evidence",
        "fingerprint",
        "holder",
        "location",
        "name",
        "rate",
        "remedy",
        "rule",
        "summary",
        "verdict",
    )

    @classmethod
    def of_data(cls, data):
        """From the JSON shape of a finding."""
        self = cls()
        for name in ("fingerprint", "rule", "name", "verdict", "summary", "remedy"):
            setattr(self, name, str(data.get(name) or ""))
        place = data.get("location")
        self.location = Location(place["file"], place["line"], place.get("function") or "") if place else None
        self.holder = data.get("holder")
        rate = data.get("rate") or {}
        self.rate = Rate(**{name: rate[name] for name in Rate.__slots__ if name in rate})  # newer desks tell more
        self.evidence = tuple(data.get("evidence") or ())
        return self

    def __str__(self):
        held = "\n  held by: %s" % self.holder if self.holder else ""
        return "%s %s: %s%s\n  instead: %s" % (self.rule, self.name, self.summary, held, self.remedy)

    __repr__ = __str__


class Diagnosis:
    """What a watched stretch showed: verdict, sentence, findings; `data` is the whole as `tensorleak.diagnosis/1`."""

    __slots__ = ("data", "findings", "judge", "sentence", "verdict")

    def __init__(self, verdict, sentence, findings=(), data=None, judge=""):
        self.verdict = verdict
        self.sentence = sentence
        self.findings = tuple(findings)
        self.data = data or {}
        self.judge = judge

    @classmethod
    def of_data(cls, data, judge):
        """From the JSON shape of a diagnosis."""
        findings = [Finding.of_data(row) for row in data["findings"][:MAX_FINDINGS]]
        return cls(data["verdict"], data["sentence"], findings, data, judge)

    @property
    def leaks(self):
        """The findings whose growth is confirmed."""
        return tuple(found for found in self.findings if found.verdict == "leak")

    def without(self, others):
        """The same diagnosis less some findings, with the verdict that is left."""
        rest = [found for found in self.findings if found not in others]
        if not others or any(found.verdict == "leak" for found in rest) or self.verdict != "leak":
            return Diagnosis(self.verdict, self.sentence, rest, self.data, self.judge)
        sentence = "nothing that is made here grows; another watched stretch of this process leaks: %s" % self.sentence
        return Diagnosis("steady", sentence, rest, self.data, self.judge)

    def __str__(self):
        return "%s: %s" % (self.verdict, self.sentence)

    __repr__ = __str__
