"""`tensorleak lab`: run the programs on your TensorFlow and see what grows, how fast, and which remedies work."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from tensorleak.cli.writing import STDOUT, write_out

FILE = click.Path(path_type=Path, allow_dash=True)
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.option(
    "--select", metavar="WORDS", default="", help="Rules or programs, by how they begin: TL101,TL3,hot_reload."
)
@click.option("--python", metavar="PATH", help="The interpreter to run; default: the one your shell would run.")
@click.option(
    "--timeout", metavar="SECONDS", type=click.FloatRange(min=1), default=180, help="For each run; default 180."
)
@click.option("--markdown", metavar="FILE", type=FILE, help="Also write the tables as Markdown to FILE (- for stdout).")
@click.option(
    "--json", "json_file", metavar="FILE", type=FILE, help="Also write the result as JSON to FILE (- for stdout)."
)
@click.option("--record-dir", metavar="DIR", type=FOLDER, help="Keep the recordings in DIR.")
@click.option(
    "--resume", is_flag=True, help="Read the runs whose recordings are in --record-dir instead of repeating them."
)
@click.option(
    "--share", type=click.FloatRange(0, 1, min_open=True), default=1.0, help="Make this share of each program's rounds."
)
@click.option("--recorded", is_flag=True, help="Only read what --record-dir holds; run nothing.")
@click.option("--list", "only_list", is_flag=True, help="Only list the programs and remedies.")
def lab(
    select: str,
    python: str | None,
    timeout: float,
    markdown: Path | None,
    json_file: Path | None,
    record_dir: Path | None,
    resume: bool,
    share: float,
    recorded: bool,
    only_list: bool,
) -> int:
    """Run the programs that ship with Tensorleak, their repaired twins and other remedies on your TensorFlow.

    Each form runs in a process of its own, one at a time; what grows is given per round of the program's work.
    Programs that are not for your version are listed as skipped. Ctrl-C prints what was measured so far.
    """
    from tensorleak import lab as labs  # the diagnosis loads only for those who use it
    from tensorleak.cli.lab_progress import Progress
    from tensorleak.documents import lab as document
    from tensorleak.lab.subject import ask
    from tensorleak.report import lab_markdown, lab_text

    if (resume or recorded) and record_dir is None:
        raise click.UsageError("--resume and --recorded read recordings: name their folder with --record-dir")
    chosen = labs.experiments(tuple(word.strip() for word in select.split(",") if word.strip()))
    if only_list:
        lab_text.render_list(chosen, Console())
        return 0
    subject = ask(python)
    with Progress(subject, chosen) as progress:
        options = labs.Options(timeout, record_dir, resume, share, recorded, progress.starting, progress.done)
        result = labs.run_lab(subject, chosen, options)
    for target, render in ((markdown, lab_markdown.render), (json_file, document.render)):
        if target is not None:
            write_out(render(result), target)
    if STDOUT not in (markdown, json_file):
        lab_text.render(result, Console())
    return 130 if result.interrupted else 0
