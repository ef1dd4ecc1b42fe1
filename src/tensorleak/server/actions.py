"""What an editor offers at a finding: the rule's page, its fix, a comment that waves it through."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from tensorleak.check.buffer import Buffer, with_ignore
from tensorleak.check.finding import StaticFinding
from tensorleak.check.source import NEWLINE
from tensorleak.rules import by_id
from tensorleak.server.publishing import Server

Action = types.CodeAction


def at(buffer: Buffer | None, lines: types.Range) -> list[StaticFinding]:
    """The findings that touch some lines."""
    found = buffer.findings if buffer else ()
    first, last = lines.start.line + 1, lines.end.line + 1
    return [one for one in found if one.span.line <= last and first <= one.span.end_line]


def change(before: Sequence[str], after: Sequence[str]) -> types.TextEdit:
    """The smallest edit of whole lines that turns one text into the other; other lines keep their marks and folds."""
    shorter = min(len(before), len(after))
    head = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    tail = next((index for index in range(shorter - head) if before[-1 - index] != after[-1 - index]), shorter - head)
    changed = after[head : len(after) - tail]
    span = types.Range(types.Position(head, 0), types.Position(len(before) - tail, 0))
    return types.TextEdit(span, "".join(f"{line}\n" for line in changed))


def hover_text(findings: list[StaticFinding]) -> types.Hover | None:
    """The pages of the rules that have something to say here."""
    rules = [by_id(rule) for rule in dict.fromkeys(found.rule for found in findings)]
    pages = [f"# {rule.id} {rule.name}\n\n{rule.documentation}" for rule in rules if rule is not None]
    if not pages:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(pages)))


def actions_for(server: Server, uri: str, found: StaticFinding, buffer: Buffer) -> list[Action]:
    """What can be done about one finding: repair it, or wave it through."""
    return [*fix_action(server, uri, found, buffer), *ignore_action(server, uri, found, buffer)]


def fix_action(server: Server, uri: str, found: StaticFinding, buffer: Buffer) -> list[Action]:
    """The fix of a finding, if it has one; one that may change the meaning says so."""
    from tensorleak.fix.api import Safety, preview

    rewrite = preview(found, buffer.source)
    if rewrite is None:
        return []
    safe = rewrite.safety is Safety.SAFE
    title = rewrite.title if safe else f"{rewrite.title} ({rewrite.safety}: {rewrite.reason})"
    edit = change(buffer.source.lines, NEWLINE.split(rewrite.text))
    return [action(server, uri, found, buffer, title, edit, preferred=safe)]


def ignore_action(server: Server, uri: str, found: StaticFinding, buffer: Buffer) -> list[Action]:
    """A comment at the end of the line."""
    new = with_ignore(buffer.source, found)
    if new is None:
        return []
    row = found.span.end_line - 1
    end = server.units(buffer.source.line(found.span.end_line))
    edit = types.TextEdit(types.Range(types.Position(row, 0), types.Position(row, end)), new)
    return [action(server, uri, found, buffer, f"Ignore {found.rule} for this line", edit)]


def action(
    server: Server,
    uri: str,
    found: StaticFinding,
    buffer: Buffer,
    title: str,
    edit: types.TextEdit,
    preferred: bool = False,
) -> Action:
    """A quick fix of one edit."""
    return Action(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[server.diagnostic(found, buffer)],
        is_preferred=preferred or None,
        edit=types.WorkspaceEdit(changes={uri: [edit]}),
    )
