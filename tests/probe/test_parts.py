"""The probe's small parts: bounded writer, weak tables, user frames, retrace reasons, requests."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest
from tensorleak_probe import traces
from tensorleak_probe.births import Births
from tensorleak_probe.registry import MAX_TRACKED, LiveTable
from tensorleak_probe.requests import Requests
from tensorleak_probe.shapes import Row
from tensorleak_probe.sites import Sites
from tensorleak_probe.writer import MAX_BYTES, RESERVE, Writer


class Thing:
    pass


def test_writer_is_bounded_and_keeps_room_for_the_end(tmp_path: Path) -> None:
    writer = Writer(str(tmp_path / "r"))
    assert writer.open()
    for _ in range(300):
        writer.write({"k": "sample", "x": "y" * 100_000})
    assert writer.dropped > 0
    assert writer.write({"k": "end"}, important=True)
    assert (tmp_path / "r").stat().st_size <= MAX_BYTES + RESERVE


def test_writer_takes_only_a_fresh_name(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("somebody else's")
    assert not Writer(str(tmp_path / "r")).open()


def test_live_table_forgets_the_dead_and_is_bounded() -> None:
    table = LiveTable()
    things = [Thing() for _ in range(MAX_TRACKED + 10)]
    for thing in things:
        table.add(thing)
    assert (len(table), table.overflow) == (MAX_TRACKED, 10)
    del thing
    things.clear()
    assert len(table) == 0


def test_births_count_made_and_alive_by_site() -> None:
    births = Births(Sites())
    births.counting = True
    kept = []
    for _ in range(10):
        thing = Thing()
        births.born("variable", thing, 100)
        kept.append(thing) if len(kept) < 4 else None
    del thing
    gc.collect()
    (row,) = births.rows()
    assert (row[0], row[3], row[5], row[6]) == ("variable", 10, 4, 400)


def test_births_before_tensorflow_is_ready_do_not_count() -> None:
    births = Births(Sites())
    births.born("variable", Thing())
    assert births.rows() == []


def test_site_is_the_callers_line() -> None:
    sites = Sites()
    row = sites.rows[sites.here()]
    assert row["frames"][0][2] == "test_site_is_the_callers_line"


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("Literal[2]", "Literal[3]", "value"),
        (
            "TensorSpec(shape=(1,), dtype=tf.float32, name=None)",
            "TensorSpec(shape=(2,), dtype=tf.float32, name=None)",
            "shape",
        ),
        (
            "TensorSpec(shape=(1,), dtype=tf.float32, name=None)",
            "TensorSpec(shape=(1,), dtype=tf.int32, name=None)",
            "dtype",
        ),
        ("Weakref[<weakref at 0x1; to 'Config'>]", "Weakref[<weakref at 0x2; to 'Config'>]", "object"),
        ("Literal[2]", "Literal[2]", "same"),
    ],
)
def test_reason_of_a_retrace(before: str, after: str, kind: str) -> None:
    old, new = ({"x": traces.atoms_of_text(text)} for text in (before, after))
    assert traces.difference(old, new)[2] == kind


def test_values_never_reach_the_reason() -> None:
    old, new = ({"token": traces.atoms_of_text(f"Literal['{text}']")} for text in ("secret-1", "secret-2"))
    assert "secret" not in str(traces.difference(old, new))
    assert traces.atoms_of_text("Literal['secret-1']")[0][:2] == ("value", "str")


def test_requests_take_known_words_only(tmp_path: Path) -> None:
    requests = Requests()
    requests.open(str(tmp_path / "r"))
    assert requests.new() == []
    (tmp_path / "r.ask").write_text('{"look":"census"}\n{"look":"rm -rf"}\nnot json\n[1]\n{"look":"coll')
    assert requests.new() == ["census"]
    with (tmp_path / "r.ask").open("a") as sheet:
        sheet.write('ect"}\n')
    assert requests.new() == ["collect"]


def entered(lines: list[int]) -> int:
    row = Row()
    for number, line in enumerate(lines):
        row.add((number,), line)
    return row.site


def test_new_shapes_enter_at_the_first_of_several_lines() -> None:
    assert entered([3, 4, 5] * 40) == 3


def test_new_shapes_enter_where_they_still_come_from() -> None:
    assert entered([3] * 40 + [8, 9] * 20) == 8


def test_an_object_at_a_dead_ones_address_is_another_object() -> None:
    thing = Thing()
    assert len({traces.identity(Thing()) for _ in range(100)}) == 100
    assert traces.identity(thing) == traces.identity(thing)
    assert (
        traces.difference({"x": traces.atoms_of_value(Thing())}, {"x": traces.atoms_of_value(Thing())})[2] == "object"
    )


def test_objects_without_weak_references_go_by_their_address() -> None:
    thing = object()
    assert traces.identity(thing) == id(thing)


def test_site_of_another_thread_is_what_it_is_doing() -> None:
    """A thread that is at work is asked for its stack; of one that has ended there is none."""
    sites, begun, go = Sites(), threading.Event(), threading.Event()

    def works() -> None:
        begun.set()
        go.wait()

    thread = threading.Thread(target=works)
    thread.start()
    begun.wait()
    assert thread.ident is not None
    row = sites.rows[sites.of_thread(thread.ident)]
    assert row["frames"][0][2] == "works"
    go.set()
    thread.join()
    assert sites.rows[sites.of_thread(thread.ident)]["frames"] == []
