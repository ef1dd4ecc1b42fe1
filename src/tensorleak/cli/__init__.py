"""The command line: one small module per command."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from tensorleak import __version__
from tensorleak.errors import InternalError, TensorleakError
from tensorleak.safe import clean

COMMANDS = ("run", "report", "open", "compare", "check", "prove", "explain", "lab", "server")


class Commands(click.Group):
    """Loads a command when it is called for: a check in a hook should not wait for what only a diagnosis needs."""

    def list_commands(self, _: click.Context) -> list[str]:
        """The commands in the order in which people meet them."""
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """The command of this name: a module of this package has a function of the same name."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"tensorleak.cli.{name}"), name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tensorleak")
def cli() -> None:
    """Find out what leaks in a TensorFlow program, at which line, held by what, and what to change."""


def main() -> None:
    """Entry point: expected failures become one line and an exit status, never a traceback."""
    try:
        status = cli.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        status = stop.exit_code
    except click.exceptions.Abort:
        status = 130
    except click.ClickException as error:
        say(error.format_message())
        status = 2
    except TensorleakError as error:
        say(str(error))
        status = error.exit_status
    except BrokenPipeError:
        status = 0
    except Exception as error:
        say(f"internal error ({type(error).__name__}: {error}); please report it with the recording")
        status = InternalError.exit_status
    sys.exit(status or 0)


def say(words: str) -> None:
    """Prints an error, whose names of files may be anybody's, as lines that cannot steer a terminal."""
    click.echo(f"tensorleak: {clean(words)}", err=True)
