"""The language server, spoken to as an editor does: a process of its own, over stdin and stdout."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from shell_support import engine  # noqa: F401

from tensorleak.check.buffer import check_buffer, with_ignore
from tensorleak.check.suppress import suppressions
from tensorleak.server.actions import change

LEAKING = """import sys

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
rate = tf.Variable(0.1)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(int(sys.argv[1])):
        session.run(tf.assign(rate, 1.0 / (step + 1)))  # slower and slower
"""
HARMLESS = LEAKING.replace("tf.assign(rate, 1.0 / (step + 1))", "rate")


class Editor:
    """The client's side: what was published, and a way to wait for it."""

    def __init__(self, folder: Path) -> None:
        self.client = LanguageClient("test", "1")
        self.folder = folder
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda said: self.published.put_nowait(said))
        self.client.feature(types.WINDOW_LOG_MESSAGE)(lambda _: None)

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier((self.folder / "train.py").as_uri())

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "tensorleak", "server")
        folders = [types.WorkspaceFolder(self.folder.as_uri(), "project")]
        await self.client.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(), workspace_folders=folders)
        )
        self.client.initialized(types.InitializedParams())

    async def next(self) -> list[types.Diagnostic]:
        return list((await asyncio.wait_for(self.published.get(), 20)).diagnostics)

    async def open(self, text: str) -> list[types.Diagnostic]:
        item = types.TextDocumentItem(self.document.uri, "python", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.next()

    def type(self, text: str, version: int) -> None:
        identifier = types.VersionedTextDocumentIdentifier(version, self.document.uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [whole]))

    async def actions(self, span: types.Range) -> list[types.CodeAction]:
        context = types.CodeActionContext([])
        return await self.client.text_document_code_action_async(types.CodeActionParams(self.document, span, context))

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


@asynccontextmanager
async def editor(folder: Path) -> AsyncIterator[Editor]:
    one = Editor(folder)
    await one.start()
    try:
        yield one
    finally:
        await one.stop()


def applied(text: str, edit: types.TextEdit) -> str:
    lines = text.splitlines(keepends=True) + [""]
    start, end = edit.range.start, edit.range.end
    before = "".join(lines[: start.line]) + lines[start.line][: start.character]
    after = lines[end.line][end.character :] + "".join(lines[end.line + 1 :])
    return before + edit.new_text + after


def test_an_editor_sees_findings_pages_and_fixes(tmp_path: Path) -> None:
    async def session() -> None:
        async with editor(tmp_path) as one:
            (found,) = await one.open(LEAKING)
            assert (found.code, found.source, found.range.start.line) == ("TL101", "tensorleak", 9)
            assert found.code_description.href.endswith("tl101_graph_ops_in_loop.py")
            assert found.related_information[0].location.range.start.line == 8

            hover = types.HoverParams(one.document, types.Position(9, 30))
            assert "## Why it grows" in (await one.client.text_document_hover_async(hover)).contents.value
            elsewhere = types.HoverParams(one.document, types.Position(0, 1))
            assert await one.client.text_document_hover_async(elsewhere) is None

            fix, ignore = await one.actions(found.range)
            edit = ignore.edit.changes[one.document.uri][0]
            assert edit.new_text.endswith("# slower and slower  # tensorleak: ignore[TL101]")
            one.type(applied(LEAKING, edit), 2)
            assert await one.next() == []
            assert "unsafe" in fix.title and not fix.is_preferred
            after = applied(LEAKING, fix.edit.changes[one.document.uri][0])
            assert after.index("tf.assign") < after.index("for step")

            for version, text in enumerate((HARMLESS, LEAKING, HARMLESS), start=3):
                one.type(text, version)  # faster than the pause: only the last is checked
            assert await one.next() == []
            assert one.published.empty()
            assert not await one.actions(found.range)

    asyncio.run(session())


def test_broken_text_and_settings_do_not_end_the_server(tmp_path: Path) -> None:
    async def session() -> None:
        async with editor(tmp_path) as one:
            assert await one.open("import tensorflow\nfor (") == []
            one.type(LEAKING, 2)
            assert len(await one.next()) == 1
            (tmp_path / "pyproject.toml").write_text("[tool.tensorleak]\nselect = 3\n")
            one.type(LEAKING + "\n", 3)
            await asyncio.sleep(0.5)
            (tmp_path / "pyproject.toml").write_text('[tool.tensorleak]\nignore = ["TL1"]\n')
            one.client.text_document_did_save(types.DidSaveTextDocumentParams(one.document))
            assert await one.next() == []

    asyncio.run(session())


def test_an_editor_sees_findings_in_the_cells_of_a_notebook(tmp_path: Path) -> None:
    uri = (tmp_path / "train.ipynb").as_uri()
    setup, train = LEAKING.split("with tf.Session")
    texts = {f"{uri}#words": "# Training", f"{uri}#setup": setup, f"{uri}#train": f"%time\nwith tf.Session{train}"}
    kinds = (types.NotebookCellKind.Markup, types.NotebookCellKind.Code, types.NotebookCellKind.Code)
    cells = [types.NotebookCell(kind, cell) for kind, cell in zip(kinds, texts, strict=True)]
    notebook = types.NotebookDocument(uri, "jupyter-notebook", 1, cells)
    documents = [types.TextDocumentItem(cell, "python", 1, text) for cell, text in texts.items()]
    here = types.TextDocumentIdentifier(f"{uri}#train")

    async def session() -> None:
        async with editor(tmp_path) as one:
            one.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, documents))
            first, second = await one.published.get(), await one.published.get()
            assert (first.uri, list(first.diagnostics)) == (f"{uri}#setup", [])
            (found,) = second.diagnostics
            assert (second.uri, found.code, found.range.start.line) == (f"{uri}#train", "TL101", 4)
            hover = types.HoverParams(here, found.range.start)
            assert "## Why it grows" in (await one.client.text_document_hover_async(hover)).contents.value
            asked = types.CodeActionParams(here, found.range, types.CodeActionContext([]))
            (ignore,) = await one.client.text_document_code_action_async(asked)  # cells are not rewritten
            assert ignore.title == "Ignore TL101 for this line"

            calm = types.TextDocumentContentChangeWholeDocument("sess = tf.Session()")
            change = types.NotebookDocumentCellContentChanges(
                types.VersionedTextDocumentIdentifier(2, f"{uri}#train"), [calm]
            )
            changes = types.NotebookDocumentChangeEvent(cells=types.NotebookDocumentCellChanges(text_content=[change]))
            one.client.notebook_document_did_change(
                types.DidChangeNotebookDocumentParams(types.VersionedNotebookDocumentIdentifier(2, uri), changes)
            )
            assert await one.next() == [] and await one.next() == []

    asyncio.run(session())


def test_without_pygls_there_is_one_clear_line() -> None:
    code = "import sys; sys.modules['pygls'] = None; sys.argv = ['tensorleak', 'server']; from tensorleak.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "tensorleak: the language server needs pygls: pip install 'tensorleak[server]'\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\nc", "a\nX\nc"),
        ("a\nb", "a\nb\nc"),
        ("a\nb\nc\n", "c\n"),
        ("", "a\n"),
        ("a\na\na\n", "a\na\n"),
        ("a\n", "a\n"),
    ],
)
def test_the_smallest_change(before: str, after: str) -> None:
    edit = change(before.split("\n"), after.split("\n"))
    padded = before + "\n"
    assert applied(padded, edit).removesuffix("\n") == after or applied(before, edit) == after


@pytest.mark.usefixtures("engine")
class TestBuffers:
    def test_the_text_counts_and_not_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "train.py"
        path.write_text("import tensorflow\n")
        assert len(check_buffer(path, "import tensorflow\nleak()\n").findings) == 1
        assert check_buffer(path, "import tensorflow\n").findings == ()

    def test_what_a_check_leaves_out_an_editor_leaves_out(self, tmp_path: Path) -> None:
        text = "import tensorflow\nleak()\n"
        assert check_buffer(tmp_path / "test_train.py", text).findings == ()
        (tmp_path / "pyproject.toml").write_text("[tool.tensorleak]\ntests = true\n")
        assert len(check_buffer(tmp_path / "test_train.py", text).findings) == 1

    def test_an_ignoring_comment_is_offered_where_it_works(self, tmp_path: Path) -> None:
        buffer = check_buffer(tmp_path / "train.py", "import tensorflow\nleak()  # why\nf(leak(), '''\n''')\n")
        first, second = buffer.findings
        new = with_ignore(buffer.source, first)
        assert new == "leak()  # why  # tensorleak: ignore[TL101]"
        assert with_ignore(buffer.source, second) is None
        assert not suppressions(buffer.source).hides(first)


BAD_HEADERS = {
    "huge": b"Content-Length: 99999999999\r\n\r\nabc",
    "negative": b"Content-Length: -5\r\n\r\nabc",
    "no number": b"Content-Length: abc\r\n\r\n{}",
    "zero": b"Content-Length: 0\r\n\r\n",
    "none": b"Content-Type: text\r\n\r\n{}",
    "endless": b"X" * 5_000_000,
}


def message(**fields: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


HELLO = message(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})


def spoken(data: bytes) -> subprocess.CompletedProcess[bytes]:
    """The server, told all this at once."""
    command = [sys.executable, "-m", "tensorleak", "server"]
    return subprocess.run(command, input=HELLO + data, capture_output=True, timeout=60)


@pytest.mark.parametrize("kind", BAD_HEADERS)
def test_a_message_without_a_sane_length_ends_the_server_with_one_line(kind: str) -> None:
    done = spoken(BAD_HEADERS[kind] + message(id=2, method="shutdown"))
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("tensorleak: the editor sent ")
    assert b'"id": 1' in done.stdout or b'"id":1' in done.stdout


def test_headers_of_other_kinds_and_spellings_are_understood() -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "shutdown"}).encode()
    head = b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" % len(body)
    done = spoken(head + body + message(method="exit"))
    assert b'"id": 7' in done.stdout or b'"id":7' in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("body", [b"{nope", b"\xff\xfe", b"[1,2]", b"{}", b"5", b"[" * 100_000])
def test_a_message_that_makes_no_sense_does_not_end_the_server(body: bytes) -> None:
    done = spoken(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) + message(id=9, method="shutdown"))
    assert b'"id": 9' in done.stdout or b'"id":9' in done.stdout
