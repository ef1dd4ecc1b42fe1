"""The magic: `%%tensorleak` measures a cell, `%tensorleak run` a script, `%tensorleak report` shows a recording."""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import MagicArgumentParser
from IPython.display import display
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_probe.guards.judge_words import LeakError

from tensorleak.documents.diagnosis import read_diagnosis
from tensorleak.errors import TensorleakError
from tensorleak.gather import gather
from tensorleak.notebook.cells import Cells
from tensorleak.notebook.measured import Measured
from tensorleak.notebook.shown import Shown, of_desk, of_recording, of_watch

NAME = "tensorleak"
WORTH_TELLING = {Verdict.LEAK, Verdict.UNEXPLAINED, Verdict.GROWING}
LINES = "%tensorleak run SCRIPT [ARGS] or %tensorleak report RECORDING; %%tensorleak as the first line of a cell measures the cell"


def options() -> MagicArgumentParser:
    """The options of a cell."""
    parser = MagicArgumentParser(f"%%{NAME}", add_help=False)
    parser.add_argument("--strict", action="store_true", help="fail the cell when it leaks")
    parser.add_argument("--quiet", "-q", action="store_true", help="show nothing unless something grows")
    parser.add_argument("--into", metavar="NAME", help="put the diagnosis into a variable")
    parser.add_argument("--record", metavar="FILE", help="keep the recording, for `tensorleak report FILE`")
    return parser


def magic(shell: Any, cells: Cells) -> Callable[..., Any]:
    """The function behind the magic, for one shell."""

    def tensorleak(line: str, cell: str | None = None) -> Any:
        __tracebackhide__ = True
        return measure(shell, cells, line, cell) if cell is not None else command(shell, cells, line)

    tensorleak.__doc__ = f"""Measures the cell: what grows, which line makes it, what holds it, what to change.

The loop is yours: repeat inside the cell what should not grow. `tensorleak.mark()` names a round of it where it has
no training step, prediction, session run or call of a tf.function that could be counted.

{options().format_help()}
Also: {LINES}."""
    return tensorleak


def measure(shell: Any, cells: Cells, line: str, cell: str) -> Any:
    """Runs a cell, shows its diagnosis, and hands on its value or its exception."""
    __tracebackhide__ = True
    chosen = options().parse_argstring(line)
    measured = Measured(shell, line, cell, chosen.record)
    try:
        measured.run()
    finally:
        if measured.diagnosis is not None:
            shown = of_watch(measured.diagnosis, cells)
            _tell(shell, shown, chosen.quiet, chosen.into)
    if chosen.strict and measured.diagnosis is not None and shown.diagnosis.verdict is Verdict.LEAK:
        raise LeakError(shown.diagnosis.sentence)
    return measured.value


def _tell(shell: Any, shown: Shown, quiet: bool, into: str | None) -> None:
    if into:
        shell.user_ns[into] = shown
    if not quiet or shown.diagnosis.verdict in WORTH_TELLING:
        display(shown)


def command(shell: Any, cells: Cells, line: str) -> None:
    """`run` and `report`, shown in the notebook."""
    words = shlex.split(line)
    known = {"run": _run, "report": _report}
    if len(words) < 2 or words[0] not in known:
        raise UsageError(LINES)
    try:
        display(known[words[0]](shell, cells, words[1:]))
    except TensorleakError as error:
        raise UsageError(str(error)) from None


def _run(shell: Any, cells: Cells, words: list[str]) -> Shown:
    """Runs a program in a process of its own, its output shown as it comes."""
    with tempfile.TemporaryDirectory(prefix="tensorleak-") as folder:
        result = Path(folder) / "diagnosis.json"
        own = [sys.executable, "-m", "tensorleak", "run", "--quiet", "--python", sys.executable, "--json", str(result)]
        shell.system(shlex.join([*own, *words]))
        if not result.exists():
            raise UsageError("there is no diagnosis: see what the command said above")
        return of_desk(read_diagnosis(result), cells)


def _report(_: Any, cells: Cells, words: list[str]) -> Shown:
    return of_recording(gather(Path(words[0]), drawn=False), cells)
