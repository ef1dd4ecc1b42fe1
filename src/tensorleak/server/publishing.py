"""The server itself: checks what is open in the editor and publishes what it finds."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from tensorleak import __version__
from tensorleak.check.buffer import Buffer, check_buffer, check_cells
from tensorleak.check.finding import Severity, StaticFinding, Step
from tensorleak.check.source import absolute
from tensorleak.errors import TensorleakError
from tensorleak.rules import Rule, by_id

PAUSE = 0.3  # seconds without a key before the text is checked
NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [types.NotebookDocumentFilterWithCells([types.NotebookCellLanguage("python")])], save=True
)
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


class Server(LanguageServer):
    """Keeps the last check of each open document, and of each cell of an open notebook."""

    def __init__(self) -> None:
        super().__init__("tensorleak", __version__, notebook_document_sync=NOTEBOOKS)
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
        self.publish(uri, buffer, document.version)
        return buffer

    def check_notebook(self, uri: str) -> None:
        """Checks all cells of a notebook as they are now, as one program, and publishes what each one shows."""
        self.forget_timer(uri)
        notebook, path = self.workspace.get_notebook_document(notebook_uri=uri), uris.to_fs_path(uri)
        if notebook is None or path is None:
            return
        documents = [self.workspace.get_text_document(cell.document) for cell in notebook.cells]
        code = [cell.kind is types.NotebookCellKind.Code for cell in notebook.cells]
        cells = {
            number: document.source
            for number, (document, is_code) in enumerate(zip(documents, code, strict=True), start=1)
            if is_code
        }
        try:
            buffers = check_cells(Path(path), cells)
        except TensorleakError as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"tensorleak: {error}"))
            return
        for number, buffer in buffers.items():
            self.publish(documents[number - 1].uri, buffer, documents[number - 1].version)

    def publish(self, uri: str, buffer: Buffer, version: int | None) -> None:
        """Keeps a check and shows its findings."""
        self.buffers[uri] = buffer
        diagnostics = [self.diagnostic(found, buffer) for found in buffer.findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def forget(self, uri: str) -> None:
        """A document, or a cell, is no longer open."""
        self.forget_timer(uri)
        self.buffers.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def soon(self, check: Callable[[str], object], uri: str) -> None:
        """Checks a document or a notebook when its writer pauses."""
        self.forget_timer(uri)
        self.waiting[uri] = asyncio.get_running_loop().call_later(PAUSE, check, uri)

    def forget_timer(self, uri: str) -> None:
        """A check is no longer waited for."""
        timer = self.waiting.pop(uri, None)
        if timer is not None:
            timer.cancel()

    def current(self, uri: str) -> Buffer | None:
        """The last check of a document; checked anew where the text has changed since."""
        buffer = self.buffers.get(uri)
        if buffer is not None and buffer.source.text == self.workspace.get_text_document(uri).source:
            return buffer
        notebook = self.workspace.get_notebook_document(cell_uri=uri)
        if notebook is None:
            return self.check(uri)
        self.check_notebook(notebook.uri)
        return self.buffers.get(uri)

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
            related_information=[related(step) for step in found.chain if found.cell is None],
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
