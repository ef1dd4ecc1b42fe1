"""Looks run none of the program's code: a class whose every special method ends the process is walked over in all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, lane_python

ABORTING = '''
import collections, functools, gc, os, sys, types, weakref
from tensorleak_probe import plain
from tensorleak_probe.lifecycle import Probe
from tensorleak_probe.looks.children import Shapes
from tensorleak_probe.looks.contents import describe_contents

armed = False

def fatal(name):
    def method(*args, **kwargs):
        if armed:
            os.write(2, ("ran " + name).encode())
            os._exit(9)
        return TRUE.get(name, lambda *a, **k: NotImplemented)(*args, **kwargs)
    return method

TRUE = {
    "__getattribute__": object.__getattribute__, "__setattr__": object.__setattr__, "__hash__": object.__hash__,
    "__init__": lambda *a, **k: None, "__init_subclass__": lambda *a, **k: None, "__len__": lambda self: 3,
    "__eq__": lambda self, other: self is other, "__bool__": lambda self: True, "__iter__": lambda self: iter(()),
}
SPECIAL = """__abs__ __add__ __bool__ __bytes__ __call__ __contains__ __delattr__ __dir__ __enter__ __eq__ __exit__ __float__ __format__
__ge__ __get__ __getattr__ __getattribute__ __getitem__ __gt__ __hash__ __index__ __init__ __int__ __iter__ __le__ __len__ __length_hint__
__lt__ __missing__ __ne__ __next__ __reduce__ __reduce_ex__ __repr__ __reversed__ __set__ __setattr__ __sizeof__ __str__ __array__
__instancecheck__ __subclasscheck__ __del__ __copy__ __await__ __fspath__ __buffer__""".split()

def methods():
    names = {name: fatal(name) for name in SPECIAL}
    for name in ("__class__", "__dict__", "shape", "dtype", "nbytes", "maxlen", "maxsize", "qsize", "name", "__wrapped__",
                 "_tf_decorator", "__code__", "__func__", "__closure__", "func", "_shape_tuple", "cache_info", "__len_hint__"):
        names[name] = property(fatal(name))
    return names

class Meta(type):
    def __getattribute__(cls, name):
        if armed:
            os.write(2, ("ran Meta." + name).encode()); os._exit(9)
        return type.__getattribute__(cls, name)
    def __hash__(cls):
        if armed:
            os.write(2, b"ran Meta.__hash__"); os._exit(9)
        return type.__hash__(cls)
    def __eq__(cls, other):
        if armed:
            os.write(2, b"ran Meta.__eq__"); os._exit(9)
        return cls is other
    __instancecheck__ = fatal("Meta.__instancecheck__")
    __subclasscheck__ = fatal("Meta.__subclasscheck__")

def make(base):
    return Meta("Bomb" + base.__name__, (base,), methods())

kinds = [make(base) for base in (object, list, dict, set, collections.deque, tuple, collections.OrderedDict, Exception)]
loose = [Meta.__call__(kind) if kind.__name__ not in ("BombException",) else kind.__new__(kind) for kind in kinds]

class Holder:
    pass

class Lazy(types.ModuleType):
    def __getattr__(self, name):
        if armed:
            os.write(2, ("ran Lazy." + name).encode()); os._exit(9)
        raise AttributeError(name)
    @property
    def __dict__(self):
        os.write(2, b"ran Lazy.__dict__"); os._exit(9)

sys.modules["lazy_thing"] = Lazy("lazy_thing")
kept, mapping, grown = [], {}, loose[1]
holder = Holder()
holder.values = grown
holder.queue = collections.deque()
cache = functools.lru_cache(maxsize=None)(lambda key: object())
died = []

def work(probe, rounds):
    local = []
    for number in range(6):
        for i in range(10):
            thing = object.__new__(kinds[0])
            kept.append(thing)
            mapping[number * 10 + i] = thing
            list.append(grown, object.__new__(kinds[0]))
            holder.queue.append(object.__new__(kinds[0]))
            local.append(kinds[0])
            cache(number * 100 + i)
        weakref.ref(kinds[0], lambda ref: died.append(ref))
        rounds()

probe = Probe(sys.argv[1])
probe._open()
answers = []

def rounds():
    global armed
    armed = True
    answers.append(probe.looks._census.take())
    probe.looks._collection() if False else None
    for bomb in loose:
        describe_contents([bomb] * 3)
        shapes = Shapes()
        shapes.children(bomb); shapes.length(bomb); shapes.can_hold(bomb); shapes.is_large(bomb)
        plain.attributes(bomb); plain.size(bomb); plain.length(bomb)
    probe.shapes.note(("x",), loose)
    for bomb in loose:
        probe.traces.origin(bomb)
    from tensorleak_probe.traces import atoms_of_value
    [atoms_of_value(bomb) for bomb in loose]
    armed = False

work(probe, rounds)
names = {row["holder"]["words"] for answer in answers[-1:] for row in answer["containers"] if row["holder"]}
print("faults", probe.faults, "found", len(names), sorted(names))
os._exit(0)
'''


@pytest.mark.parametrize("python", [sys.executable, str(lane_python("tf1"))])
def test_nothing_of_the_programs_runs_in_a_look(tmp_path: Path, python: str) -> None:
    if not Path(python).exists():
        pytest.skip("the tf1 lane is not installed: see `tools/env tf1`")
    script = tmp_path / "bombs.py"
    script.write_text(ABORTING)
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "probe" / "src"))
    words = [python, str(script), str(tmp_path / "r.jsonl")]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (done.returncode, done.stderr[-1500:])
    assert done.stdout.startswith("faults 0 "), done.stdout
    for expected in ("list global __main__.kept", "dict global __main__.mapping", "attribute Holder.queue"):
        assert expected in done.stdout  # the control: the walk did go through all of them


def test_the_bombs_are_live(tmp_path: Path) -> None:
    """The negative control: what the looks avoid does end the process."""
    script = tmp_path / "bombs.py"
    script.write_text(ABORTING.replace("answers.append(probe.looks._census.take())", "len(loose[1])"))
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "probe" / "src"))
    words = [sys.executable, str(script), str(tmp_path / "r.jsonl")]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (9, "ran __len__")
