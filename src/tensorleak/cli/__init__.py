"""The command line: one small module per command."""

from __future__ import annotations

import sys

import click

from tensorleak import __version__
from tensorleak.cli.check import check_command
from tensorleak.cli.explain import explain
from tensorleak.cli.prove import prove
from tensorleak.cli.report import report
from tensorleak.cli.run import run
from tensorleak.errors import InternalError, TensorleakError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tensorleak")
def cli() -> None:
    """Find out what leaks in a TensorFlow program, at which line, held by what, and what to change."""


for command in (run, report, check_command, prove, explain):
    cli.add_command(command)


def main() -> None:
    """Entry point: expected failures become one line and an exit status, never a traceback."""
    try:
        status = cli.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        status = stop.exit_code
    except click.exceptions.Abort:
        status = 130
    except click.ClickException as error:
        click.echo(f"tensorleak: {error.format_message()}", err=True)
        status = 2
    except TensorleakError as error:
        click.echo(f"tensorleak: {error}", err=True)
        status = error.exit_status
    except BrokenPipeError:
        status = 0
    except Exception as error:
        click.echo(
            f"tensorleak: internal error ({type(error).__name__}: {error}); please report it with the recording",
            err=True,
        )
        status = InternalError.exit_status
    sys.exit(status or 0)
