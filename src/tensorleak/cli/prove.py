"""`tensorleak prove`: run a program before and after a change and show that the growth is gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from tensorleak.cli.writing import write_out
from tensorleak.errors import UsageError

FILE = click.Path(path_type=Path, allow_dash=True)
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--before", metavar="COMMAND", help="The command before the change; needs --after.")
@click.option("--after", metavar="COMMAND", help="The command after the change; needs --before.")
@click.option("--revisions", nargs=2, metavar="BEFORE AFTER", help="Two git revisions; `.` is the working tree.")
@click.option("-m", "module", is_flag=True, help="Run a module, as `python -m` does.")
@click.option("--python", metavar="PATH", help="The interpreter to run; default: the one your shell would run.")
@click.option("--timeout", metavar="SECONDS", type=click.FloatRange(min=1), help="End each run after this long.")
@click.option("--json", "json_file", metavar="FILE", type=FILE, help="Write the proof as JSON to FILE (- for stdout).")
@click.option("--record-dir", metavar="DIR", type=FOLDER, help="Keep the two recordings in DIR.")
@click.option("--root", metavar="DIR", type=FOLDER, help="The project's folder; default: found above the script.")
@click.option("--keep", is_flag=True, help="Keep the copies and outputs, and say where they are.")
@click.option("--apply", "write", is_flag=True, help="Write the fixes into your tree when they are proven.")
@click.option(
    "--unsafe/--safe-only", default=True, help="Try fixes that may change meaning (default), or safe ones only."
)
@click.option("--all-fixes", is_flag=True, help="Fix all findings in the files that ran, not only the leaks seen.")
@click.option("--ignore-output", is_flag=True, help="Do not require the same output: it is random or tells the time.")
@click.argument("words", metavar="[SCRIPT [ARGS]...]", nargs=-1, type=click.UNPROCESSED)
def prove(
    before: str | None,
    after: str | None,
    revisions: tuple[str, str] | None,
    module: bool,
    python: str | None,
    timeout: float | None,
    json_file: Path | None,
    record_dir: Path | None,
    root: Path | None,
    keep: bool,
    write: bool,
    unsafe: bool,
    all_fixes: bool,
    ignore_output: bool,
    words: tuple[str, ...],
) -> int:
    """Run SCRIPT as it is and with its static fixes, and show what the fixes did to its growth and its output.

    Both run in copies of the project, one after the other, with the same work; your tree stays as it is without
    --apply. --before and --after run two commands of your own instead, where you stand; --revisions runs SCRIPT in
    two states of its git repository. Exit status: 0 proven, 1 not proven, 2 usage, 3 fault.
    """
    from tensorleak import prove as proofs  # the checker and the fixers load only for those who use them
    from tensorleak.documents import proof as document
    from tensorleak.report import prove_text

    _require_one_way(before, after, revisions, words, write)
    options = proofs.Options(
        python=python,
        timeout=timeout,
        record_dir=record_dir,
        keep=keep,
        unsafe=unsafe,
        all_fixes=all_fixes,
        output_counts=not ignore_output,
        root=root,
        say=lambda line: click.echo(f"tensorleak: {prove_text.clean(line)}", err=True),
    )
    if before is not None and after is not None:
        proof = proofs.prove_commands(before, after, options)
    elif revisions:
        proof = proofs.prove_revisions(*revisions, proofs.program(words, module, python), options)
    else:
        proof = proofs.prove_fixes(proofs.program(words, module, python), options)
    if write and proof.proven:
        proofs.apply(proof.changing)
        proof = replace(proof, applied=True)
    if json_file is not None:
        write_out(document.render(proof), json_file)
    if str(json_file) != "-":
        prove_text.render(proof, Console())
    return 0 if proof.proven else 1


def _require_one_way(
    before: str | None, after: str | None, revisions: tuple[str, str] | None, words: tuple[str, ...], write: bool
) -> None:
    """A proof has one pair of sides: refuses half a pair and two pairs."""
    commands = before is not None or after is not None
    if commands and (before is None or after is None):
        raise UsageError("--before and --after belong together: give both commands")
    if commands and (words or revisions):
        raise UsageError("--before and --after name the whole commands: leave out the script and --revisions")
    if write and (commands or revisions):
        raise UsageError("--apply writes the static fixes: it goes with a script alone")
