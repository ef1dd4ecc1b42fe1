"""The language server: findings while people type, a rule's page under the mouse, and fixes for the line at hand."""

from __future__ import annotations

import sys
from typing import BinaryIO, cast

from lsprotocol import types

from tensorleak.server.actions import Action, actions_for, at, hover_text
from tensorleak.server.frames import Frames
from tensorleak.server.publishing import Server


def serve() -> None:
    """Speaks with an editor over stdin and stdout until it hangs up."""
    make_server().start_io(cast(BinaryIO, Frames(sys.stdin.buffer)))


def make_server() -> Server:
    """A server with all that it answers."""
    server = Server()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.soon(server.check, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    answer(server)
    follow_notebooks(server)
    return server


def follow_notebooks(server: Server) -> None:
    """Notebooks: a change of one cell may show in another."""

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenNotebookDocumentParams) -> None:
        server.check_notebook(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeNotebookDocumentParams) -> None:
        structure = params.change.cells.structure if params.change.cells else None
        for document in (structure.did_close or ()) if structure else ():
            server.forget(document.uri)
        server.soon(server.check_notebook, params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveNotebookDocumentParams) -> None:
        server.check_notebook(params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseNotebookDocumentParams) -> None:
        server.forget_timer(params.notebook_document.uri)
        for document in params.cell_text_documents:
            server.forget(document.uri)


def answer(server: Server) -> None:
    """What the editor asks about a place."""

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
