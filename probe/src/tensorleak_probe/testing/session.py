"""One run of pytest with `--tensorleak`: repeats the tests, keeps the books, updates the baseline."""

from __future__ import annotations

import pytest

from tensorleak_probe.testing import baseline
from tensorleak_probe.testing.body import Body, NotRepeatableError
from tensorleak_probe.testing.explain import Subject
from tensorleak_probe.testing.message import failure
from tensorleak_probe.testing.meter import Meter, start_probe
from tensorleak_probe.testing.settings import DEFAULTS, SettingError, Settings, words
from tensorleak_probe.testing.steady import Steady

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.testing.baseline import Entry
    from tensorleak_probe.testing.steady import Outcome

PREFIX = "tensorleak."
LEAKS = ("leak", "known")


class Watcher:
    """The hooks that are there only while memory is watched."""

    def __init__(self, config: Any, defaults: dict[str, Any], path: str | None) -> None:
        self._config = config
        self._defaults = dict(DEFAULTS, **defaults)
        self._all = config.getoption("tensorleak_all")
        self._update = config.getoption("tensorleak_update_baseline")
        self._path = path
        self._known = self._read_baseline()
        self._meter: Any = None if self._distributes() else Meter(start_probe())
        self._results: dict[str, dict[str, Any]] = {}

    def _distributes(self) -> bool:
        """Whether this process only hands tests to xdist's workers."""
        return not hasattr(self._config, "workerinput") and bool(getattr(self._config.option, "tx", None))

    def _read_baseline(self) -> dict[str, Entry]:
        if self._update and not self._path:
            raise pytest.UsageError("tensorleak: --tensorleak-update-baseline needs --tensorleak-baseline FILE")
        if not self._path:
            return {}
        try:
            return baseline.read(self._path)
        except baseline.BaselineError as error:
            if self._update:
                return {}
            raise pytest.UsageError("tensorleak: %s" % error)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_call(self, item: Any) -> None:
        """After the test itself has passed: the same body again, until its memory is judged."""
        mark = item.get_closest_marker("steady")
        if (mark is None and not self._all) or not hasattr(item, "runtest") or getattr(item, "_excinfo", None):
            return
        settings = self._settings(item, mark)
        if settings.iterations:
            self._repeat(item, settings)

    def _settings(self, item: Any, mark: pytest.Mark | None) -> Settings:
        if mark is not None and mark.kwargs.get("sizes") is not None and not hasattr(item, "callspec"):
            pytest.fail("tensorleak: steady(sizes=...) needs a test function, not a unittest method", pytrace=False)
        try:
            return Settings.of_marker(mark, self._defaults)
        except (SettingError, TypeError) as error:
            pytest.fail("tensorleak: %s" % error, pytrace=False)

    def _repeat(self, item: Any, settings: Settings) -> None:
        steady = Steady(Body(item), settings, self._meter, _subject(item), sized=_size(item) is not None)
        try:
            outcome = steady.run()
        except NotRepeatableError:
            _note(item, steady)
            return
        except BaseException:
            _note(item, steady)
            raise
        self._judge(item, outcome)

    def _judge(self, item: Any, outcome: Outcome) -> None:
        finding = outcome.finding
        known = finding is not None and finding.fingerprint in self._known
        verdict = "known" if known else outcome.verdict
        _record(item, verdict, outcome)
        if finding is None:
            return
        text = failure(finding, outcome)
        if known or self._update:
            item.add_report_section("call", "tensorleak", text)
        else:
            pytest.fail(text, pytrace=False)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hears of every test once, from this process or from a worker."""
        if report.when == "call":
            values = {name[len(PREFIX) :]: value for name, value in report.user_properties if name.startswith(PREFIX)}
            if "verdict" in values:
                self._results[report.nodeid] = values

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Writes the baseline, in the one process that heard of all tests."""
        if self._update and not hasattr(self._config, "workerinput"):
            leaks = [(test, values) for test, values in self._results.items() if values["verdict"] in LEAKS]
            baseline.write(str(self._path), baseline.merged(self._known, self._results, leaks))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """A line for each leak, and what the baseline still lists for nothing."""
        if not self._results:
            return
        verdicts = [values["verdict"] for values in self._results.values()]
        counts = ["%d %s" % (verdicts.count(name), name) for name in sorted(set(verdicts))]
        terminalreporter.section("tensorleak")
        terminalreporter.write_line("%d tests repeated: %s" % (len(verdicts), ", ".join(counts)))
        for test, values in sorted(self._results.items()):
            if values["verdict"] in LEAKS:
                terminalreporter.write_line(
                    "%s %s %s: %s" % (values["verdict"], values["rule"], test, values["summary"])
                )
            elif values["verdict"] == "unexplained":
                terminalreporter.write_line(
                    "unexplained %s: %s more in use per iteration, held by nothing that is known"
                    % (test, words(values["bytes_per_iteration"]))
                )
            elif "size" in values:
                terminalreporter.write_line(_size_line(test, values))
        self._say_what_the_baseline_did(terminalreporter)

    def _say_what_the_baseline_did(self, terminalreporter: Any) -> None:
        if self._update:
            terminalreporter.write_line("baseline written to %s" % self._path)
            return
        seen = {values.get("fingerprint") for values in self._results.values()}
        gone = [
            mark
            for mark, entry in self._known.items()
            if mark not in seen and set(entry["tests"]) <= set(self._results)
        ]
        if gone:
            terminalreporter.write_line(
                "%d leaks of the baseline are gone (%s): update it" % (len(gone), ", ".join(sorted(gone)))
            )


def _size_line(test: str, values: dict[str, Any]) -> str:
    needs = "needs %s at its peak, " % words(values["peak_bytes"]) if "peak_bytes" in values else ""
    return "%s: %skeeps %s per iteration" % (test, needs, words(values["bytes_per_iteration"]))


def _subject(item: Any) -> Subject:
    line = item.location[1]
    function = getattr(item, "originalname", None) or item.name
    path = str(getattr(item, "path", None) or item.fspath)
    code = getattr(getattr(getattr(item, "obj", None), "__func__", getattr(item, "obj", None)), "__code__", None)
    if code is not None and code.co_filename == path:
        line = code.co_firstlineno
    return Subject(path, (line or 0) if code is not None else (line or 0) + 1, function)


def _size(item: Any) -> str | None:
    """The size that this test was given by `steady(sizes=…)`, as text."""
    mark = item.get_closest_marker("steady")
    params = getattr(getattr(item, "callspec", None), "params", {})
    return str(params["size"]) if mark is not None and mark.kwargs.get("sizes") and "size" in params else None


def _note(item: Any, steady: Steady) -> None:
    """Says that the body failed when it was repeated: by itself it had passed."""
    item.add_report_section(
        "call", "tensorleak", "the body passed once and failed in iteration %d of its repetition" % steady.iterations
    )


def _record(item: Any, verdict: str, outcome: Outcome) -> None:
    """The figures as properties: JUnit shows them, and xdist carries them to the controller."""
    values: dict[str, Any] = {
        "verdict": verdict,
        "iterations": outcome.iterations,
        "bytes_per_iteration": round(max(0.0, outcome.bytes_per_iteration)),
    }
    size = _size(item)
    if size is not None:
        values["size"] = size
    if outcome.extra is not None:
        values["peak_bytes"] = int(outcome.extra)
    if outcome.finding is not None:
        found = outcome.finding
        values.update(rule=found.rule, summary=found.summary, fingerprint=found.fingerprint)
        place = found.location  # the test itself where no line is known
        values.update(file=place.file, line=place.line, holder=found.holder or "")  # type: ignore[union-attr]
    item.user_properties.extend((PREFIX + name, value) for name, value in values.items())
