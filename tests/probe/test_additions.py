"""The line that adds to a container is observed: however the addition is written, and without a trace in the program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT

INTERPRETERS = [sys.executable, str(ROOT / ".envs" / "tf1" / "bin" / "python")]

# A stretch over the containers `grown`, begun as a look at a boundary of work begins it; `told()` ends it and prints what was found.
FOLLOWED = """
import sys
from tensorleak_probe.looks.additions import ARRIVAL, Additions
from tensorleak_probe.sites import Sites

class Probe:
    def __init__(self):
        self.sites, self.records, self.writer = Sites(), [], self
    def write(self, record):
        self.records.append(record)
    def write_new_sites(self):
        pass
    def elapsed(self):
        return 0.0
    def keep(self, where, error):
        raise error

probe = Probe()
additions = Additions(probe)
def follow(*grown):
    additions.begin(list(enumerate(grown)))
def told():
    additions.settle(patient=False)
    for row in probe.records[-1]["rows"] if probe.records else ():
        file, line, function = probe.sites.rows[row[1]]["frames"][0]
        print(row[0], TEXT[line - 1].split("#")[1].strip(), function, row[2])
    assert gettracer() is None
TEXT = open(__file__).read().splitlines()
# by other names: code that mentions the functions is not followed
gettracer, settracer = getattr(sys, "gettrace"), getattr(sys, "settrace")
def tracer_of(frame):
    return getattr(frame, "f_trace")
"""


def output(python: str, folder: Path, program: str) -> list[str]:
    if not Path(python).exists():
        pytest.skip("the TensorFlow 1.15 lane is not installed")
    path = folder / "program.py"
    path.write_text(FOLLOWED + program)
    environment = {"PYTHONPATH": str(ROOT / "probe" / "src"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([python, str(path)], capture_output=True, text=True, cwd=folder, env=environment, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


WAYS = {
    "method": "kept.append(n)",
    "by name at run time": "getattr(kept, 'app' + 'end')(n)",
    "alias": "other = kept; other += [n]",
    "slice": "kept[len(kept):] = [n]",
    "library": "heapq.heappush(kept, n)",
    "comprehension": "[kept.append(x) for x in (n,)]",
    "function in a generator": "list(put(x) for x in (n,))",
    "called back": "list(map(put, [n, n + 1]))",
    "several": "kept.extend((n, n, n))",
}


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_the_line_is_found_however_it_is_written(way: str, python: str, tmp_path: Path) -> None:
    program = f"""
import heapq
kept, once = [0], ["before"]
def put(x):
    kept.append(x)  # put
def rounds(n):
    total = n * 2
    {way}  # way
    return total
def quiet(n):
    return [n]
follow(kept, once)
for n in range(1, 6):
    quiet(n)
    rounds(n)
told()
"""
    found = output(python, tmp_path, program)
    inner = "put" in way
    expected = ("put", "put") if inner else ("way", "rounds")
    assert [line.split()[:3] for line in found] == [["0", *expected]]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_the_line_that_calls_is_told_from_the_line_it_calls(python: str, tmp_path: Path) -> None:
    """What a function returns is put in by its caller, after the function's own lines."""
    program = """
kept = []
def made(n):
    value = n * n
    return value
def rounds():
    for n in range(9):
        kept.append(made(n))  # here
        made(n)
follow(kept)
rounds()
told()
"""
    assert output(python, tmp_path, program) == ["0 here rounds 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_of_two_lines_the_one_that_runs_is_found(python: str, tmp_path: Path) -> None:
    program = """
kept = {}
def fill(n):
    if n < 0:
        kept[n] = "first"  # once
    else:
        kept[n] = "again"  # each round
fill(-1)
follow(kept)
for n in range(9):
    fill(n)
told()
"""
    assert output(python, tmp_path, program) == ["0 each round fill 3"]


PASSING = """
import heapq
from collections import deque
kept = {empty}
def rounds():
    for n in range(40):
        {passing}  # passing
        {staying}  # staying
        {taken}
follow(kept)
rounds()
told()
"""
WAYS_TO_PASS = {
    "list": {
        "empty": "[]",
        "passing": "kept.append(['new', n])",
        "staying": "kept.insert(0, ['old', n])",
        "taken": "kept.pop()",
    },
    "dict": {
        "empty": "{}",
        "passing": "kept['now', n] = n",
        "staying": "kept['for ever', n] = n",
        "taken": "del kept['now', n]",
    },
    "heap": {
        "empty": "[]",
        "passing": "heapq.heappush(kept, (0, n))",
        "staying": "heapq.heappush(kept, (5, n))",
        "taken": "heapq.heappop(kept)",
    },
    "deque": {
        "empty": "deque()",
        "passing": "kept.append(str(n))",
        "staying": "kept.extendleft([[n], [n]])",
        "taken": "kept.pop()",
    },
    "set": {
        "empty": "set()",
        "passing": "kept.add(('now', n))",
        "staying": "kept.add(n)",
        "taken": "kept.discard(('now', n))",
    },
}


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
@pytest.mark.parametrize("way", WAYS_TO_PASS.values(), ids=WAYS_TO_PASS.keys())
def test_of_two_lines_the_one_whose_elements_stay_counts(way: dict[str, str], python: str, tmp_path: Path) -> None:
    rows = [row.split() for row in output(python, tmp_path, PASSING.format(**way))]
    assert max(rows, key=lambda row: int(row[-1]))[:3] == ["0", "staying", "rounds"]
    # ... and where that line is the other one, it is the other one
    other = {**way, "passing": way["staying"], "staying": way["passing"]}
    program = PASSING.format(**other).replace("# passing", "# S").replace("# staying", "# P")
    rows = [row.split() for row in output(python, tmp_path, program)]
    assert max(rows, key=lambda row: int(row[-1]))[:3] == ["0", "S", "rounds"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_is_put_where_everything_leaves_again_is_still_told(python: str, tmp_path: Path) -> None:
    """A queue is emptied now and then: its line is known although no element of it stays."""
    program = """
kept = []
follow(kept)
for n in range(40):
    kept.append([n])  # here
    if n % 4 == 3:
        kept.clear()
told()
"""
    assert output(python, tmp_path, program)[0].split()[:3] == ["0", "here", "<module>"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_elements_that_are_the_same_object_are_counted_as_they_come(python: str, tmp_path: Path) -> None:
    program = """
kept = [None]
follow(kept)
for n in range(40):
    kept.extend([None, None])  # two
    kept.append(None)  # one
    kept.pop()
told()
"""
    rows = [row.split() for row in output(python, tmp_path, program)]
    assert max(rows, key=lambda row: int(row[-1]))[1] == "two"


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_frames_that_are_already_running_are_followed(python: str, tmp_path: Path) -> None:
    program = """
kept = []
def rounds():
    for n in range(9):
        if n == 2:
            follow(kept)
        kept.append(n)  # here
rounds()
told()
"""
    assert output(python, tmp_path, program) == ["0 here rounds 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_nothing_is_found_where_nothing_grows(python: str, tmp_path: Path) -> None:
    program = """
kept, other = [1], []
follow(kept)
for n in range(9):
    kept[0] = n
    other.append(n)
told()
"""
    assert output(python, tmp_path, program) == []


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_nothing_is_left_in_the_program(python: str, tmp_path: Path) -> None:
    """No frame keeps the tracer, a suspended generator neither; what the program drops goes at its next line."""
    program = """
import weakref
class Thing:
    pass
def endless():
    n = 0
    while True:
        n += 1
        yield n
def rounds():
    local, other = [Thing()], [0]
    gone = weakref.ref(local[0], lambda _: print("dropped"))
    follow(local, other)
    numbers = endless()
    next(numbers)
    local.append(next(numbers))  # here
    print("before")
    del local
    numbers_are_still_there = numbers.gi_frame is not None
    print("after", numbers_are_still_there)
    for n in range(9):
        other.append(n)  # other
    print(tracer_of(numbers.gi_frame), gettracer())
rounds()
told()
"""
    lines = output(python, tmp_path, program)
    assert lines[:4] == ["before", "dropped", "after True", "None None"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_is_dropped_after_a_stretch_goes_at_once(python: str, tmp_path: Path) -> None:
    """Up to Python 3.10 the snapshot that tracing leaves in a frame would keep it until the function returns."""
    program = """
import weakref
class Thing:
    pass
def rounds():
    kept, thing = [], Thing()
    last = weakref.ref(thing, lambda _: print("dropped"))
    follow(kept)
    for n in range(4):
        kept.append(n)
    additions.settle()
    thing = None; print("at once")
rounds()
"""
    assert output(python, tmp_path, program) == ["dropped", "at once"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_functions_ask_of_their_names_is_the_same(python: str, tmp_path: Path) -> None:
    """Tracing fills and writes back the dictionary that `locals()` returns."""
    program = """
kept = []
def asks(n):
    names = locals()
    names["n"] = "written"
    later = n + 1
    kept.append(n)
    return n, later, sorted(names)
def rounds():
    follow(kept)
    return [asks(n) for n in range(5)]
print(rounds())
additions.settle(patient=False)
"""
    bare = "def follow(*grown): pass\nclass additions:\n    settle = staticmethod(lambda patient: None)\n" + program
    path = tmp_path / "bare.py"
    path.write_text(bare)
    expected = subprocess.run([python, str(path)], capture_output=True, text=True, timeout=60).stdout.splitlines()
    assert output(python, tmp_path, program) == expected != []


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_a_tracer_of_the_programs_own_is_left_alone(python: str, tmp_path: Path) -> None:
    program = """
kept, seen = [], []
def mine(frame, event, argument):
    seen.append(frame.f_code.co_name)
def work():
    kept.append(1)
settracer(mine)
follow(kept)
work()
print(gettracer() is mine)
settracer(None)
follow(kept)
settracer(mine)
work()
additions.settle(patient=False)
print(gettracer() is mine, seen.count("work"))
settracer(None)
"""
    assert output(python, tmp_path, program) == ["True", "True 2"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_the_program_raises_goes_on_to_it(python: str, tmp_path: Path) -> None:
    program = """
kept = []
def fails(n):
    kept.append(n)  # here
    raise ValueError(n)
follow(kept)
for n in range(6):
    try:
        fails(n)
    except ValueError as error:
        frames, traceback = [], error.__traceback__
        while traceback is not None:
            frames.append(traceback.tb_frame.f_code.co_name)
            traceback = traceback.tb_next
        assert frames == ["<module>", "fails"], frames
told()
"""
    assert output(python, tmp_path, program) == ["0 here fails 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_a_stretch_ends_by_itself(python: str, tmp_path: Path) -> None:
    """After so many lines, whether something grew or not."""
    program = """
kept = []
follow(kept)
for n in range(50000):
    n += 1
print(gettracer())
kept.append(1)
"""
    assert output(python, tmp_path, program) == ["None"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_another_thread_invites_the_main_thread(python: str, tmp_path: Path) -> None:
    """As a look at a program without boundaries of work does; what a signal handler raises there goes on to the program."""
    program = """
import threading, time
kept = []
def work():
    deadline = time.monotonic() + 20
    while additions._stretch is None and time.monotonic() < deadline:
        kept.append(1)  # here
    for n in range(9):
        kept.append(n)  # here
from _thread import start_new_thread
start_new_thread(additions.invite, ([(0, kept)],))
work()
told()
"""
    assert {tuple(line.split()[:3]) for line in output(python, tmp_path, program)} == {("0", "here", "work")}


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_interrupts_an_invitation_goes_on_to_the_program(python: str, tmp_path: Path) -> None:
    program = """
def interrupted(grown):
    raise KeyboardInterrupt
additions._follow = interrupted
additions._waiting = [(0, [])]
try:
    ARRIVAL.is_asked_for()
    for n in range(1000000):
        n += 1
    print("not told")
except KeyboardInterrupt:
    print("told")
for n in range(1000):
    n += 1
"""
    assert output(python, tmp_path, program) == ["told"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_another_pending_call_may_come_while_ours_begins(python: str, tmp_path: Path) -> None:
    """Python 3.11 enters no traced function while a pending call waits behind one that is at work: it would look for ever whether it may run."""
    program = """
import ctypes, time
queued = []
def queue_another():
    api = ctypes.pythonapi
    api.Py_AddPendingCall(ctypes.cast(api.PyObject_IsTrue, ctypes.c_void_p), ctypes.py_object(None))
def kind_of(file, known=additions._kind):
    if not queued:
        queued.append(1)
        queue_another()
    return known(file)
probe.sites.kind = kind_of
kept = []
def work():
    deadline = time.monotonic() + 20
    while additions._stretch is None and time.monotonic() < deadline:
        kept.append(1)  # here
    for n in range(9):
        kept.append(n)  # here
from _thread import start_new_thread
start_new_thread(additions.invite, ([(0, kept)],))
work()
told()
print(len(queued), ARRIVAL.waits)
"""
    *rows, last = output(python, tmp_path, program)
    assert {tuple(row.split()[:3]) for row in rows} == {("0", "here", "work")}
    assert last == "1 False"


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_one_invitation_waits_at_a_time(python: str, tmp_path: Path) -> None:
    program = """
asked = []
def arrive():
    asked.append(ARRIVAL.is_asked_for())
ARRIVAL.arrive = arrive
for _ in range(3):
    print(ARRIVAL.is_asked_for())
    for n in range(1000):
        n += 1
print(asked, ARRIVAL.waits)
"""
    assert output(python, tmp_path, program) == ["True", "True", "True", "[True, True, True] False"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_another_thread_adds_is_no_line_of_this_one(python: str, tmp_path: Path) -> None:
    program = """
import threading
kept, go, done = [], threading.Event(), threading.Event()
def worker():
    for n in range(5):
        go.wait(); go.clear()
        kept.append(n)
        done.set()
thread = threading.Thread(target=worker)
thread.start()
follow(kept)
for n in range(5):
    go.set()
    done.wait(); done.clear()
thread.join()
told()
"""
    assert output(python, tmp_path, program) == []


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_is_seen_last_counts(python: str, tmp_path: Path) -> None:
    program = """
kept = []
def restore(n):
    kept.append(n)  # at first
def rounds(n):
    kept.append(n)  # later
follow(kept)
for n in range(5):
    restore(n)
additions.settle()
for n in range(9):
    follow(kept)
    rounds(n)
    additions.settle()
told()
"""
    assert output(python, tmp_path, program) == ["0 later rounds 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_another_thread_gives_up_ends_with_the_next_line(python: str, tmp_path: Path) -> None:
    """And leaves no garbage for a program that saves it."""
    program = """
import gc
from _thread import allocate_lock, start_new_thread
kept, done = [], allocate_lock()
done.acquire()
def give_up():
    additions.settle(patient=False)
    done.release()
gc.collect()
gc.set_debug(gc.DEBUG_SAVEALL)
follow(kept)
start_new_thread(give_up, ())
done.acquire()
kept.append(1)
kept.append(2)
additions.settle()
print(gettracer(), tracer_of(sys._getframe()), additions._stretch)
gc.collect()
print([one for one in gc.garbage if "additions" in type(one).__module__])
"""
    assert output(python, tmp_path, program) == ["None None None", "[]"]


def test_a_program_that_refuses_tracers_is_left_alone(tmp_path: Path) -> None:
    program = """
def refuse(event, arguments):
    if event == "sys.settrace":
        raise RuntimeError(event)
kept = []
def rounds():
    sys.addaudithook(refuse)
    try:
        follow(kept)
    except RuntimeError as error:
        print(error)
    for n in range(5):
        kept.append(n)
    return gettracer(), additions.is_busy()
print(rounds())
"""
    assert output(sys.executable, tmp_path, program) == ["sys.settrace", "(None, False)"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
@pytest.mark.parametrize("asks", ["sys.getrefcount(kept) - base", "sys.gettrace() is None"])
def test_a_program_that_asks_is_told_what_it_is_told_bare(asks: str, python: str, tmp_path: Path) -> None:
    program = f"""
kept = []
base = getattr(sys, "getrefcount")(kept)
def ask():
    return {asks}
def rounds():
    follow(kept)
    answers = []
    for n in range(5):
        kept.append(n)
        answers.append(int(ask()))
    return answers
print(rounds())
"""
    assert output(python, tmp_path, program) == ["[0, 0, 0, 0, 0]" if "ref" in asks else "[1, 1, 1, 1, 1]"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_lines_of_coroutines_are_followed(python: str, tmp_path: Path) -> None:
    """What a coroutine adds after a call is its own line's, and never that call's; it may wait before and after."""
    program = """
import asyncio
kept = []
def score(n):
    return n * 2
async def ingest(n):
    if n == 2:
        follow(kept)
    value = score(n)  # called
    await asyncio.sleep(0)
    kept.append(value)  # adds
    await asyncio.sleep(0)  # waits
async def main():
    for n in range(9):
        await ingest(n)
asyncio.get_event_loop_policy().new_event_loop().run_until_complete(main())
told()
"""
    assert output(python, tmp_path, program) == ["0 adds ingest 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_a_generator_and_the_line_that_draws_from_it_are_told_apart(python: str, tmp_path: Path) -> None:
    program = """
kept, drawn = [], []
def numbers():
    for n in range(3):
        kept.append(n)  # generates
        yield n
def rounds():
    for _ in range(4):
        drawn.extend(numbers())  # draws
follow(kept, drawn)
rounds()
told()
"""
    assert output(python, tmp_path, program) == ["0 generates numbers 3", "1 draws rounds 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_a_suspended_coroutine_keeps_nothing_that_it_has_dropped(python: str, tmp_path: Path) -> None:
    program = """
import weakref
class Thing:
    pass
kept = []
async def work(thing, other):
    last = weakref.ref(thing, lambda _: print("dropped"))
    kept.append(1)
    del thing
    kept.append(2)
    print("after")
    await other
class Waiting:
    def __await__(self):
        yield
follow(kept)
waiting = work(Thing(), Waiting())
waiting.send(None)
kept.append(3)
print(tracer_of(waiting.cr_frame), waiting.cr_frame.f_trace_lines)
waiting.close()
"""
    assert output(python, tmp_path, program) == ["dropped", "after", "None True"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_frames_of_libraries_are_left_as_they_were(python: str, tmp_path: Path) -> None:
    """Their lines are not told while a stretch lasts, and are again when a debugger comes later."""
    program = """
import heapq, threading
kept = []
def key(n):
    kept.append(n)
    frame, seen = sys._getframe(1), []
    while frame is not None:
        seen.append(frame.f_trace_lines)
        frame = frame.f_back
    return seen
def rounds():
    follow(kept)
    return [heapq.nsmallest(1, [n, 2], key=key) and key(n) for n in range(9)]
print(all(all(seen) for seen in rounds()[-1:]), gettracer())
"""
    assert output(python, tmp_path, program) == ["True None"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_threads_that_wait_do_not_matter(python: str, tmp_path: Path) -> None:
    program = """
import threading
kept, stop = [], threading.Event()
threads = [threading.Thread(target=stop.wait) for _ in range(3)]
for thread in threads:
    thread.start()
import time; time.sleep(0.05)
follow(kept)
for n in range(9):
    kept.append(n)  # here
told()
stop.set()
"""
    assert output(python, tmp_path, program) == ["0 here <module> 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_what_asks_for_instructions_is_not_followed(python: str, tmp_path: Path) -> None:
    """A debugger may have left a frame so; an instruction is no event of ours."""
    program = """
kept = []
def inner():
    sys._getframe().f_trace_opcodes = True
    follow(kept)
    kept.append(1)
    return additions.is_busy()
def waiting():
    sys._getframe().f_trace_opcodes = True
    yield 1
    kept.append(2)
    yield 2
print(inner(), gettracer())
numbers = waiting()
next(numbers)
follow(kept)
next(numbers)
print(gettracer())
"""
    assert output(python, tmp_path, program) == ["False None", "None"]


def test_what_atexit_is_given_has_its_line(tmp_path: Path) -> None:
    """From Python 3.10 on it tells only how many callbacks there are: the line during which there are more is the one."""
    program = """
import atexit
from tensorleak_probe.looks.roots import exit_callbacks
def rounds(n):
    total = n * 2
    atexit.register(len, "x" * n)  # registers
    return total
follow(exit_callbacks(), [])
for n in range(9):
    rounds(n)
told()
"""
    assert output(sys.executable, tmp_path, program) == ["0 registers rounds 3"]


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_a_function_that_will_ask_for_instructions_is_not_followed(python: str, tmp_path: Path) -> None:
    program = """
kept = []
def asks():
    kept.append(1)  # asks
    kept.append(2)  # asks
    kept.append(3)  # asks
    sys._getframe().f_trace_opcodes = True
    kept.append(4)
follow(kept)
asks()
told()
"""
    assert output(python, tmp_path, program) == []


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_the_line_that_lengthens_a_chain_is_the_one_that_gives_its_name_another_node(
    python: str, tmp_path: Path
) -> None:
    program = """
from tensorleak_probe.looks.named import name_in
class Node:
    def __init__(self, before):
        self.before = before
class Arena:
    def __init__(self):
        self.current, self.other = Node(None), Node(None)
    def promote(self):
        node = Node(self.current)
        self.current = node  # promoted
        return self.other
arena = Arena()
follow(name_in(arena, "current", None), name_in(arena, "other", None))
for n in range(1, 6):
    arena.promote()
told()
"""
    assert [line.split()[:3] for line in output(python, tmp_path, program)] == [["0", "promoted", "promote"]]
