"""The small readers and rules, each on its own: what is right is read, what is wrong is refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tensorleak.errors import UsageError
from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats import table
from tensorleak.serving.formats.checkpoint import is_optimizers
from tensorleak.serving.formats.snappy import unpack
from tensorleak.serving.formats.wire import fields, signed, varint
from tensorleak.serving.keras_config import config_activations, layer_count
from tensorleak.serving.layer_shapes import output_shape
from tensorleak.serving.liveness import Step, activations
from tensorleak.serving.savings import savings
from tensorleak.serving.sizes import parse_size, size_text
from tensorleak.serving.tensors import StoredTensor, checked_shape


def encoded(number: int) -> bytes:
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 1 << 32, (1 << 64) - 1])
def test_numbers(number: int) -> None:
    assert varint(memoryview(encoded(number)), 0) == (number, len(encoded(number)))


@pytest.mark.parametrize("broken", [b"", b"\x80", b"\xff" * 11])
def test_numbers_that_never_end(broken: bytes) -> None:
    with pytest.raises(ModelFileError):
        varint(memoryview(broken), 0)


def test_fields_of_every_kind() -> None:
    data = b"\x08\x96\x01" + b"\x12\x03abc" + b"\x1d\x01\x02\x03\x04" + b"\x21" + bytes(8)
    found = [(number, value if isinstance(value, int) else bytes(value)) for number, value in fields(memoryview(data))]
    assert found == [(1, 150), (2, b"abc"), (3, b"\x01\x02\x03\x04"), (4, bytes(8))]
    assert signed((1 << 64) - 1) == -1


@pytest.mark.parametrize("broken", [b"\x12\x05abc", b"\x00", b"\x0b", b"\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f"])
def test_fields_that_are_broken(broken: bytes) -> None:
    with pytest.raises(ModelFileError):
        list(fields(memoryview(broken)))


def test_snappy() -> None:
    packed = encoded(11) + bytes([(5 - 1) << 2]) + b"hello" + bytes([(6 - 4) << 2 | 1, 5])
    assert unpack(memoryview(packed), 100) == b"hellohelloh"
    long = bytes(range(256)) * 2
    assert unpack(memoryview(encoded(512) + bytes([61 << 2, 0xFF, 0x01]) + long), 1000) == long
    overlap = encoded(9) + bytes([0]) + b"a" + bytes([(8 - 1) << 2 | 2, 1, 0])
    assert unpack(memoryview(overlap), 100) == b"a" * 9


@pytest.mark.parametrize(
    "broken",
    [
        encoded(1 << 40) + b"\x00a",  # claims too much
        encoded(5) + b"\x00a",  # ends early
        encoded(2) + bytes([(5 - 1) << 2]) + b"hello",  # holds more than it claims
        encoded(9) + bytes([1, 200]),  # points before the beginning
        encoded(9) + bytes([(6 - 4) << 2 | 1, 0]),
        encoded(9) + bytes([2, 1]),
        encoded(9) + bytes([63 << 2, 0xFF, 0xFF, 0xFF, 0xFF]),
    ],
)
def test_snappy_that_is_broken(broken: bytes) -> None:
    with pytest.raises(ModelFileError):
        unpack(memoryview(broken), 1000)


def block(rows: list[tuple[bytes, bytes]]) -> bytes:
    out, before = b"", b""
    for key, value in rows:
        shared = next((at for at, (old, new) in enumerate(zip(before, key)) if old != new), min(len(before), len(key)))  # noqa: B905
        out += encoded(shared) + encoded(len(key) - shared) + encoded(len(value)) + key[shared:] + value
        before = key
    return out + (0).to_bytes(4, "little") + (1).to_bytes(4, "little")


def written(rows: list[tuple[bytes, bytes]], packing: int = 0) -> bytes:
    data = block(rows)
    if packing:
        assert len(data) <= 60
        data = encoded(len(data)) + bytes([(len(data) - 1) << 2]) + data
    index = block([(b"z", encoded(0) + encoded(len(data)))])
    at = len(data) + 5
    footer = encoded(0) + encoded(0) + encoded(at) + encoded(len(index))
    magic = table.MAGIC.to_bytes(8, "little")
    return data + bytes([packing]) + bytes(4) + index + bytes(5) + footer.ljust(40, b"\0") + magic


@pytest.mark.parametrize("packing", [0, 1])
def test_tables(packing: int) -> None:
    rows = [(b"alpha", b"1"), (b"alpine", b"22"), (b"beta", b"")]
    assert [(key, bytes(value)) for key, value in table.entries(memoryview(written(rows, packing)))] == rows


def test_tables_that_are_broken_never_do_worse_than_an_error() -> None:
    whole = written([(b"key%03d" % number, b"v" * number) for number in range(60)])
    chance = random.Random(1)
    for _ in range(3000):
        broken = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            list(table.entries(memoryview(bytes(broken))))
        except ModelFileError:
            pass
    for end in range(0, len(whole), 7):
        with pytest.raises(ModelFileError):
            list(table.entries(memoryview(whole[:end])))
    with pytest.raises(ModelFileError, match="packed"):
        at = len(block([(b"a", b"b")]))
        odd = bytearray(written([(b"a", b"b")]))
        odd[at] = 9
        list(table.entries(memoryview(bytes(odd))))


def test_a_result_lives_until_its_last_use() -> None:
    chain = [Step("a", 10), Step("b", 20, ("a",)), Step("c", 5, ("b",))]
    assert (activations(chain).peak, activations(chain).total) == (30, 35)
    skip = [*chain[:2], Step("c", 5, ("b",)), Step("d", 1, ("a", "c"))]
    assert activations(skip).peak == 35
    assert activations(reversed(skip)).peak == 35  # whatever the order of the file
    assert activations([Step("a", 1, ("b",)), Step("b", 1, ("a",))]).total == 2  # a circle is cut
    assert activations([]).peak == 0


@pytest.mark.parametrize(
    ("kind", "settings", "given", "expected"),
    [
        ("Dense", {"units": 7}, (None, 3), (None, 7)),
        ("Conv2D", {"filters": 8, "kernel_size": [3, 3]}, (None, 10, 10, 3), (None, 8, 8, 8)),
        (
            "Conv2D",
            {"filters": 8, "kernel_size": [3, 3], "strides": [2, 2], "padding": "same"},
            (None, 9, 9, 3),
            (None, 5, 5, 8),
        ),
        (
            "Conv1D",
            {"filters": 4, "kernel_size": [5], "strides": [1], "dilation_rate": [2]},
            (None, 20, 1),
            (None, 12, 4),
        ),
        ("MaxPooling2D", {"pool_size": [2, 2], "strides": [2, 2]}, (None, 9, 9, 3), (None, 4, 4, 3)),
        (
            "DepthwiseConv2D",
            {"kernel_size": [3, 3], "strides": [1, 1], "depth_multiplier": 2},
            (None, 5, 5, 3),
            (None, 3, 3, 6),
        ),
        ("ZeroPadding2D", {"padding": [[1, 1], [2, 2]]}, (None, 4, 4, 3), (None, 6, 8, 3)),
        ("ZeroPadding1D", {"padding": [1, 2]}, (None, 4, 3), (None, 7, 3)),
        ("Flatten", {}, (None, 4, 4, 3), (None, 48)),
        ("Reshape", {"target_shape": [2, 24]}, (None, 48), (None, 2, 24)),
        ("Embedding", {"output_dim": 6}, (None, 9), (None, 9, 6)),
        ("LSTM", {"units": 5, "return_sequences": True}, (None, 9, 6), (None, 9, 5)),
        ("GRU", {"units": 5}, (None, 9, 6), (None, 5)),
        ("Bidirectional", {"layer": {"class_name": "LSTM", "config": {"units": 5}}}, (None, 9, 6), (None, 10)),
        ("GlobalAveragePooling2D", {}, (None, 4, 4, 3), (None, 3)),
        ("BatchNormalization", {}, (None, 4), (None, 4)),
        ("SomebodysOwn", {"units": 3}, (None, 4), None),
        ("Dense", {"units": "many"}, (None, 4), None),
        ("Conv2D", {"filters": 8, "kernel_size": [3, 3], "strides": [0, 1]}, (None, 9, 9, 3), None),
    ],
)
def test_shapes(kind: str, settings: dict, given: tuple, expected: tuple | None) -> None:
    assert output_shape(kind, settings, [given]) == expected


def test_joined_shapes() -> None:
    assert output_shape("Concatenate", {"axis": -1}, [(None, 4, 3), (None, 4, 5)]) == (None, 4, 8)
    assert output_shape("Concatenate", {"axis": 9}, [(None, 4, 3), (None, 4, 5)]) is None
    assert output_shape("Add", {}, []) is None


def test_a_convolution_in_groups_takes_room_for_its_windows() -> None:
    settings = {"filters": 8, "kernel_size": [7, 7], "padding": "same", "batch_input_shape": [None, 10, 10, 8]}
    peaks = []
    for groups in (1, 8):
        layer = {"class_name": "Conv2D", "config": {"name": "c", "groups": groups, **settings}}
        found = config_activations({"class_name": "Sequential", "config": {"layers": [layer]}}, 2)
        assert found is not None
        peaks.append(found.peak)
    result = 2 * 10 * 10 * 8 * 4
    assert peaks == [result, result + int(0.8 * result * 49)]


def test_one_unknown_layer_makes_the_sum_unknown() -> None:
    first = {"class_name": "Dense", "config": {"name": "a", "units": 4, "batch_input_shape": [None, 8]}}
    last = {"class_name": "SomebodysOwn", "config": {"name": "b"}}
    model = {"class_name": "Sequential", "config": {"layers": [first]}}
    assert config_activations(model, 2) is not None
    model["config"]["layers"].append(last)  # type: ignore[index]
    assert config_activations(model, 2) is None
    assert layer_count(model) == 2
    assert config_activations(None, 1) is None and layer_count(None) == 0


def test_optimizers_by_name() -> None:
    for name in (
        "optimizer/vars/3",
        "w/Adam_1",
        "layer/kernel/.OPTIMIZER_SLOT/optimizer/m",
        "optimizer_weights/adam/m",
    ):
        assert is_optimizers(name)
    for name in ("model/kernel", "Adam_layer/kernel", "layers/dense/vars/0"):
        assert not is_optimizers(name)


def test_impossible_shapes() -> None:
    assert checked_shape([3, 4], "x") == (3, 4)
    for shape in ([-1], [1 << 30, 1 << 30], [1] * 300):
        with pytest.raises(ModelFileError):
            checked_shape(shape, "x")


def test_nothing_is_saved_on_what_is_small_already() -> None:
    found = savings([StoredTensor("w", (10, 10), "float16"), StoredTensor("n", (5,), "int64")])
    assert found["float16"].memory_bytes == 0 and found["int8"].memory_bytes == 100 - 40


def test_sizes() -> None:
    assert [parse_size(text) for text in ("4 GB", "1.5MiB", "7", 9, 2.0)] == [4 * 10**9, 3 << 19, 7, 9, 2]
    for odd in ("", "GB", "-1 GB", "1 PB", None, 0, True, "nan"):
        with pytest.raises(UsageError):
            parse_size(odd)  # type: ignore[arg-type]
    sizes = (0, 999, 1500, 4_000_000, 63_300_000, 103_000_000, 999_700_000, 2_150_000_000, 1_500_000_000_000)
    words = ["0 B", "999 B", "1.5 KB", "4 MB", "63.3 MB", "103 MB", "1,000 MB", "2.15 GB", "1,500 GB"]
    assert [size_text(size) for size in sizes] == words


def test_the_public_names_are_there() -> None:
    import tensorleak
    import tensorleak.serving

    for name in tensorleak.serving.__all__:
        assert hasattr(tensorleak.serving, name)
    for name in (
        "estimate_model",
        "ModelHost",
        "configure_devices",
        "ModelFileError",
        "ModelTooLarge",
        "WorkerCrashed",
    ):
        assert hasattr(tensorleak, name) and name in tensorleak.__all__
    assert Path(tensorleak.serving.__file__).exists()
