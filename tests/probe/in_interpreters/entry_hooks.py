"""Hooks at function entries, tried on this interpreter: run as a script, prints `ok N` or fails with a traceback."""

import ast
import dis
import inspect
import sys
import traceback
import types
import warnings

from tensorleak_probe import entries


def functions_of(module):
    found = {}
    for value in vars(module).values():
        if isinstance(value, types.FunctionType):
            found[id(value)] = value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            found.update((id(part), part) for part in vars(value).values() if isinstance(part, types.FunctionType))
    return list(found.values())


def lines_of(code):
    return [line for _, line in dis.findlinestarts(code) if line is not None]


def everything_in_the_standard_library():
    """Hundreds of functions are given a hook; their lines stay, and the programs below still work."""
    import argparse
    import configparser
    import csv
    import difflib
    import json.decoder
    import json.encoder
    import pprint
    import shlex
    import string
    import tarfile
    import textwrap
    import tokenize
    import xml.dom.minidom

    modules = (ast, argparse, configparser, csv, difflib, json.decoder, json.encoder, pprint, shlex, string, tarfile,
               textwrap, tokenize, xml.dom.minidom, inspect)  # fmt: skip
    calls = [0]

    def hook(args, kwargs):
        calls[0] += 1

    def work():
        parser = argparse.ArgumentParser(prog="p", description="words " * 40)
        parser.add_argument("--level", type=int, default=3)
        words = [parser.format_help(), repr(parser.parse_args(["--level", "7"]))]
        words += list(difflib.unified_diff("one two three".split(), "one 2 three four".split(), lineterm=""))
        words += textwrap.wrap("a sentence of some length that is wrapped " * 5, 30)
        words += [
            json.JSONEncoder(indent=1).encode({"a": [1, 2.5, None, "x"]}),
            repr(json.loads('{"a": [1, {"b": null}]}')),
        ]
        words += [pprint.pformat({"deep": [{"k": list(range(30))}] * 3}), repr(shlex.split("a 'b c' \"d e\""))]
        words += [
            repr(inspect.signature(textwrap.wrap)),
            xml.dom.minidom.parseString("<a><b c='1'/></a>").toprettyxml(),
        ]
        config = configparser.ConfigParser()
        config.read_string("[a]\nb = 1\nc = %(b)s2\n")
        return words + [config.get("a", "c")] + [repr(ast.literal_eval("{'a': (1, -2)}"))]

    plain = work()
    hooked = refused = 0
    for module in modules:
        for function in functions_of(module):
            before, signature = function.__code__, str(inspect.signature(function))
            try:
                entry = entries.add(function, hook)
            except entries.RefusedError:
                refused += 1
                assert before.co_flags & entries.GENERATORS
                continue
            hooked += 1
            assert lines_of(before) == lines_of(entry.instrumented), function
            assert str(inspect.signature(function)) == signature
            assert function.__code__ is entry.instrumented
    calls[0] = 0
    assert work() == plain
    assert calls[0] > 500, calls
    for module in modules:
        for function in functions_of(module):
            entries.discard(function, hook)
    count = calls[0]
    assert work() == plain
    assert calls[0] == count
    assert hooked > 500 and refused < hooked / 4, (hooked, refused)
    return hooked


def many(n):
    """A function whose jumps and constants need long arguments."""
    body = "".join("    if n == %d:\n        total += %d.5 + v%d\n" % (i, i, i) for i in range(400))
    loop = "    for k in range(3):\n        if k == n: continue\n        try:\n            total += 1 / k\n        except ZeroDivisionError:\n            total += 100\n        finally:\n            total += 1000\n"
    names = "".join("    v%d = %d\n" % (i, i) for i in range(400))
    scope = {}
    exec("def many(n):\n    total = 0\n" + names + loop + body + loop + "    return total\n", scope)
    return scope["many"]


def long_functions():
    function = many(0)
    plain = [function(n) for n in (-1, 0, 1, 2, 200, 399)]
    seen = []
    entries.add(function, lambda args, kwargs: seen.append(args))
    assert [function(n) for n in (-1, 0, 1, 2, 200, 399)] == plain
    assert seen == [(-1,), (0,), (1,), (2,), (200,), (399,)]


def arguments():
    seen = []

    def note(args, kwargs):
        seen.append((args, dict(kwargs or {})))

    def every(a, b=2, *rest, c, d=4, **named):
        def inner():
            return a, rest, named, d

        return inner(), b, c

    class Base:
        def __init__(self, value):
            self.value = value

    class Derived(Base):
        def __init__(self, value, *, doubled=True):
            super().__init__(value * (2 if doubled else 1))
            self.read = lambda: self.value

    def generic(*args, **kwargs):
        return args, kwargs

    plain = every(1, 3, 5, c=6, e=7), Derived(4).read(), generic(1, k=2)
    for function in (every, Derived.__init__, generic):
        entries.add(function, note)
    assert (every(1, 3, 5, c=6, e=7), Derived(4).read(), generic(1, k=2)) == plain
    assert seen[0] == ((1, 3, 6, 4, 5), {"e": 7}), seen[0]
    assert seen[1][0][1:] == (4, True) and type(seen[1][0][0]) is Derived
    assert seen[2] == ((1,), {"k": 2})


def positions():
    """Tracebacks, warnings and frames are those of the bare function."""

    def failing(depth):
        if depth:
            return failing(depth - 1)
        return 1 / depth

    def warning():
        warnings.warn("old", stacklevel=2)

    def caller():
        return sys._getframe(1).f_lineno, sys._getframe().f_lineno

    def told():
        try:
            failing(2)
        except ZeroDivisionError:
            text = traceback.format_exc()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warning()
        return text, caught[0].lineno, caught[0].filename, caller()

    def events():
        rows = []

        def tracer(frame, event, argument):
            if frame.f_code.co_name in ("failing", "caller"):
                rows.append((frame.f_code.co_name, event, frame.f_lineno))
                return tracer
            return None

        sys.settrace(tracer)
        try:
            caller()
        finally:
            sys.settrace(None)
        return rows

    plain, bare = told(), events()
    positions_before = list(failing.__code__.co_positions()) if hasattr(failing.__code__, "co_positions") else []
    for function in (failing, warning, caller):
        entries.add(function, lambda args, kwargs: None)
    assert told() == plain, (told(), plain)
    assert events() == bare, (events(), bare)
    if positions_before:
        after = list(failing.__code__.co_positions())
        assert after[-len(positions_before) + 2 :] == positions_before[2:]


def refusals():
    def generator():
        yield 1

    async def coroutine():
        pass

    for target in (generator, coroutine, len, print, functools_partial(), int):
        try:
            entries.add(target, print)
        except entries.RefusedError:
            continue
        raise AssertionError(target)


def functools_partial():
    import functools

    return functools.partial(len)


def two_hooks():
    def function(x):
        return x + 1

    code, first, second = function.__code__, [], []
    one, two = (lambda a, k: first.append(a)), (lambda a, k: second.append(a))
    entries.add(function, one)
    entries.add(function, two)
    function(1)
    entries.discard(function, one)
    function(2)
    entries.discard(function, two)
    function(3)
    assert (first, second) == ([(1,)], [(1,), (2,)])
    assert function.__code__ is code


count = everything_in_the_standard_library()
for check in (long_functions, arguments, positions, refusals, two_hooks):
    check()
print("ok", count)
