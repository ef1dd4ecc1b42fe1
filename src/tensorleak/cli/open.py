"""`tensorleak open`: the page of a recording in the browser, up to date while the program runs."""

from __future__ import annotations

import contextlib
import webbrowser
from pathlib import Path

import click

from tensorleak.cli.source_roots import source_roots
from tensorleak.recording import Reader
from tensorleak.viewer.following import Following
from tensorleak.viewer.server import Server


@click.command()
@click.argument("recording", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen; default: any free port.")
@click.option("--browser/--no-browser", default=True, help="Open the browser, or only print the address.")
@click.option("--source/--no-source", default=True, help="With or without lines of the program's source.")
@source_roots
def open(recording: Path, port: int, browser: bool, source: bool, reader: Reader) -> int:  # noqa: A001 - the command's name
    """Show RECORDING in the browser and follow it while its program runs; Ctrl-C ends it.

    Only this machine can reach the page, and only by the address that is printed.
    """
    with Server(Following(recording, source, reader), port) as server, contextlib.suppress(KeyboardInterrupt):
        click.echo(server.address)
        if browser:
            webbrowser.open(server.address)
        server.serve_forever()
    return 0
