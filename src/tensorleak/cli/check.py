"""`tensorleak check`: find leaks in source, and repair what can be repaired."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from tensorleak.check import baseline, cache, driver, settings
from tensorleak.check.driver import Options
from tensorleak.check.result import CheckReport
from tensorleak.check.source import shown
from tensorleak.cli.output import FORMATS, write_report
from tensorleak.errors import UsageError

A_PATH = click.Path(path_type=Path)


def words(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Lists may be given word by word or with commas."""
    return tuple(word for value in values for word in value.split(",") if word)


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=A_PATH)
@click.option(
    "--select",
    multiple=True,
    callback=words,
    metavar="RULES",
    help="Only these: ids, beginnings of ids (TL1) or names.",
)
@click.option("--ignore", multiple=True, callback=words, metavar="RULES", help="All but these.")
@click.option("--preview/--no-preview", default=None, help="Also rules that have not yet earned their place.")
@click.option("--tests/--no-tests", default=None, help="Also check tests, which are left out otherwise.")
@click.option(
    "--exclude", multiple=True, callback=words, metavar="PATTERNS", help="Further files and folders to leave out."
)
@click.option("--force-exclude", is_flag=True, help="Leave out excluded files even when they are named, as hooks do.")
@click.option("--hints", is_flag=True, help="Also show hints: growth that costs little, and code that nobody calls.")
@click.option("--output-format", type=click.Choice(FORMATS), help="Default: full on a terminal, text elsewhere.")
@click.option("--output-file", metavar="FILE", type=A_PATH, help="Write the report there instead of stdout.")
@click.option("--baseline", "baseline_file", metavar="FILE", type=A_PATH, help="Hide the findings that FILE holds.")
@click.option("--write-baseline", is_flag=True, help="Accept all present findings: write them to the baseline.")
@click.option("--cache-dir", metavar="FOLDER", type=A_PATH, help="Where results are kept; default: your cache folder.")
@click.option("--no-cache", is_flag=True, help="Neither read nor keep results.")
@click.option("--jobs", "-j", type=click.IntRange(min=0), default=0, help="Processes; default: one for each core.")
@click.option("--show-settings", is_flag=True, help="Print the settings that apply, and stop.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when something was found.")
@click.option("--fix", is_flag=True, help="Write the safe fixes into the files, then report what remains.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff: also fixes that may change what the code means."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
def check(
    paths: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    preview: bool | None,
    tests: bool | None,
    exclude: tuple[str, ...],
    force_exclude: bool,
    hints: bool,
    output_format: str | None,
    output_file: Path | None,
    baseline_file: Path | None,
    write_baseline: bool,
    cache_dir: Path | None,
    no_cache: bool,
    jobs: int,
    show_settings: bool,
    exit_zero: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
) -> int:
    """Check the Python files and notebooks at PATH (default: here) for lines that will leak memory.

    Exit status: 0 when nothing was found, 1 when something was, 2 when nothing was found but some file could not be
    read, 3 when Tensorleak itself failed on a file. Settings come from [tool.tensorleak] of the nearest pyproject.toml.
    """
    where = paths or (Path(),)
    chosen = settings.override(
        settings.load(where),
        select=select,
        ignore=ignore,
        exclude=exclude,
        preview=preview,
        tests=tests,
        baseline=baseline_file,
    )
    if show_settings:
        click.echo(settings.describe(chosen))
        return 0
    if unsafe_fixes and not (fix or diff):
        raise UsageError("--unsafe-fixes says which fixes --fix or --diff may use: add one of them")
    kept = None if no_cache else cache_dir or cache.default_folder()
    options = Options(chosen, force_exclude, jobs, kept, baseline=not write_baseline)
    if write_baseline:
        return accept(driver.check(where, options), chosen)
    report = driver.check(where, options)
    if fix or diff:
        from tensorleak.cli.fixing import apply, preview_of

        if diff:
            return preview_of(report, unsafe_fixes)
        if apply(report, unsafe_fixes):
            report = driver.check(where, options)
    write_report(report, output_format, output_file, hints)
    return 0 if exit_zero else report.exit_status


def accept(report: CheckReport, chosen: settings.Settings) -> int:
    """Writes the baseline."""
    if chosen.baseline is None:
        raise UsageError("--write-baseline needs a file: name it with --baseline FILE or in [tool.tensorleak]")
    baseline.write(report.findings, report.sources, chosen.baseline)
    click.echo(f"{len(report.findings)} findings written to {shown(chosen.baseline)}", err=True)
    return replace(report, findings=()).exit_status
