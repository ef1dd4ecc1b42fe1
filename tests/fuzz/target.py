"""The process that reads what the fuzzer makes: one input per line of stdin, one answer per line of stdout.

An answer tells how reading ended (`read`, `refused`, or `traceback` with its end), the processor seconds it took, and the
peak of resident memory. The process is one of many: what hangs or eats memory ends here and not in the test.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import resource
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

MAX_ADDRESSES = 4 << 30  # bytes of address space: a backstop, far above what may be used
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class OutputError(Exception):
    """Something was let through that steers a terminal or breaks a parser."""


def strict_json(text: str) -> Any:
    def refuse(word: str) -> None:
        raise OutputError(f"{word} in JSON")

    return json.loads(text, parse_constant=refuse)


def plain(what: str, text: str) -> None:
    found = CONTROL.search(text)
    if found:
        raise OutputError(f"{found[0]!r} in {what}")


def recording(path: Path) -> None:
    """Reading, diagnosis, repairs, and every format."""
    from rich.console import Console

    from tensorleak.gather import gather
    from tensorleak.recording import Reader
    from tensorleak.repairs import with_repairs
    from tensorleak.report import terminal
    from tensorleak.report.formats import FORMATS
    from tensorleak.report.page.report import news

    subject = with_repairs(gather(path, reader=Reader((str(path.parent),))))
    texts = {name: form.render(subject) for name, form in FORMATS.items()}
    for name in ("json", "speedscope", "perfetto"):
        strict_json(str(texts[name]))
    for name in ("terminal", "json", "speedscope", "perfetto", "markdown", "csv"):
        plain(name, str(texts[name]).replace("\r\n", "\n"))
    strict_json(json.dumps(news(subject)))
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=100)
    terminal.render(subject.diagnosis, console, subject.excerpts)


def diagnosis(path: Path) -> None:
    """Both sides of a comparison, and every format of it."""
    from rich.console import Console

    from tensorleak.compare import compare
    from tensorleak.documents import comparison as document
    from tensorleak.gather import read_run
    from tensorleak.report import compare_markdown, compare_text
    from tensorleak.report.page import comparison as page

    run = read_run(path, "before")
    compared = compare(run, read_run(path, "after"))
    strict_json(document.render(compared))
    plain("json", document.render(compared))
    plain("markdown", compare_markdown.render(compared))
    page.render(compared)
    out = io.StringIO()
    compare_text.render(compared, Console(file=out, width=100, no_color=True))
    plain("terminal", out.getvalue())


def ask(path: Path) -> None:
    """What the probe takes from the desk: known words, whatever the file holds."""
    from tensorleak_probe.requests import KNOWN, Requests

    requests = Requests()
    requests.open(str(path.with_suffix("")))
    for _ in range(5):
        words = requests.new()
        if not all(word in KNOWN for word in words):
            raise OutputError(repr(words))


def model(path: Path) -> None:
    """Estimates of a model's size."""
    from tensorleak.serving import estimate_model

    estimate_model(path, batch_size=8)


def check(path: Path) -> None:
    """The static check of a folder with settings, a baseline, notebooks and modules."""
    from tensorleak.check import driver, settings
    from tensorleak.cli.output import MACHINE, text_of

    report = driver.check((path,), driver.Options(settings.load((path,)), False, 1, None, baseline=True))
    for form in (*MACHINE, "full"):
        text_of(report, form)
    strict_json(text_of(report, "json"))
    if report.exit_status == 3:
        raise OutputError("; ".join(str(problem) for problem in report.problems))


class Faults(logging.Handler):
    """Exceptions that the server's library catches, and that came out of our code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        frames = traceback.extract_tb(error.__traceback__) if error is not None else []
        if error is not None and frames and "/src/tensorleak/" in frames[-1].filename:
            self.found.append(error)


def editor(path: Path) -> None:
    """A whole conversation of an editor with the language server."""
    from tensorleak.server import make_server
    from tensorleak.server.frames import Frames

    faults = Faults()
    logging.getLogger("pygls").handlers = [faults]
    logging.getLogger("pygls").propagate = False
    make_server().start_io(Frames(io.BytesIO(path.read_bytes())), Quiet())
    if faults.found:
        raise faults.found[0]


class Quiet(io.BytesIO):
    """A stdout that may be written to after it was closed, as the server does when it ends."""

    def close(self) -> None:
        pass


READERS: dict[str, Callable[[Path], None]] = {
    "recording": recording,
    "diagnosis": diagnosis,
    "ask": ask,
    "model": model,
    "check": check,
    "editor": editor,
}


def peak() -> int:
    """The peak of resident memory since it was last reset."""
    with Path("/proc/self/status").open() as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def read(kind: str, path: Path) -> dict[str, Any]:
    """Reads one input."""
    from tensorleak.errors import TensorleakError

    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    started = time.process_time()
    outcome, words = "read", ""
    try:
        READERS[kind](path)
    except TensorleakError as error:
        outcome, words = "refused", str(error)
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)[-4:]
        outcome = "traceback"
        words = f"{type(error).__name__}: {str(error)[:300]} at " + " > ".join(
            f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames
        )
    return {"outcome": outcome, "words": words, "seconds": time.process_time() - started, "peak": peak()}


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESSES, MAX_ADDRESSES))
    answers = sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        kind, path = json.loads(line)
        answers.write(json.dumps(read(kind, Path(path))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
