"""Arrays on disk: what goes in comes out, in bounded memory, and a broken file is an error and nothing worse."""

from __future__ import annotations

import random
import stat
import struct
import threading
import tracemalloc
import zlib
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from tensorleak_probe.guards.errors import SpoolError, SpoolFull  # noqa: E402
from tensorleak_serving import spool as spool_module  # noqa: E402
from tensorleak_serving.spool import Spool  # noqa: E402

SAMPLES = [
    np.arange(6, dtype=np.float32).reshape(2, 3),
    np.float64(2.5),
    np.zeros((0, 4), np.int16),
    np.array([True, False]),
    np.array(["a", "bcd"]),
    np.array([b"x", b"yz"]),
    np.array(["2020-01-01", "2021-02-03"], "M8[D]"),
    np.arange(4, dtype=">i4"),
    np.arange(12).reshape(3, 4).T,
    np.array(1 + 2j),
    np.array(7, np.uint8),
]


def same(one, other):
    return one.dtype == other.dtype and one.shape == other.shape and (one == other).all()


def small(path):
    with Spool(path) as spool:
        for size in range(4):
            spool.append(np.full(size, size, np.int8))
    return path


def test_everything_comes_back_as_it_was(tmp_path):
    path = tmp_path / "a.spool"
    with Spool(path) as spool:
        assert [spool.append(sample) for sample in SAMPLES] == list(range(len(SAMPLES)))
        assert all(map(same, spool, map(np.asarray, SAMPLES)))
        assert len(spool) == len(SAMPLES) and spool.nbytes == path.stat().st_size
    with Spool(path, "read") as spool:
        assert all(map(same, spool, map(np.asarray, SAMPLES))) and spool.torn == 0
        array = spool[0]
        array += 1  # a copy of its own
        assert same(spool[0], SAMPLES[0])
        with pytest.raises(SpoolError, match="for reading"):
            spool.append(1.0)


def test_by_index_and_slice():
    with Spool() as spool:
        for number in range(10):
            spool.append(number)
        assert [int(array) for array in spool[2:8:3]] == [2, 5]
        assert int(spool[-1]) == 9 and int(spool[3:][1]) == 4 and len(spool[::-1]) == 10
        assert [int(array) for array in spool[::-1][:2]] == [9, 8]
        for index in (10, -11):
            with pytest.raises(IndexError):
                spool[index]


def test_a_temporary_spool_is_private_and_goes_away():
    with Spool() as spool:
        assert stat.S_IMODE(Path(spool.path).stat().st_mode) == 0o600
        path = spool.path
    assert not Path(path).exists() and spool.closed
    spool.close()
    with pytest.raises(SpoolError, match="closed"):
        spool.append(1.0)
    dropped = Spool()
    path = dropped.path
    del dropped
    assert not Path(path).exists()


def test_an_existing_file_is_never_overwritten(tmp_path):
    path = small(tmp_path / "a.spool")
    with pytest.raises(FileExistsError):
        Spool(path)
    with Spool(path, "append") as spool:
        assert spool.append(np.int8(9)) == 4
    with Spool(path, "read") as spool:
        assert len(spool) == 5 and int(spool[4]) == 9


def test_iterating_while_appending_and_from_threads():
    with Spool() as spool:

        def work(number):
            for step in range(50):
                spool.append(np.array([number, step]))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        seen = sum(1 for _ in spool)
        for thread in threads:
            thread.join(30)
        rows = {tuple(array.tolist()) for array in spool}
    assert 0 <= seen <= 800 and len(rows) == 800


def test_memory_stays_bounded_and_any_record_is_found(monkeypatch):
    monkeypatch.setattr(spool_module, "MAX_MARKS", 64)
    with Spool() as spool:
        for number in range(5000):
            spool.append(np.int64(number))
        assert len(spool._marks) <= 65
        for number in [0, 1, 63, 64, 65, 127, 128, 2500, 4998, 4999]:
            assert int(spool[number]) == number
        tracemalloc.start()
        for _ in range(300):
            spool.append(np.zeros(10000))
        assert sum(array.size for array in spool) == 5000 + 3000000
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 2000000  # 24 MB went through


def test_a_bound_on_the_file(tmp_path):
    with Spool(tmp_path / "a.spool", max_bytes=1000) as spool:
        spool.append(np.zeros(100))
        with pytest.raises(SpoolFull, match="max_bytes=1000"):
            spool.append(np.zeros(100))
        spool.append(np.zeros(1))
        assert len(spool) == 2 and spool.nbytes <= 1000


def test_a_full_disk_leaves_no_half_record(tmp_path):
    class Full:
        def __init__(self, file):
            self.file = file

        def write(self, part):
            self.file.write(part[: len(part) // 2])
            raise OSError(28, "No space left on device")

        def __getattr__(self, name):
            return getattr(self.file, name)

    with Spool(tmp_path / "a.spool") as spool:
        spool.append(np.arange(3))
        spool._file = Full(spool._file)
        with pytest.raises(OSError):
            spool.append(np.arange(4))
        spool._file = spool._file.file
        spool.append(np.arange(5))
        assert [len(array) for array in spool] == [3, 5]


@pytest.mark.parametrize("value", [np.array([object()]), np.array([{}, None]), np.zeros(2, [("a", "i4")])])
def test_what_it_cannot_hold_is_refused(value):
    with Spool() as spool:
        with pytest.raises(TypeError):
            spool.append(value)
        assert len(spool) == 0


def test_cut_at_every_byte(tmp_path):
    whole = small(tmp_path / "whole.spool").read_bytes()
    with Spool(tmp_path / "whole.spool", "read") as spool:
        ends = [spool._find(number) for number in range(4)][1:] + [len(whole)]
    path = tmp_path / "cut.spool"
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        if size < 8:
            with pytest.raises(SpoolError, match="no spool"):
                Spool(path, "read")
            continue
        complete = sum(end <= size for end in ends)
        with Spool(path, "read") as spool:
            assert [array.tolist() for array in spool] == [[n] * n for n in range(complete)]
            assert spool.torn == size - spool.nbytes
        with Spool(path, "append") as spool:
            spool.append(np.int8(5))
            assert len(spool) == complete + 1
        with Spool(path, "read") as spool:
            assert int(spool[complete]) == 5 and spool.torn == 0


def read_all(path):
    with Spool(path, "read") as spool:
        return [array.tolist() for array in spool]


def test_every_flipped_byte_is_noticed(tmp_path):
    whole = small(tmp_path / "whole.spool").read_bytes()
    good = read_all(tmp_path / "whole.spool")
    path = tmp_path / "flipped.spool"
    for place in range(len(whole)):
        for flip in (0x01, 0x80, 0xFF):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
            try:
                found = read_all(path)
            except SpoolError as error:
                assert "spool" in str(error)
            else:  # a longer length looks like a torn last record, but never like other data
                assert found == good[: len(found)] and len(found) < len(good)


def test_garbage(tmp_path):
    generator = random.Random(1)
    path = tmp_path / "garbage.spool"
    whole = small(tmp_path / "whole.spool").read_bytes()
    for _ in range(500):
        noise = bytes(generator.randrange(256) for _ in range(generator.randrange(200)))
        path.write_bytes(generator.choice([b"", spool_module.MAGIC, whole]) + noise)
        try:
            found = read_all(path)
        except SpoolError:
            continue
        assert found == read_all(tmp_path / "whole.spool")[: len(found)]


def record(text, shape, nbytes, data=b""):
    head = spool_module.HEAD.pack(b"TLRC", len(text), len(shape), nbytes, zlib.crc32(data)) + text
    head += struct.pack(f"<{len(shape)}Q", *shape)
    return head + struct.pack("<I", zlib.crc32(head)) + data


@pytest.mark.parametrize(
    "hostile",
    [
        record(b"|O8", (1,), 8, b"\0" * 8),
        record(b"<f4", (1 << 62,), 4, b"\0" * 4),
        record(b"<f4", (3,), 8, b"\0" * 8),
        record(b"<f4", (1 << 47, 1 << 47, 0), 0),
        record(b"<f4,<i4", (1,), 8, b"\0" * 8),
        record(b"\xff\xfe\xfd", (1,), 4, b"\0" * 4),
        record(b"<f5", (1,), 5, b"\0" * 5),
        record(b"<U999999999", (1,), 4 * 999999999),
        record(b"<f8", (1 << 40,), 1 << 43),
    ],
)
def test_hostile_headers_take_neither_memory_nor_time(tmp_path, hostile):
    path = tmp_path / "hostile.spool"
    path.write_bytes(spool_module.MAGIC + hostile)
    tracemalloc.start()
    try:
        assert read_all(path) == []  # reaches beyond the end: a torn last record
    except SpoolError:
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1000000


def test_not_a_file(tmp_path):
    with pytest.raises(OSError):
        Spool(tmp_path, "read")
    with pytest.raises(OSError):
        Spool(tmp_path / "missing", "read")
    with pytest.raises(ValueError):
        Spool(tmp_path / "x", "rw")
    with pytest.raises(ValueError):
        Spool(mode="read")


def test_a_reader_follows_a_writer(tmp_path):
    with Spool(tmp_path / "a.spool") as writer:
        writer.append(1.0)
        with Spool(tmp_path / "a.spool", "read") as reader:
            writer.append(2.0)
            writer.sync()
            assert len(reader) == 1
            reader.refresh()
            assert [float(array) for array in reader] == [1.0, 2.0]


def test_a_file_that_was_shortened_meanwhile(tmp_path):
    whole = small(tmp_path / "whole.spool").read_bytes()
    path = tmp_path / "cut.spool"
    for size in range(8, len(whole)):
        path.write_bytes(whole)
        with Spool(path, "read") as spool:
            with path.open("r+b") as file:
                file.truncate(size)
            with pytest.raises(SpoolError):
                list(spool)
            with pytest.raises(SpoolError):
                spool[3]


def test_a_record_behind_the_end_of_a_shortened_file(tmp_path, monkeypatch):
    """Between two marks a record is found from header to header: all of these may be gone."""
    monkeypatch.setattr(spool_module, "MAX_MARKS", 2)
    path = tmp_path / "a.spool"
    with Spool(path) as spool:
        for number in range(50):
            spool.append(np.int64(number))
        with path.open("r+b") as file:
            file.truncate(100)
        with pytest.raises(SpoolError, match="cut short"):
            spool[31]
