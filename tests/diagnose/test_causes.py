"""Each cause by the facts that make it, beside the same loop without one of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from built import MB, Loop, loop
from tensorleak_engine.evidence.containers import _histories
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.records import Container, Look

Build = Callable[[], Loop]

# The rule, the loop that shows it, and the loop that must not be called a leak.
CAUSES: dict[str, tuple[str, Build, Build]] = {
    "operations": ("TL101", lambda: loop().builds(3), lambda: loop().grows("graph.ops", 3, until=20)),
    "operations of threads": (
        "TL105",
        lambda: loop().builds(3, flags=("thread",)),
        lambda: loop().grows("graph.ops", 3, until=20),
    ),
    "sessions": (
        "TL102",
        lambda: loop().grows("session.open").born("session"),
        lambda: loop().grows("session.open", until=30).born("session"),
    ),
    "values": (
        "TL201",
        lambda: loop().traced("value").grows("function.graphs"),
        lambda: loop().traced("value"),  # nothing of the traces stays
    ),
    "shapes": (
        "TL202",
        lambda: loop().traced("shape").grows("function.graphs"),
        lambda: loop().traced("shape"),
    ),
    "objects": (
        "TL204",
        lambda: loop().traced("object").grows("function.graphs"),
        lambda: loop().traced("object"),
    ),
    "tensors": (
        "TL301",
        lambda: loop().held_by("list attribute Store.rows").takes_memory(20_000),
        lambda: loop().held_by("list attribute Store.rows", until=60).takes_memory(20_000, until=60),
    ),
    "tensors in a deque that is bounded": (
        "TL301",
        lambda: loop().held_by("deque attribute Store.rows").takes_memory(20_000),
        lambda: loop().held_by("deque attribute Store.rows", bound=1000).takes_memory(20_000),
    ),
    "arrays": (
        "TL304",
        lambda: loop().held_by("list global m.rows", "array"),
        lambda: loop().held_by("list global m.rows", "array", nbytes=4),  # a history of numbers
    ),
    "tensors in a dict": (
        "TL305",
        lambda: loop().held_by("dict attribute Store.rows"),
        lambda: loop().held_by("dict attribute Store.rows", distinct=1),  # one object under many names
    ),
    "objects with tensors in a dict": (  # sessions by visitor, requests by id: a register and no cache
        "TL301",
        lambda: loop().held_by("dict attribute Store.rows", element_type="__main__.Visit"),
        lambda: loop().held_by("dict attribute Store.rows", element_type="__main__.Visit", until=60),
    ),
    "tensors in a dict of the program's own kind": (
        "TL305",
        lambda: loop().held_by("Encodings attribute Store.rows", mapping=True),
        lambda: loop().held_by("Encodings attribute Store.rows", mapping=True, until=60),
    ),
    "tensors in a list of the program's own kind": (
        "TL301",
        lambda: loop().held_by("Encodings attribute Store.rows", mapping=False),
        lambda: loop().held_by("Encodings attribute Store.rows", mapping=False, until=60),
    ),
    "tuples with tensors in a dict": (
        "TL305",
        lambda: loop().held_by("dict attribute Store.rows", element_type="builtins.tuple"),
        lambda: loop().held_by("dict attribute Store.rows", element_type="builtins.tuple", until=60),
    ),
    "models that something hides": (
        "TL405",
        lambda: (
            loop()
            .grows("keras.models")
            .born("model")
            .held_by("list global atexit.callbacks", "object", library=True, element_type="hidden", opaque=True)
            .collected()
        ),
        lambda: loop().held_by(
            "list global atexit.callbacks", "object", 24, library=True, element_type="hidden", opaque=True, until=60
        ),
    ),
    "plain objects": (
        "TL901",
        lambda: loop().held_by("list global m.events", "object", nbytes=3_000),
        lambda: loop().held_by("list global m.events", "object", nbytes=3_000, user=False, framework=True),
    ),
    "a queue": (
        "TL602",
        lambda: loop().held_by("deque queue Service.jobs", "array"),
        lambda: loop().held_by("deque queue Service.jobs", "array", bound=16),
    ),
    "variables": (
        "TL302",
        lambda: loop().grows("variable.count").born("variable").collected(),
        lambda: loop().grows("variable.count").born("variable").collected(frees=("variable.count",)),
    ),
    "models": (
        "TL401",
        lambda: loop().grows("keras.models").born("model").collected(),
        lambda: loop().grows("keras.models").born("model").collected(frees=("keras.models",)),
    ),
    "models that are held": (
        "TL405",
        lambda: loop().grows("keras.models").born("model").held_by("list attribute Host.models", "model").collected(),
        lambda: loop().grows("keras.models", until=10).born("model", by=0).collected(),
    ),
    "callbacks": (
        "TL501",
        lambda: loop().grows("registry.py_functions").born("py_function"),
        lambda: loop().grows("registry.py_functions", until=20).born("py_function"),
    ),
    "datasets": (
        "TL502",
        lambda: loop().grows("data.iterators").born("iterator").collected(),
        lambda: loop().grows("data.iterators").born("iterator").collected(frees=("data.iterators",)),
    ),
    "threads": (
        "TL603",
        lambda: loop().grows("thread.python").born("thread"),
        lambda: loop().grows("thread.python", until=16).born("thread"),
    ),
    "nothing that was looked at": (
        "TL803",
        lambda: loop().takes_memory(MB).collected(0.3).collected(0.8),
        lambda: loop().takes_memory(MB, until=40).collected(0.3).collected(0.8),
    ),
}


@pytest.mark.parametrize("name", CAUSES)
def test_a_cause_is_named_by_its_facts(name: str, tmp_path: Path) -> None:
    rule, build, _ = CAUSES[name]
    told = build().diagnosis(tmp_path)
    assert [found.rule for found in told.findings] == [rule]
    assert str(told.verdict) == ("unexplained" if rule == "TL803" else "leak")


@pytest.mark.parametrize("name", CAUSES)
def test_without_one_of_them_it_is_not(name: str, tmp_path: Path) -> None:
    told = CAUSES[name][2]().diagnosis(tmp_path)
    assert str(told.verdict) not in ("leak", "unexplained"), told.sentence


def test_a_loop_in_which_nothing_grows_is_steady(tmp_path: Path) -> None:
    assert str(loop().diagnosis(tmp_path).verdict) == "steady"


def test_a_rare_growth_is_told_so_that_it_can_be_checked(tmp_path: Path) -> None:
    """Once in ten calls, not a tenth per call; what happens in every round is told per round."""
    rare = loop(rounds=600).held_by("list global m.rows", by=0.1).diagnosis(tmp_path)
    assert "keeps 1 more tensor per 10 function calls" in rare.sentence
    often = loop().held_by("list global m.rows", by=2).diagnosis(tmp_path)
    assert "keeps 2 more tensors per function call" in often.sentence


def test_a_run_that_is_too_short_says_what_rose(tmp_path: Path) -> None:
    short = loop(rounds=12, seconds=2).takes_memory(40 * MB).grows("function.traces").diagnosis(tmp_path)
    assert str(short.verdict) == "too-short"
    assert "resident memory by 4" in short.sentence
    assert "traces by 12" in short.sentence
    calm = loop(rounds=12, seconds=2).diagnosis(tmp_path)
    assert str(calm.verdict) == "too-short"
    assert "rose" not in calm.sentence


def test_what_stops_with_the_work_has_not_stopped(tmp_path: Path) -> None:
    """A later look without the container tells something only if there was work in between that would have made it longer."""
    built = loop().held_by("list local 'rows'", until=120)
    lines = built.records()
    idle = {"k": "look", "t": 12.5, "kind": "census", "seconds": 0.01, "w": {"function_calls": 120}, "containers": []}
    at_work = idle | {"t": 12.5, "w": {"function_calls": 400}}
    verdicts = []
    for look, calls in ((idle, 120), (at_work, 400)):
        built.records = lambda look=look, calls=calls: [  # type: ignore[method-assign]
            *lines,
            {"k": "sample", "t": 12.4, "g": {}, "w": {"function_calls": calls}},
            look,
        ]
        verdicts.append(str(built.diagnosis(tmp_path).verdict))
    assert verdicts == ["leak", "bounded"]


def test_a_few_elements_in_a_few_looks_are_no_leak(tmp_path: Path) -> None:
    """A list that is filled and emptied in turn rises twice by chance; one that goes on is confirmed."""
    for rounds_of_it, expected in (((60, 80, 100), {"steady", "bounded", "too-short"}), ((60, 80, 100, 120), {"leak"})):
        built = loop().held_by("list attribute Metric.errors")
        lines = [record for record in built.records() if record["k"] != "look"]
        row = {"id": 1, "type": "list", "contents": "tensor", "element_type": "tensor", "element_bytes": 40_000}
        row |= {"distinct": 3, "sampled": 3}
        holder = {"words": "list attribute Metric.errors", "scope": "attribute", "name": "errors", "file": "/w/p.py"}
        looks = []
        for number, at in enumerate((40, *rounds_of_it)):
            seen = number >= 2 and (len(rounds_of_it) > 3 or at == 80)
            length = 3 * number if len(rounds_of_it) < 4 else 20 * number
            told = [row | {"length": length, "growth": length, "rises": number, "holder": holder}] if seen else []
            looks.append(
                {"k": "look", "t": at / 10 - 0.01, "kind": "census", "seconds": 0.01, "containers": told}
                | {"w": {"function_calls": at}, "tensors": 10 + length}
            )
        together = sorted([*lines[5:], *looks], key=lambda record: record["t"])
        built.records = lambda records=[*lines[:5], *together]: records  # type: ignore[method-assign]
        assert str(built.diagnosis(tmp_path).verdict) in expected


@pytest.mark.parametrize(
    ("blocks", "by_malloc", "rule"),
    [
        (300, 0, "TL901"),  # some 130 bytes each: texts
        (300, 30_000, "TL803"),  # malloc has given out most of it, and so many blocks may be anything
        (700, 30_000, "TL901"),
        (20, 0, "TL803"),  # not even the largest blocks would be enough
        (0, 0, "TL803"),
    ],
)
def test_growth_in_pythons_own_heap_is_no_native_memory(blocks: int, by_malloc: int, rule: str, tmp_path: Path) -> None:
    built = loop(rounds=1000).grows("process.rss", 40_000).grows("python.blocks", blocks).collected()
    if by_malloc:
        built.grows("malloc.in_use", by_malloc)
    (found,) = built.diagnosis(tmp_path).findings
    assert (found.rule, found.verdict.value) == (rule, "unexplained")


@pytest.mark.parametrize(("goes_on", "expected"), [(True, "leak"), (False, "bounded")])
def test_a_list_that_is_full_after_the_last_look_is_told_by_its_memory(
    goes_on: bool, expected: str, tmp_path: Path
) -> None:
    """It has gained less than a megabyte since, and Python's heap goes up and down by more pieces than the list has elements."""
    built = loop(rounds=800).held_by("list attribute Replay.items", "tensor", 2356)
    built.takes_memory(2500, until=800 if goes_on else 540).grows("python.blocks", 2)
    lines = [line for line in built.records() if line["k"] != "look" or line["t"] < 8.5]
    built.records = lambda: lines  # type: ignore[method-assign]
    assert str(built.diagnosis(tmp_path).verdict) == expected


def test_a_graph_under_construction_is_no_leak_yet(tmp_path: Path) -> None:
    """Layers are called while the graph is built, and nothing was run so far; a program that ends so has only built it."""
    for unit, end, verdict in (
        ("model_calls", False, "growing"),
        ("model_calls", True, "leak"),
        ("session_runs", False, "leak"),
    ):
        built = loop(unit=unit).builds(12).takes_memory(300_000)
        lines = [*built.records(), *([{"k": "end", "t": 12.1}] if end else [])]
        built.records = lambda lines=lines: lines  # type: ignore[method-assign]
        assert str(built.diagnosis(tmp_path).verdict) == verdict, (unit, end)


@pytest.mark.parametrize(
    ("element", "seen", "rules"),
    [
        ("app.Episode", 40_000, ["TL304"]),  # an object with fifty frames, of which some were weighed
        ("app.Episode", 10_000, ["TL304", "TL803"]),  # next to nothing of the growth was seen there
        ("numpy.ndarray", 40_000, ["TL304", "TL803"]),  # what an array weighs is known: the rest is somebody else's
    ],
)
def test_elements_that_hold_things_in_turn_weigh_at_least_what_was_seen(
    element: str, seen: int, rules: list[str], tmp_path: Path
) -> None:
    built = loop(rounds=300).held_by("list attribute Learner.archive", "array", seen, element_type=element)
    found = built.takes_memory(100_000).collected().diagnosis(tmp_path)
    assert [one.rule for one in found.findings] == rules
    weighed = found.findings[0].rate.bytes_per_unit
    assert weighed == pytest.approx(100_000 if rules == ["TL304"] else seen, rel=0.1)


def test_what_a_frameworks_object_keeps_under_a_name_of_the_program_is_held_by_that_name(tmp_path: Path) -> None:
    """A tracked list of a `tf.Module` keeps variables: no collection has to tell that they are no garbage."""
    kept = loop().grows("variable.count").born("variable")
    kept.held_by("list attribute Adapter.fast", "variable", framework=True, inside=True)
    (found,) = kept.diagnosis(tmp_path).findings
    assert (found.rule, found.verdict.value, found.holder) == ("TL302", "leak", "list attribute Adapter.fast")


def test_what_a_framework_keeps_in_its_own_tables_is_its_own_affair(tmp_path: Path) -> None:
    calm = loop().grows("variable.count", until=30).born("variable")
    calm.held_by("list attribute Adapter.fast", "variable", framework=True, inside=True)  # their count does not grow
    assert not calm.diagnosis(tmp_path).findings
    waiting = loop().grows("variable.count").born("variable")
    waiting.held_by("list attribute Table._rows", "variable", framework=True, user=False, inside=True)
    (found,) = waiting.diagnosis(tmp_path).findings
    assert (found.verdict.value, found.holder) == ("growing", None)


def few(**seen: object) -> Loop:
    """A list that gains ten elements in all, fewer between looks, over the looks of a loop."""
    return loop(rounds=600).held_by("list attribute Metric.errors", by=0.021, **seen)


def test_a_few_elements_are_a_leak_where_nothing_fell_between_looks(tmp_path: Path) -> None:
    assert few(watched=True).diagnosis(tmp_path).verdict is Verdict.LEAK


@pytest.mark.parametrize("seen", [{"watched": False}, {"watched": True, "above": 1}])
def test_a_few_elements_are_no_leak_where_it_may_be_emptied_in_turn(tmp_path: Path, seen: dict[str, object]) -> None:
    assert few(**seen).diagnosis(tmp_path).verdict is not Verdict.LEAK


def test_many_elements_beyond_all_that_it_held_are_a_leak_although_it_fell(tmp_path: Path) -> None:
    built = loop().held_by("list attribute Metric.errors", watched=True, above=40)
    assert built.diagnosis(tmp_path).verdict is Verdict.LEAK


def test_what_is_seen_by_some_looks_only_is_told_by_what_it_gained_meanwhile(tmp_path: Path) -> None:
    """A local name of a handler: looks that come between two requests do not meet it, and its rises are fewer than the looks."""
    built = loop(rounds=240, seconds=24).held_by("dict local 'conversations'", nbytes=40_000)
    lines, seen = built.records(), 0
    for line in lines:
        if line["k"] == "look" and line["containers"]:
            if line["w"]["function_calls"] in (160, 200):
                line["containers"] = []
            else:
                seen += 1
                line["containers"][0] |= {"rises": 1 + seen}
    built.records = lambda: lines  # type: ignore[method-assign]
    diagnosis = built.diagnosis(tmp_path)
    assert diagnosis.verdict is Verdict.LEAK
    assert diagnosis.findings[0].rate.count_per_unit == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(("multiply", "verdict"), [(True, "leak"), (False, "steady")])
def test_a_frameworks_array_under_a_name_of_the_program_holds_tensors_that_multiply(
    tmp_path: Path, multiply: bool, verdict: str
) -> None:
    """What a framework keeps inside its objects is its own affair, unless live tensors are more at each look."""
    built = loop().held_by("list attribute Recorder.observations", framework=True, inside=True)
    lines = built.records()
    for number, line in enumerate(line for line in lines if line["k"] == "look"):
        line["tensors"] = 10 + 20 * number * multiply
    built.records = lambda: lines  # type: ignore[method-assign]
    assert str(built.diagnosis(tmp_path).verdict) == verdict


@pytest.mark.parametrize(
    ("things", "lengths", "histories"),
    [((7, 7), (10, 20, 30, 40), 1), ((7, 8), (10, 20, 30, 40), 2), ((7, 7), (10, 20, 30, 5), 2)],
)
def test_one_object_that_two_names_lead_to_has_one_history(
    things: tuple[int, int], lengths: tuple[int, ...], histories: int
) -> None:
    """A look comes by now one name, now the other. What is shorter later is another object in the same place."""
    looks = []
    for number, length in enumerate(lengths):
        way = number % 2
        seen = Container(way, "list", length, 5, 2, "tensor", "t", 8, thing=things[way])
        looks.append(Look(t=float(number), kind="census", seconds=0.01, containers=[seen]))
    found = _histories(looks)
    assert len(found) == histories
    assert [row.rises for _, row in found[0]][-1] == (3 if histories == 1 else 2)


@pytest.mark.parametrize(("things", "histories"), [((7, 8), 2), ((7, 8, 9, 10), 1)])
def test_siblings_at_one_place_have_a_history_each(things: tuple[int, ...], histories: int) -> None:
    """Where each is met again; a place that is known by the largest of its containers has one, whichever that is."""
    looks = []
    for number in range(2):
        pair = things if len(things) == 2 else things[2 * number : 2 * number + 2]
        rows = [Container(1, "dict", 5 + number, 5, 2, "tensor", "t", 8, thing=thing) for thing in pair]
        looks.append(Look(t=float(number), kind="census", seconds=0.01, containers=rows))
    assert len(_histories(looks)) == histories


def test_what_is_hidden_holds_only_as_many_as_it_gains(tmp_path: Path) -> None:
    """Three callbacks for each model: nobody knows whether one of them keeps it."""
    built = loop().grows("keras.models").born("model").collected()
    hidden = {"library": True, "element_type": "hidden", "opaque": True}
    found = built.held_by("list global atexit.callbacks", "object", 24, by=3, **hidden).diagnosis(tmp_path)
    assert found.findings[0].rule == "TL401" and "atexit" not in str(found.findings[0].holder)


@pytest.mark.parametrize(("readings", "expected"), [(2, "too-short"), (121, "leak")])
def test_two_readings_show_no_course(readings: int, expected: str, tmp_path: Path) -> None:
    """A machine that lets nobody look between the first round and the last one makes nobody say `steady`."""
    built = loop().builds(3)
    lines = built.records()
    samples = [line for line in lines if line["k"] == "sample"]
    kept = samples if readings == len(samples) else [samples[0], samples[-1]]
    built.records = lambda: [line for line in lines if line["k"] != "sample" or line in kept]  # type: ignore[method-assign]
    assert str(built.diagnosis(tmp_path).verdict) == expected


@pytest.mark.parametrize(("nbytes", "expected"), [(265, "steady"), (700, "leak")])
def test_a_word_for_each_request_is_a_journal(nbytes: int, expected: str, tmp_path: Path) -> None:
    """A digest of each request, and a record of each."""
    built = loop(rounds=2000, seconds=20).held_by("list global journal", "object", nbytes)
    assert str(built.diagnosis(tmp_path).verdict) == expected
