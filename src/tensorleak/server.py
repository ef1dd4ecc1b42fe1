"""The language server: findings while people type, a rule's page under the mouse, and fixes for the line at hand."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from tensorleak import __version__
from tensorleak.check.buffer import Buffer, check_buffer, with_ignore
from tensorleak.check.finding import Severity, StaticFinding, Step
from tensorleak.check.source import NEWLINE, absolute
from tensorleak.errors import TensorleakError
from tensorleak.rules import Rule, by_id

PAUSE = 0.3  # seconds without a key before the text is checked
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
Action = types.CodeAction


class Server(LanguageServer):
    """Keeps the last check of each open document."""

    def __init__(self) -> None:
        super().__init__("tensorleak", __version__)
        self.buffers: dict[str, Buffer] = {}
        self.waiting: dict[str, asyncio.TimerHandle] = {}

    def check(self, uri: str) -> Buffer | None:
        """Checks a document as it is now and publishes what was found."""
        self.forget_timer(uri)
        path = uris.to_fs_path(uri)
        if path is None:
            return None
        document = self.workspace.get_text_document(uri)
        try:
            buffer = check_buffer(Path(path), document.source)
        except TensorleakError as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"tensorleak: {error}"))
            return None
        self.buffers[uri] = buffer
        diagnostics = [self.diagnostic(found, buffer) for found in buffer.findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, document.version))
        return buffer

    def check_soon(self, uri: str) -> None:
        """Checks a document when its writer pauses."""
        self.forget_timer(uri)
        self.waiting[uri] = asyncio.get_running_loop().call_later(PAUSE, self.check, uri)

    def forget_timer(self, uri: str) -> None:
        """A check is no longer waited for."""
        timer = self.waiting.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def current(self, uri: str) -> Buffer | None:
        """The last check of a document; checked anew where the text has changed since."""
        buffer = self.buffers.get(uri)
        if buffer is None or buffer.source.text != self.workspace.get_text_document(uri).source:
            return self.check(uri)
        return buffer

    def diagnostic(self, found: StaticFinding, buffer: Buffer) -> types.Diagnostic:
        """A finding as editors show it."""
        page = page_of(by_id(found.rule))
        return types.Diagnostic(
            range=self.range_of(found, buffer),
            message=f"{found.summary}\n{found.remedy}",
            severity=SEVERITIES[found.severity],
            code=found.rule,
            code_description=types.CodeDescription(page) if page else None,
            source="tensorleak",
            related_information=[related(step) for step in found.chain],
        )

    def range_of(self, found: StaticFinding, buffer: Buffer) -> types.Range:
        """The place of a finding in the units that the editor counts in."""
        span, line = found.span, buffer.source.line
        return types.Range(
            types.Position(span.line - 1, self.units(line(span.line)[: span.column - 1])),
            types.Position(span.end_line - 1, self.units(line(span.end_line)[: span.end_column - 1])),
        )

    def units(self, text: str) -> int:
        """The length of a text in the units that the editor counts in."""
        if self.workspace.position_encoding == types.PositionEncodingKind.Utf32:
            return len(text)
        if self.workspace.position_encoding == types.PositionEncodingKind.Utf8:
            return len(text.encode())
        return len(text.encode("utf-16-le")) // 2


def related(step: Step) -> types.DiagnosticRelatedInformation:
    """One step of a chain; editors jump there."""
    line = max(0, step.location.line - 1)
    span = types.Range(types.Position(line, 0), types.Position(line, 0))
    uri = absolute(Path(step.location.file)).as_uri()
    return types.DiagnosticRelatedInformation(types.Location(uri, span), step.text)


def page_of(rule: Rule | None) -> str | None:
    """The address of a rule's page: its module on this machine, which works without a network."""
    name = f"tensorleak.rules.{rule.id.lower()}_{rule.name.replace('-', '_')}" if rule else ""
    spec = importlib.util.find_spec(name) if name else None
    return Path(spec.origin).as_uri() if spec and spec.origin else None


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


def serve() -> None:
    """Speaks with an editor over stdin and stdout until it hangs up."""
    make_server().start_io()


def make_server() -> Server:
    """A server with all that it answers."""
    server = Server()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget_timer(uri)
        server.buffers.pop(uri, None)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        here = types.Range(params.position, params.position)
        return hover_text(at(server.current(params.text_document.uri), here))

    kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    def actions(params: types.CodeActionParams) -> list[Action]:
        uri = params.text_document.uri
        buffer = server.current(uri)
        if buffer is None:
            return []
        return [action for found in at(buffer, params.range) for action in actions_for(server, uri, found, buffer)]

    return server


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
