"""Model files: estimates read them without loading them, or refuse them with one line."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import h5py
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import blob, damaged, json_of, number, text, torn

from tensorleak.report.exports import protobuf

KIND = "model"


def layer(kind: str, **config: Any) -> dict[str, Any]:
    return {
        "module": "keras.layers",
        "class_name": kind,
        "config": {"name": kind.lower(), "dtype": "float32", **config},
    }


CONFIG = {
    "class_name": "Sequential",
    "config": {
        "name": "s",
        "layers": [
            layer("InputLayer", batch_shape=[None, 28, 28, 1]),
            layer("Conv2D", filters=8, kernel_size=[3, 3], strides=[1, 1], padding="valid"),
            layer("MaxPooling2D", pool_size=[2, 2], strides=None, padding="same"),
            layer("Flatten"),
            layer("Dense", units=10, use_bias=True),
            layer("LSTM", units=4, return_sequences=True),
        ],
    },
}


def weights() -> bytes:
    out = io.BytesIO()
    with h5py.File(out, "w") as file:
        file.create_dataset("layers/dense/vars/0", data=np.zeros((4, 4), "f4"))
    return out.getvalue()


WEIGHTS = weights()
NAMES = ["metadata.json", "config.json", "model.weights.h5", "../../out", "/etc/x", "assets/a", "config.json/"]


@st.composite
def keras(draw: st.DrawFn) -> bytes:
    """A `.keras` archive with a damaged configuration, entries that come twice, or other bytes as weights."""
    inside = [
        ("metadata.json", json.dumps({"keras_version": "3.0"}).encode()),
        ("config.json", draw(damaged(CONFIG).map(json_of).flatmap(torn))),
        ("model.weights.h5", draw(st.one_of(st.just(WEIGHTS), torn(WEIGHTS)))),
    ]
    inside += draw(st.lists(st.tuples(st.sampled_from(NAMES), blob), max_size=2))
    for place in draw(st.sets(st.integers(0, 2), max_size=1)):
        del inside[place]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in inside:
            archive.writestr(name, content)
    return draw(torn(out.getvalue()))


@st.composite
def message(draw: st.DrawFn, depth: int = 4) -> bytes:
    """Some fields of some protocol buffer; deep ones look like a SavedModel's graphs."""
    parts = []
    for _ in range(draw(st.integers(0, 4))):
        field = draw(st.integers(1, 12))
        kind = draw(st.sampled_from(["number", "text", "message", "message", "bytes"]))
        if kind == "number":
            parts.append(protobuf.number(field, draw(st.integers(0, 2**63 - 1))))
        elif kind == "text":
            parts.append(protobuf.text(field, draw(text).encode(errors="replace").decode()))
        elif kind == "message" and depth:
            parts.append(protobuf.message(field, draw(message(depth=depth - 1))))
        else:
            parts.append(protobuf.message(field, draw(blob)))
    return b"".join(parts)


@st.composite
def attributes(draw: st.DrawFn) -> bytes:
    """An HDF5 file with datasets and attributes of any name, and a model's configuration among them."""
    out = io.BytesIO()
    with h5py.File(out, "w") as file:
        file.attrs["model_config"] = draw(damaged(CONFIG).map(json.dumps))[:60_000]
        shape = tuple(draw(st.lists(st.sampled_from([0, 1, 3, 2**20, 2**40]), max_size=3)))
        kind = draw(st.sampled_from(["f4", "f2", "i8", "u1", "c8"]))
        file.create_dataset("model_weights/a", shape=shape or (1,), dtype=kind, chunks=True if shape else None)
        if draw(st.booleans()):
            file["model_weights/loop"] = h5py.SoftLink("/model_weights")
            file["model_weights/out"] = h5py.ExternalLink("/etc/passwd", "/x")
    return draw(torn(out.getvalue()))


def test_whatever_a_keras_file_holds(reading: Any, hunt: Callable[[Callable[[], None]], None]) -> None:
    file = reading.folder / "m.keras"

    @settings(max_examples=100 if settings().database else 12)
    @given(keras())
    def prop(data: bytes) -> None:
        file.write_bytes(data)
        reading(file)

    hunt(prop)


def test_whatever_an_hdf5_file_holds(reading: Any) -> None:
    file = reading.folder / "m.h5"

    @settings(max_examples=100 if settings().database else 8)
    @given(st.one_of(attributes(), blob))
    def prop(data: bytes) -> None:
        file.write_bytes(data)
        reading(file)

    prop()


def test_whatever_a_saved_model_holds(reading: Any) -> None:
    folder = reading.folder / "saved"
    (folder / "variables").mkdir(parents=True)

    @settings(max_examples=settings().max_examples if settings().database else 100)
    @given(message().flatmap(torn), st.one_of(blob, message()), number)
    def prop(graph: bytes, table: bytes, size: float) -> None:
        (folder / "saved_model.pb").write_bytes(graph)
        (folder / "variables" / "variables.index").write_bytes(table + b"\x00" * (48 if size == 0 else 0))
        reading(folder)

    prop()
