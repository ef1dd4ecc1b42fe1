"""The language server: whatever an editor sends, it answers, goes on, or ends with one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import blob, damaged, json_of, text, torn, value

KIND = "editor"
SEEDS = sorted((Path(__file__).parent / "seeds" / KIND).glob("*.bin"))
URI = "file:///gone/train.py"
DOCUMENT = {
    "uri": URI,
    "languageId": "python",
    "version": 1,
    "text": "import tensorflow as tf\nfor i in range(9):\n    tf.constant(i)\n",
}
SPAN = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 4}}
CELL = {"kind": 2, "document": "cell:1"}
METHODS: dict[str, Any] = {
    "textDocument/didOpen": {"textDocument": DOCUMENT},
    "textDocument/didChange": {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "x = 1"}, {"range": SPAN, "text": "y"}]},
    "textDocument/didSave": {"textDocument": {"uri": URI}},
    "textDocument/didClose": {"textDocument": {"uri": URI}},
    "textDocument/hover": {"textDocument": {"uri": URI}, "position": SPAN["end"]},
    "textDocument/codeAction": {"textDocument": {"uri": URI}, "range": SPAN, "context": {"diagnostics": []}},
    "notebookDocument/didOpen": {
        "notebookDocument": {"uri": "file:///gone/n.ipynb", "notebookType": "jupyter-notebook", "version": 1, "cells": [CELL]},
        "cellTextDocuments": [DOCUMENT | {"uri": "cell:1"}],
    },
    "notebookDocument/didChange": {"notebookDocument": {"uri": "file:///gone/n.ipynb", "version": 2}, "change": {"cells": {}}},
    "shutdown": None,
    "x/y": {},
}  # fmt: skip


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


HELLO = framed(json_of({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}))  # fmt: skip
URIS = st.one_of(
    st.sampled_from([URI, "file:///", "untitled:1", "cell:1", "file:///etc/shadow", "file://host/x.py"]), text
)


@st.composite
def sent(draw: st.DrawFn) -> bytes:
    """One message, right or wrong."""
    method = draw(st.sampled_from(list(METHODS)))
    params = METHODS[method]
    how = draw(st.sampled_from(["right", "damaged", "damaged", "value"]))
    if how == "damaged" and params:
        params = draw(damaged(params))
    elif how == "value":
        params = draw(value)
    message = {"jsonrpc": "2.0", "method": method, "params": params} | draw(
        st.sampled_from([{}, {"id": 5}, {"id": "a"}, {"id": None}, {"id": 1.5}])
    )
    if draw(st.booleans()) and isinstance(params, dict) and isinstance(params.get("textDocument"), dict):
        params["textDocument"] = params["textDocument"] | {"uri": draw(URIS)}
    body = json_of(message)
    return draw(st.sampled_from([framed(body)] * 12 + [body, b"Content-Length: %d\r\n\r\n" % -len(body) + body]))


def test_whatever_an_editor_sends(reading: Any, hunt: Callable[[Callable[[], None]], None]) -> None:
    file = reading.folder / "talk.bin"

    @settings(max_examples=settings().max_examples if settings().database else 40)
    @given(
        st.lists(st.one_of(sent(), sent(), sent(), sent(), sent(), blob.filter(bool).map(framed)), max_size=8)
        .map(b"".join)
        .flatmap(torn)
    )
    def prop(data: bytes) -> None:
        file.write_bytes(HELLO + data)
        reading(file)

    hunt(prop)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_what_once_did_harm(seed: Path, reading: Any) -> None:
    reading(seed)
