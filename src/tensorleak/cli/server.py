"""`tensorleak server`: findings and fixes in an editor."""

from __future__ import annotations

import click

from tensorleak.errors import UsageError


@click.command()
def server() -> None:
    """Speak the language server protocol over stdin and stdout, for editors.

    Needs the extra: pip install 'tensorleak[server]'.
    """
    try:
        from tensorleak.server import serve
    except ImportError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the language server needs pygls: pip install 'tensorleak[server]'") from error
    serve()
