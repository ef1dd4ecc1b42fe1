"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

import inspect

import click

from pages.page import Page, code, linked_rules, make, table
from tensorleak.cli import COMMANDS, cli

PATH = "docs/commands.md"


def page() -> Page:
    """All commands in the order in which people meet them."""
    context = click.Context(cli, info_name="tensorleak")
    sections = [section(name, cli.get_command(context, name)) for name in COMMANDS]
    return make(PATH, "src/tensorleak/cli/", "# Command line", cli.help or "", EXITS, *sections)


EXITS = """\
`tensorleak --version` prints the version, `--help` (`-h`) after any command its options. Errors are one line; the exit status
is 2 for wrong usage and 3 for a fault of Tensorleak itself. What other exit statuses mean is said with each command."""


def section(name: str, command: click.Command | None) -> str:
    """One command: how it is called, what it does, its options."""
    assert command is not None, f"the command {name} does not load"
    parts = [f"## tensorleak {name}", f"```text\n{usage(name, command)}\n```", prose(command)]
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    if options:
        parts.append(table(("option", "meaning"), [(spelling(option), meaning(option)) for option in options]))
    return "\n\n".join(parts)


def usage(name: str, command: click.Command) -> str:
    """The line of usage."""
    words = [argument.metavar or default_metavar(argument) for argument in arguments(command)]
    return " ".join(["tensorleak", name, "[OPTIONS]", *words])


def arguments(command: click.Command) -> list[click.Argument]:
    """What stands after the options."""
    return [param for param in command.params if isinstance(param, click.Argument)]


def default_metavar(argument: click.Argument) -> str:
    """A name for an argument that has none of its own."""
    word = (argument.name or "").upper() + ("..." if argument.nargs == -1 else "")
    return word if argument.required else f"[{word}]"


def prose(command: click.Command) -> str:
    """The command's own words; their line breaks are those of the source."""
    text = inspect.cleandoc(command.help or "").replace("\b\n", "")
    return linked_rules("\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n")), "rules/")


def spelling(option: click.Option) -> str:
    """How an option is written, with what it takes."""
    value = "" if option.is_flag or option.count else f" {taken(option)}"
    names = ", ".join(code(name + value) for name in sorted(option.opts, key=len, reverse=True))
    return " / ".join([names, *map(code, option.secondary_opts)])


def taken(option: click.Option) -> str:
    """What stands after an option."""
    if option.metavar:
        return option.metavar
    if isinstance(option.type, click.Choice):
        return max(option.opts, key=len).strip("-").rpartition("-")[2].upper()
    return {"integer": "N", "integer range": "N", "float": "X", "float range": "X"}.get(option.type.name, "TEXT")


def meaning(option: click.Option) -> str:
    """What an option does, and what it can be given where that is a choice."""
    choices = option.type.choices if isinstance(option.type, click.Choice) else ()
    words = f"One of {', '.join(code(str(choice)) for choice in choices)}." if choices else ""
    return f"{option.help or ''} {words}".strip()
