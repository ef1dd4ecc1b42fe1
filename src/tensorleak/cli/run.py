"""`tensorleak run`: run a program under the probe and say what leaks."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from tensorleak import launch
from tensorleak.cli.job_summary import add_to_job_summary
from tensorleak.cli.writing import refuse_missing_folder, write_out
from tensorleak.errors import RecordingError, UsageError
from tensorleak.gather import gather
from tensorleak.model.diagnosis import Diagnosis, Verdict
from tensorleak.recording import OWN
from tensorleak.repairs import with_repairs
from tensorleak.report import json as json_report
from tensorleak.report import terminal
from tensorleak.report.formats import FORMATS
from tensorleak.report.safe import clean


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
    live: bool,
    quiet: bool,
    strict: bool,
    command: tuple[str, ...],
) -> int:
    """Run SCRIPT [ARGS], -m MODULE [ARGS], or -- COMMAND (anything that starts Python) and diagnose its memory.

    The program runs unchanged; the verdict comes on stderr when it ends, also after Ctrl-C or a kill.
    """
    if live and quiet:
        raise UsageError("--live shows what --quiet hides: give one of them")
    console = Console(stderr=True)
    target = record or launch.default_recording(command[0])
    for report in (json_file, html_file):
        refuse_missing_folder(report)
    launch.clear_target(target)
    started = launch.Launch(
        command=build_command(python, module, command),
        record=target,
        announce=lambda diagnosis: None if quiet else announce(console, diagnosis),
    )
    status = run_watched(started, console) if live else launch.run(started)
    try:
        subject = gather(target, reader=OWN)
    except RecordingError as error:
        click.echo(f"tensorleak: {explain_missing(error, target, status)}", err=True)
        return status or 0
    if json_file is not None:
        write_out(json_report.render(subject.diagnosis), json_file)
    if html_file is not None:
        write_out(FORMATS["html"].render(with_repairs(subject)), html_file)
    add_to_job_summary(subject.diagnosis)
    if not quiet:
        terminal.render(subject.diagnosis, console, subject.excerpts)
    if strict and status == 0 and subject.diagnosis.verdict is Verdict.LEAK:
        return 1
    return status


def run_watched(started: launch.Launch, console: Console) -> int:
    """Runs the program with the live view, which tells of leaks by itself where it has a region for them."""
    from tensorleak.live import has_region, live_view

    if has_region(console):
        started.announce = lambda diagnosis: None
    with live_view(console) as started.observe:
        return launch.run(started)


def build_command(python: str | None, module: bool, command: tuple[str, ...]) -> list[str]:
    """The words to start: a script, a module, or a command given after `--`."""
    if module:
        return [launch.interpreter(python), "-m", *command]
    if launch_is_command(command):
        return list(command)
    script = Path(command[0])
    if not script.exists():
        raise UsageError(f"no script {command[0]!r}: name a script, or put `--` before a command")
    return [launch.interpreter(python), *command]


def launch_is_command(command: tuple[str, ...]) -> bool:
    """Whether the words came after `--`: click removes it, so the raw command line tells."""
    import sys

    words = sys.argv[1:]
    return "--" in words and words[words.index("--") + 1 :][: len(command)] == list(command)


def announce(console: Console, diagnosis: Diagnosis) -> None:
    """Says once, while the program still runs, that a leak is confirmed."""
    console.print(
        f"tensorleak: leak: {clean(diagnosis.sentence)}",
        style="red",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def explain_missing(error: RecordingError, target: Path, status: int) -> str:
    """Why there is no diagnosis."""
    if not target.exists():
        return "no recording was written: the command started no Python that could be observed (it may run with -E, -I or -S, or with a cleaned environment)"
    return str(error)
