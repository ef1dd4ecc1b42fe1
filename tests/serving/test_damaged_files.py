"""Damaged, cut off and hostile files of every format: one clear line, soon, and without taking memory."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import struct
import time
import zipfile
from pathlib import Path

import pytest
from saved_models import Saved

from tensorleak.serving import ModelFileError, estimate_model

FORMATS = {
    "keras": ("conv.keras", None),
    "h5": ("conv.h5", None),
    "weights": ("conv.weights.h5", None),
    "index": ("conv_checkpoint.index", None),
    "graph": ("conv_saved", "saved_model.pb"),
    "variables": ("conv_saved", "variables/variables.index"),
}
SECONDS = 35.0


@pytest.fixture(params=FORMATS)
def victim(request: pytest.FixtureRequest, saved2: Saved, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of a model, and the file of it that is going to be damaged."""
    name, inner = FORMATS[request.param]
    source, copy = saved2.path(name), tmp_path / name
    if source.is_dir():
        shutil.copytree(source, copy)
    else:
        shutil.copy(source, copy)
    return copy, copy / inner if inner else copy


def refused_or_read(path: Path) -> str:
    """The one line of the refusal, or nothing if the damage was harmless."""
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        estimate_model(path)
        line = ""
    except ModelFileError as error:
        line = str(error)
        assert "\n" not in line and len(line) < 600
        assert path.name in line
    assert time.monotonic() - started < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KB
    return line


def test_cut_off_at_many_places(victim: tuple[Path, Path]) -> None:
    model, part = victim
    whole = part.read_bytes()
    places = {0, 1, 4, 7, 8, 47, 48, *(len(whole) * tenth // 10 for tenth in range(1, 10)), len(whole) - 1}
    refused = 0
    for place in sorted(places):
        part.write_bytes(whole[:place])
        refused += bool(refused_or_read(model))
    assert refused >= len(places) - 3  # a cut between two fields of a graph leaves a shorter, valid one


def test_flipped_bytes(victim: tuple[Path, Path]) -> None:
    model, part = victim
    whole = part.read_bytes()
    chance = random.Random(4)
    for place in [*range(0, min(96, len(whole)), 12), *(chance.randrange(len(whole)) for _ in range(8))]:
        broken = bytearray(whole)
        broken[place] ^= 0xFF
        part.write_bytes(bytes(broken))
        refused_or_read(model)


@pytest.mark.parametrize("part", ["saved_model.pb", "variables/variables.index"])
def test_a_saved_model_with_many_kinds_of_damage(saved2: Saved, tmp_path: Path, part: str) -> None:
    model = tmp_path / "model"
    shutil.copytree(saved2.path("conv_saved"), model)
    whole = (model / part).read_bytes()
    chance = random.Random(3)
    for _ in range(150):
        broken = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        (model / part).write_bytes(bytes(broken))
        refused_or_read(model)


def test_noise(victim: tuple[Path, Path]) -> None:
    model, part = victim
    head = part.read_bytes()[:16]
    chance = random.Random(7)
    for _ in range(4):
        part.write_bytes(head + chance.randbytes(5000))
        assert refused_or_read(model)


def keras_zip(path: Path, members: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", packing) as out:
        for name, content in members.items():
            out.writestr(name, content)
    return path


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = keras_zip(tmp_path / "bomb.keras", {"config.json": b"{}", "model.weights.h5": bytes(300 << 20)})
    assert "bomb" in refused_or_read(bomb)
    config = keras_zip(tmp_path / "config.keras", {"config.json": b" " * (200 << 20), "model.weights.h5": b"x"})
    assert "bomb" in refused_or_read(config)


def test_a_zip_that_lies_about_its_sizes(saved2: Saved, tmp_path: Path) -> None:
    path = keras_zip(tmp_path / "lies.keras", {"config.json": b"{}", "model.weights.h5": bytes(64 << 20)})
    content = bytearray(path.read_bytes())
    at = content.rindex(b"PK\x01\x02")  # the central entry of the weights: sizes at 20 and 24
    content[at + 24 : at + 28] = struct.pack("<I", 1000)
    path.write_bytes(bytes(content))
    assert refused_or_read(path)


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"config.json": b"{}"},
        {"model.weights.h5": b"x"},
        {"config.json": b"[1, 2]", "model.weights.h5": b"x"},
        {"config.json": b"{" * 100_000, "model.weights.h5": b"x"},
        {"config.json": b'{"config":' * 20_000 + b"1" + b"}" * 20_000, "model.weights.h5": b"x"},
        {"config.json": b"\xff\xfe", "model.weights.h5": b"x"},
        {"config.json": b"{}", "model.weights.h5": b"not hdf5 at all"},
        {"../../escape": b"x", "config.json": b"{}", "model.weights.h5": b"\x89HDF\r\n\x1a\n" + bytes(100)},
    ],
)
def test_zips_that_are_no_models(tmp_path: Path, members: dict[str, bytes]) -> None:
    assert refused_or_read(keras_zip(tmp_path / "odd.keras", members))
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["odd.keras"]


def test_a_configuration_that_is_nonsense_does_not_hide_the_weights(saved2: Saved, tmp_path: Path) -> None:
    deep: dict[str, object] = {"class_name": "Functional"}
    for _ in range(300):
        deep = {"class_name": "Functional", "config": {"layers": [deep]}}
    odd = [
        {"config": {"layers": "no"}},
        {"config": 3},
        {"config": {"layers": [1, None, {"config": {"batch_shape": [-1, "x"]}}]}},
        deep,
    ]
    with zipfile.ZipFile(saved2.path("conv.keras")) as source:
        weights = source.read("model.weights.h5")
    for config in odd:
        members = {"config.json": json.dumps(config).encode(), "model.weights.h5": weights}
        found = estimate_model(keras_zip(tmp_path / "odd.keras", members, zipfile.ZIP_STORED))
        assert found.activations_bytes is None
        assert found.parameters == saved2.facts["conv"]["parameters"]


def hdf5(path: Path, make: object) -> Path:
    h5py = pytest.importorskip("h5py")
    with h5py.File(path, "w") as out:
        make(h5py, out)  # type: ignore[operator]
    return path


def test_a_dataset_that_claims_more_than_the_file_stores(tmp_path: Path) -> None:
    path = hdf5(
        tmp_path / "claims.h5", lambda h5py, out: out.create_dataset("w", (1 << 30, 1 << 8), "f4", chunks=(1024, 16))
    )
    assert "claims" in refused_or_read(path)


def test_circles_and_ways_out_of_the_file_are_not_followed(tmp_path: Path) -> None:
    def make(h5py: object, out: object) -> None:
        out["w"] = [1.0, 2.0]  # type: ignore[index]
        group = out.create_group("g")  # type: ignore[attr-defined]
        group["back"] = out["/"]  # type: ignore[index]
        group["again"] = group
        group["outside"] = h5py.ExternalLink("/etc/passwd", "/")  # type: ignore[attr-defined]
        group["soft"] = h5py.SoftLink("/g/soft")  # type: ignore[attr-defined]

    assert estimate_model(hdf5(tmp_path / "circle.h5", make)).parameters == 2


def test_very_many_or_very_deep_groups(tmp_path: Path) -> None:
    def deep(h5py: object, out: object) -> None:
        for _ in range(100):
            out = out.create_group("g")  # type: ignore[attr-defined]

    assert "deep" in refused_or_read(hdf5(tmp_path / "deep.h5", deep))


def test_an_hdf5_header_that_points_anywhere(saved2: Saved, tmp_path: Path) -> None:
    whole = saved2.path("conv.h5").read_bytes()
    path = tmp_path / "hostile.h5"
    for place in (8, 13, 16, 24, 32, 40, 48, 56, 64, 72, 80):  # versions, sizes and addresses of the superblock
        for word in (b"\xff" * 8, struct.pack("<Q", 1 << 62), struct.pack("<Q", 8)):
            path.write_bytes(whole[:place] + word + whole[place + 8 :])
            refused_or_read(path)


def test_things_that_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "folder.keras").mkdir()
    os.mkfifo(tmp_path / "pipe.h5")
    (tmp_path / "loop.h5").symlink_to(tmp_path / "loop.h5")
    (tmp_path / "nowhere.h5").symlink_to(tmp_path / "gone")
    (tmp_path / "empty.h5").touch()
    (tmp_path / "text.keras").write_text("hello")
    (tmp_path / "device.h5").symlink_to("/dev/zero")
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / "saved_model.pb").mkdir()
    (tmp_path / "missing").mkdir()
    (tmp_path / "missing" / "checkpoint").write_text('model_checkpoint_path: "../../etc/ckpt"\n')
    for name in (
        "folder.keras",
        "pipe.h5",
        "loop.h5",
        "nowhere.h5",
        "empty.h5",
        "text.keras",
        "device.h5",
        "bundle",
        "missing",
        "none",
    ):
        assert refused_or_read(tmp_path / name)


def test_a_sparse_giant(tmp_path: Path) -> None:
    for name in ("giant.index", "giant.h5", "giant.keras"):
        with (tmp_path / name).open("wb") as out:
            out.truncate(1 << 40)
        assert refused_or_read(tmp_path / name)
    (tmp_path / "giant").mkdir()
    with (tmp_path / "giant" / "saved_model.pb").open("wb") as out:
        out.truncate(1 << 40)
    assert refused_or_read(tmp_path / "giant")


def test_links_to_models_are_followed(saved2: Saved, tmp_path: Path) -> None:
    link = tmp_path / "link.keras"
    link.symlink_to(saved2.path("conv.keras"))
    assert estimate_model(link).parameters == saved2.facts["conv"]["parameters"]
