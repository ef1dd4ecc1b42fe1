"""The line that adds to a container is found in the source, in the ways people write it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.phases import phases
from tensorleak_engine.reading import Reading
from tensorleak_engine.recording import Recording
from tensorleak_engine.records import FORMAT, Answers, Header, Holder, Site, Sites, Tally
from tensorleak_engine.seen import Stack
from tensorleak_engine.texts import OWN, STRANGER, Texts


def recorded(file: Path | str, stacks: Iterable[Stack] = (), texts: Texts | None = None) -> Recording:
    """A recording of a program that is this file, seen at work with these stacks."""
    header = Header(FORMAT, "1", 1, 0.0, "", "", "", str(file))
    recording = Recording("run.jsonl", header, texts=texts or Texts(OWN))
    for number, stack in enumerate(stacks, 1):
        recording.add(Sites([Site(number, list(stack))]))
        recording.add(Tally(float(number), here=number))
    return recording


def addition(holder: Holder, file: Path, stacks: Iterable[Stack] = ()) -> Location | None:
    return Reading(recorded(file, stacks)).addition(holder)


CASES = {
    "append to attribute": (
        "attribute",
        "losses",
        "Trainer",
        "class Trainer:\n    def step(self, x):\n        y = x\n        self.losses.append(y)\n",
        4,
    ),
    "item of attribute": (
        "attribute",
        "cache",
        "Encoder",
        "class Encoder:\n    def get(self, k):\n        self.cache[k] = 1\n",
        3,
    ),
    "nested item": (
        "attribute",
        "logs",
        "Log",
        "class Log:\n    def add(self, k, v):\n        self.logs['loss'].append(v)\n",
        3,
    ),
    "setdefault": (
        "global",
        "groups",
        "m",
        "groups = {}\ndef put(k, v):\n    groups.setdefault(k, []).append(v)\n",
        3,
    ),
    "kept in order": (
        "attribute",
        "best",
        "League",
        "import bisect\nclass League:\n    def offer(self, x):\n        bisect.insort(self.best, x)\n",
        4,
    ),
    "augmented": ("global", "seen", "m", "seen = []\nfor i in range(3):\n    seen += [i]\n", 3),
    "rebuilt": ("global", "seen", "m", "seen = []\nfor i in range(3):\n    seen = seen + [i]\n", 3),
    "local of a function": (
        "local",
        "out",
        "main",
        "def other(out):\n    out.append(0)\ndef main():\n    out = []\n    for i in range(9):\n        out.append(i)\n",
        6,
    ),
    "through a parameter": (
        "local",
        "history",
        "main",
        "def note(log, x):\n    log.append(x)\ndef main():\n    history = []\n    note(history, 1)\n",
        2,
    ),
    "queue": (
        "queue",
        "jobs",
        "Service",
        "class Service:\n    def submit(self, x):\n        self.jobs.put(x)\n",
        3,
    ),
    "another name for it": (
        "attribute",
        "rows",
        "Log",
        "class Log:\n    def add(self, x):\n        mine = self.rows\n        mine.append(x)\n",
        4,
    ),
    "its elements in a loop": (
        "attribute",
        "acc",
        "Sums",
        "class Sums:\n    def add(self, xs):\n        for a, x in zip(self.acc, xs):\n            a.append(x)\n"
        "acc = Sums()\nacc.add([1])\n",
        4,
    ),
    "its values in a loop": (
        "global",
        "logs",
        "m",
        "logs = {}\ndef note(x):\n    for name, lines in logs.items():\n        lines.append(x)\n",
        4,
    ),
    "numbered elements": (
        "global",
        "lanes",
        "m",
        "lanes = [[], []]\ndef note(x):\n    for i, lane in enumerate(lanes):\n        i.add(x)\n        lane.append(x)\n",
        5,
    ),
    "an element in hand": (
        "attribute",
        "by_user",
        "Store",
        "class Store:\n    def add(self, k, x):\n        entry = self.by_user[k]\n        entry.append(x)\n",
        4,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_addition_is_found(name: str, tmp_path: Path) -> None:
    scope, variable, owner, source, line = CASES[name]
    file = tmp_path / "m.py"
    file.write_text(source)
    found = addition(Holder(words="", scope=scope, name=variable, owner=owner, file=str(file)), file)
    assert found is not None
    assert found.line == line


def test_the_same_name_elsewhere_is_another_thing(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text(
        "def other(self):\n    mine = self.else_\n    mine.append(1)\n"
        "def add(self, x):\n    mine = self.rows\n    mine.append(x)\n"
    )
    holder = Holder(words="", scope="attribute", name="rows", owner="Log", file=str(file))
    found = addition(holder, file)
    assert found is not None
    assert (found.line, found.function) == (6, "add")


def test_nothing_is_guessed(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text("def main():\n    other = []\n    other.append(1)\n")
    assert addition(Holder(words="", scope="local", name="out", owner="main", file=str(file)), file) is None


ZOO = """\
import threading
store = threading.local()
class Zoo(dict):
    def model(self, tenant):
        self[tenant] = build()
class Other(dict):
    def model(self, tenant):
        self[tenant] = build()
zoo = Zoo()
def serve(x):
    other.seen.append(x)
    store.seen.append(x)
    state.metrics["loss"].append(x)
    table.rows[x] = x
"""


@pytest.mark.parametrize(
    ("words", "name", "line"),
    [
        ("Zoo global m.zoo", "zoo", 5),
        ("list global m.store", "store", 12),
        ("list global m.state", "state", 13),
        ("dict global m.table", "table", 14),
        ("list global m.nothing", "nothing", None),
    ],
)
def test_additions_that_do_not_name_the_holder(words: str, name: str, line: int | None, tmp_path: Path) -> None:
    """By the container's own class to itself, and to what is reached through the name; never to what is alike."""
    file = tmp_path / "m.py"
    file.write_text(ZOO)
    found = addition(Holder(words=words, scope="global", name=name, owner="m", file=str(file)), file)
    assert (found.line if found else None) == line


def test_hot_function_wins(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text("log = []\ndef setup():\n    log.append(0)\ndef step():\n    log.append(1)\n")
    found = addition(
        Holder(words="", scope="global", name="log", owner="m", file=str(file)),
        file,
        [((str(file), 5, "step"),)],
    )
    assert found is not None
    assert (found.line, found.function) == (5, "step")


def test_statement_over_several_lines(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text("x = build(\n    1,\n    2,\n)\nfor i in y:\n    f(\n        i)\n")
    reading = Reading(recorded(file))
    assert reading.statement(Location(str(file), 3)).line == 1
    assert reading.statement(Location(str(file), 7)).line == 6


def test_unreadable_source_keeps_the_line() -> None:
    assert Reading(recorded("/nowhere/m.py")).statement(Location("/nowhere/m.py", 12)).line == 12


def test_a_sum_of_many_terms_is_walked(tmp_path: Path) -> None:
    """Such a sum is nested as deeply as it has terms."""
    file = tmp_path / "m.py"
    file.write_text("log = []\ntotal = " + " + ".join(["1"] * 1200) + "\nlog.append(total)\n")
    holder = Holder(words="", scope="global", name="log", owner="m", file=str(file))
    found = addition(holder, file)
    assert found is not None
    assert found.line == 3


TWO_LINES = """\
import weakref
rows, table, text = [], [], ""
class Store:
    def __init__(self):
        self.head = None
    def push(self, x):
        node = Node(x)
        node.next = self.head
        self.head = node
def begin():
    rows.append(0)
def record(x):
    rows.append(x)
def main():
    global text
    table.append("header")
    for x in batches():
        step(x)
        record(x)
        table.append(x)
        text = "".join([text, x])
        weakref.finalize(x, print)
"""


@pytest.mark.parametrize(
    ("scope", "name", "owner", "line"),
    [
        ("global", "rows", "m", 13),  # both functions add, one of them is called from the loop
        ("global", "table", "m", 20),  # one function, of which only the loop repeats
        ("global", "text", "m", 21),
        ("attribute", "next", "Node", 8),
        ("attribute", "head", "Store", 9),
        ("global", "finalize", "weakref", 22),
    ],
)
@pytest.mark.parametrize("seen", [True, False])
def test_of_several_lines_the_one_that_repeats(
    scope: str, name: str, owner: str, line: int, seen: bool, tmp_path: Path
) -> None:
    """By the stack that was seen at work; without one the first in the file is named, which is the wrong one of two."""
    file = tmp_path / "m.py"
    file.write_text(TWO_LINES)
    stacks = [((str(file), 18, "main"), (str(file), 30, "<module>"))] if seen else []
    where = "/usr/lib/weakref.py" if owner == "weakref" else str(file)
    holder = Holder(words="", scope=scope, name=name, owner=owner, file=where, library=owner == "weakref")
    found = addition(holder, file, stacks)
    assert found is not None
    assert (found.line == line) == (seen or name not in ("rows", "table"))


PHASES = """\
def main():
    for batch in warm_up():
        step(batch)
    for batch in serve():
        step(batch)
        for part in batch:
            step(part)
"""


@pytest.mark.parametrize(
    ("lines", "begun"),
    [
        ([3] * 5 + [5, 7, 5, 7, 5], 5.0),  # two loops, one after the other
        ([5, 7] * 5, None),  # one loop, and another inside it
        ([3, 5] * 5, None),  # now this one, now that one: no phase lasts
        ([3] * 9 + [5], None),  # the second one has hardly begun
        ([3] * 10, None),
    ],
)
def test_a_phase_is_a_loop_that_lasts(lines: list[int], begun: float | None, tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text(PHASES)
    stacks = [(float(time), ((str(file), line, "main"),)) for time, line in enumerate(lines)]
    *before, last = phases(stacks, Reading(recorded(file)).loop)
    assert (last.begun if before and last.lasts else None) == begun


def test_of_loops_that_all_repeat_the_one_seen_most_often(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text(
        "class Gallery:\n    def enrol(self, people):\n        for one in people:\n            self.entries.append(one)\n"
        "    def recognise(self, faces):\n        for face in faces:\n            self.entries.append(face)\n"
    )
    holder = Holder(words="list attribute Gallery.entries", scope="attribute", name="entries", file=str(file))
    for often, line in (({"enrol": 1, "recognise": 9}, 7), ({"enrol": 9, "recognise": 1}, 4)):
        lines = {"enrol": 4, "recognise": 7}
        seen = [((str(file), lines[function], function),) for function, count in often.items() for _ in range(count)]
        found = addition(holder, file, seen)
        assert found is not None and found.line == line


def test_a_tree_grows_where_a_child_is_added(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text(
        "class Tree:\n    def __init__(self):\n        self.root = Node(None)\n"
        "    def add(self, key):\n        node = self.root\n        node.children[key] = Node(key)\n"
    )
    holder = Holder(
        words="dict attribute Tree.root", scope="attribute", name="root", file=str(file), trail="tree.root.children[*]"
    )
    found = addition(holder, file)
    assert found is not None and found.line == 6


def test_answers_that_were_written_down_need_no_file(tmp_path: Path) -> None:
    """The diagnosis of a recording is the same where the program's text is not at hand, or has changed."""
    file = tmp_path / "m.py"
    file.write_text(TWO_LINES)
    stacks = [((str(file), 18, "main"), (str(file), 30, "<module>"))]
    holder = Holder(words="list global m.table", scope="global", name="table", owner="m", file=str(file))

    def asked(reading: Reading) -> tuple[object, ...]:
        places = [Location(str(file), 16, "main"), Location(str(file), 20, "main")]
        return (
            reading.addition(holder),
            reading.likeliest(places),
            reading.statement(Location(str(file), 20, "main")),
            reading.loop(Location(str(file), 18, "main")),
            reading.loop(Location(str(file), 11, "begin")),
        )

    first = Reading(recorded(file, stacks))
    told = asked(first)
    assert told[0] == Location(str(file), 20, "main") and told[3:] == (17, 0)
    file.unlink()
    assert asked(Reading(recorded(file, stacks))) != told
    later = recorded(file, stacks, Texts(STRANGER))
    later.add(Answers([(*question, *answer) for question, answer in first.answers.items()]))
    assert asked(Reading(later)) == told


def test_a_chain_grows_where_its_nodes_are_made(tmp_path: Path) -> None:
    """A context variable leads to the newest node: no name of the program's is assigned to."""
    file = tmp_path / "m.py"
    file.write_text(
        "class Span:\n    pass\nROOT = Span()\ndef enter():\n    span = Span(current.get())\n    current.set(span)\n"
        "def main():\n    for _ in batches():\n        enter()\n"
    )
    stacks = [((str(file), 9, "main"),)]
    for words, line in (("Span local 'context' in run()", 5), ("Other local 'context' in run()", None)):
        found = addition(Holder(words=words, scope="local", name="context", owner="run"), file, stacks)
        assert (found.line if found else None) == line


def test_local_names_of_libraries_mean_nothing_in_the_programs_text(tmp_path: Path) -> None:
    program = tmp_path / "p.py"
    program.write_text(
        "class Server:\n    def serve(self, request):\n        self.score(request)\n        return self\n"
    )
    words = "list local 'self' in run_forever()"
    loop = Holder(words, "local", "self", "run_forever", "/usr/lib/loops.py", 9, trail="self._due", library=True)
    assert addition(loop, program) is None
    own = Holder("list local 'self' in serve()", "local", "self", "serve", str(program), 2, trail="self._due")
    assert addition(own, program) is not None


@pytest.mark.parametrize(("scope", "line"), [("queue", 6), ("attribute", 3)], ids=["queue", "array"])
def test_a_queue_is_filled_at_its_other_end(scope: str, line: int, tmp_path: Path) -> None:
    """What one thread calls its source is another one's sink; assigning it is no addition, as it is to what is made anew."""
    file = tmp_path / "m.py"
    file.write_text(
        "class Stage:\n    def __init__(self, source, sink):\n        self.source, self.sink = source, sink\n"
        "    def run(self):\n        while True:\n            self.sink.put(self.work(self.source.get()))\n"
    )
    words = f"deque {scope} Stage.source"
    found = addition(Holder(words=words, scope=scope, name="source", owner="Stage", file=str(file)), file)
    assert found is not None and found.line == line
