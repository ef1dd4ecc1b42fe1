"""`tensorleak explain`: a rule's page in the terminal."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markdown import Markdown

from tensorleak.errors import UsageError
from tensorleak.rules import by_id, catalogue


@click.command()
@click.argument("rule", required=False)
def explain(rule: str | None) -> None:
    """Show what RULE (an id such as TL101, or its name) is about; without RULE, list them all."""
    console = Console()
    if rule is None:
        for known in catalogue():
            console.print(f"[bold cyan]{known.id}[/bold cyan] {known.name:30} {known.summary}", highlight=False)
        return
    found = by_id(rule)
    if found is None:
        raise UsageError(f"there is no rule {rule!r}; `tensorleak explain` lists them")
    console.print(Markdown(f"# {found.id} {found.name}\n\n{found.documentation}"))
