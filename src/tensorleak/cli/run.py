"""`tensorleak run`: run a program under the probe and say what leaks.

What only the report needs is imported after the program has started: until then the user waits for it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tensorleak import launch
from tensorleak.cli.ending import Ending, LeftOut, die_by, signal_name
from tensorleak.errors import RecordingError, TensorleakError, UsageError
from tensorleak.pythons import interpreter
from tensorleak.safe import clean, name

if TYPE_CHECKING:
    from rich.console import Console
    from tensorleak_engine.model.diagnosis import Diagnosis

    from tensorleak.report.subject import Subject


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--python", metavar="PATH", help="The interpreter to run; default: the one your shell would run.")
@click.option("-m", "module", is_flag=True, help="Run a module, as `python -m` does.")
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the diagnosis as JSON to FILE.",
)
@click.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the page to FILE.",
)
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Where the recording goes; default: your state folder.",
)
@click.option(
    "--no-autopsy",
    "autopsy",
    is_flag=True,
    default=True,
    flag_value=False,
    help="Do not empty TensorFlow's caches after the program's end to weigh them.",
)
@click.option("--live", is_flag=True, help="Show memory, growth, work and suspects while the program runs.")
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but errors.")
@click.option("--strict", is_flag=True, help="Exit with 1 when the program succeeded and a leak was found.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, required=True)
@click.pass_context
def run(
    context: click.Context,
    python: str | None,
    module: bool,
    json_file: Path | None,
    html_file: Path | None,
    record: Path | None,
    autopsy: bool,
    live: bool,
    quiet: bool,
    strict: bool,
    command: tuple[str, ...],
) -> int:
    """Run SCRIPT [ARGS], -m MODULE [ARGS], or -- COMMAND (anything that starts Python) and diagnose its memory.

    The program runs unchanged; the verdict comes on stderr when it ends, also after Ctrl-C or a kill. The exit status is the
    program's; when a signal ended the program, the same signal ends this command.
    """
    if live and quiet:
        raise UsageError("--live shows what --quiet hides: give one of them")
    reports = Reports(record or launch.default_recording(command[0]), json_file, html_file, quiet)
    reports.refuse_missing_folders()
    launch.clear_target(reports.recording)
    started = launch.Launch(command=build_command(python, module, command), record=reports.recording, autopsy=autopsy)
    if not quiet:
        started.announce, started.withdraw = announce, withdraw
    with Ending() as ending:
        status = run_watched(started) if live else launch.run(started)
        ending.report()
        try:
            leaks = reports.make(started)
            ending.keep()
        except LeftOut:
            leaks = False
            again = f"tensorleak report {name(str(reports.recording))}"
            click.echo(f"tensorleak: the report was left out: `{again}` makes it", err=True)
            ending.keep()
        except BrokenPipeError:  # nobody reads the report
            leaks = False
        except Exception as error:
            if status == 0:
                raise
            leaks = False  # the program failed first: its status tells more than ours
            click.echo(f"tensorleak: {complaint(error)}", err=True)
    if started.ended_by:
        die_by(started.ended_by)
    return 1 if strict and status == 0 and leaks else status


@dataclass(frozen=True)
class Reports:
    """What is written and printed when the program has ended."""

    recording: Path
    json_file: Path | None
    html_file: Path | None
    quiet: bool

    def refuse_missing_folders(self) -> None:
        """Before a long run, not after it."""
        for report in (self.json_file, self.html_file):
            if report is not None:
                from tensorleak.cli.writing import refuse_missing_folder

                refuse_missing_folder(report)

    def make(self, started: launch.Launch) -> bool:
        """Diagnoses and reports; whether there is a leak."""
        from tensorleak_engine.model.diagnosis import Verdict

        from tensorleak.gather import gather
        from tensorleak.recording import OWN
        from tensorleak.recording.answers import keep_answers

        if started.ended_by and not self.quiet:
            click.echo(f"tensorleak: the program was ended by {signal_name(started.ended_by)}", err=True)
        try:
            subject = gather(self.recording, reader=OWN, drawn=self.html_file is not None)
        except RecordingError as error:
            click.echo(f"tensorleak: {explain_missing(error, started)}", err=True)
            return False
        for recording in subject.recordings:
            keep_answers(recording)
        self._write(subject)
        if not self.quiet:
            self._print(subject, started)
        return subject.diagnosis.verdict is Verdict.LEAK

    def _write(self, subject: Subject) -> None:
        if self.json_file is not None:
            from tensorleak.cli.writing import write_out
            from tensorleak.documents import diagnosis as document

            write_out(document.render(subject.diagnosis), self.json_file)
        if self.html_file is not None:
            from tensorleak.cli.writing import write_out
            from tensorleak.repairs import with_repairs
            from tensorleak.report.formats import FORMATS

            write_out(FORMATS["html"].render(with_repairs(subject)), self.html_file)
        if os.environ.get("GITHUB_STEP_SUMMARY"):
            from tensorleak.cli.job_summary import add_to_job_summary

            add_to_job_summary(subject.diagnosis)

    def _print(self, subject: Subject, started: launch.Launch) -> None:
        from tensorleak.report import terminal

        said = started.follower.said if started.follower is not None else None
        if said is not None and said.contradicted_by(subject.diagnosis):
            started.withdraw(said.sentence, subject.diagnosis)
        terminal.render(subject.diagnosis, stderr_console(), subject.excerpts)


def stderr_console() -> Console:
    """Where everything of ours is printed."""
    from rich.console import Console

    return Console(stderr=True)


def run_watched(started: launch.Launch) -> int:
    """Runs the program with the live view, which tells of leaks by itself where it has a region for them."""
    from tensorleak.live import has_region, live_view

    console = stderr_console()
    started.watched = True
    if has_region(console):
        started.announce = lambda diagnosis: None
        started.withdraw = lambda sentence, diagnosis: None
    with live_view(console) as started.observe:
        return launch.run(started)


def build_command(python: str | None, module: bool, command: tuple[str, ...]) -> list[str]:
    """The words to start: a script, a module, or a command given after `--`."""
    if module:
        return [interpreter(python), "-m", *command]
    if launch_is_command(command):
        return list(command)
    script = Path(command[0])
    if not script.exists():
        raise UsageError(f"no script {command[0]!r}: name a script, or put `--` before a command")
    return [interpreter(python), *command]


def launch_is_command(command: tuple[str, ...]) -> bool:
    """Whether the words came after `--`: click removes it, so the raw command line tells."""
    import sys

    words = sys.argv[1:]
    return "--" in words and words[words.index("--") + 1 :][: len(command)] == list(command)


def announce(diagnosis: Diagnosis) -> None:
    """Says once, while the program still runs, that a leak is confirmed."""
    _say(f"leak: {diagnosis.sentence}", "red")


def withdraw(sentence: str, diagnosis: Diagnosis) -> None:
    """Says once that the announced leak is none after all, and what the diagnosis says instead."""
    _say(f"withdrawn: {sentence}; by now it is {diagnosis.verdict}: {diagnosis.sentence}", "yellow")


def _say(text: str, style: str) -> None:
    said = f"tensorleak: {clean(text, lines=False)}"
    stderr_console().print(said, style=style, highlight=False, markup=False, soft_wrap=True)


def complaint(error: Exception) -> str:
    """Why there is no report, in one line."""
    if isinstance(error, TensorleakError):
        return clean(str(error), lines=False)
    said = clean(f"{type(error).__name__}: {error}", lines=False)
    return f"internal error ({said}); please report it with the recording"


def explain_missing(error: RecordingError, started: launch.Launch) -> str:
    """Why there is no diagnosis."""
    if started.record.exists():
        return clean(str(error))
    where = name(str(started.record))
    if started.follower is not None:
        return f"the recording {where} was removed while the program ran, so there is nothing to diagnose"
    return (
        f"no recording was found at {where}: the command started no Python that could be observed (it may run with"
        " -E, -I or -S, or with a cleaned environment), ended before it had begun, or removed the file"
    )
