"""Writes which public functions of TensorFlow add operations to a graph, asked of the real packages.

A function adds operations when it takes the name that they get: `name` (or `scope`, as the layers of `contrib` do), which may be left
out. The names are told as `tensorleak check` spells them; of modules in which every function is one, nothing is written.

usage: python tools/api.py            writes src/tensorleak/check/operations.py from the environments tf1 and tf2
"""

from __future__ import annotations

import json
import subprocess
import textwrap
from pathlib import Path

from tensorleak.check import names

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "src" / "tensorleak" / "check" / "operations.py"
ASK = """
import inspect, json, sys, types
import tensorflow as tf
seen, found = set(), []
NAMING = ("name", "scope")

def takes_a_name(function):
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
    return any(word in parameters and parameters[word].default is None for word in NAMING)

def peek(module, word):
    try:
        return getattr(module, word)
    except Exception:  # a lazy module whose package is not there
        return None

def words_of(module):
    try:
        return dir(module)
    except Exception:
        return []

def visit(root, path, depth=3):
    level = [(root, path)]
    for _ in range(depth):
        following = []
        for module, path in level:
            if id(module) in seen:
                continue
            seen.add(id(module))
            for word in words_of(module):
                value = peek(module, word) if not word.startswith("_") else None
                if callable(value) and not isinstance(value, type) and takes_a_name(value):
                    found.append(path + "." + word)
                elif type(value).__name__.endswith(("odule", "Wrapper", "Loader")) and word not in ("python", "compat"):
                    following.append((value, path + "." + word))
        level = following

visit(tf, "tensorflow")
if tf.__version__.startswith("2"):
    visit(tf.compat.v1, "tensorflow.compat.v1")
else:
    for word in [word for word in dir(tf.contrib) if not word.startswith("_")]:
        visit(getattr(tf.contrib, word), "tensorflow.contrib." + word, 1)
print("FOUND" + json.dumps(sorted(found)))
"""
LATER = ("regularizer", "initializer", "_scope")  # they give a function that adds operations when it is called
HEAD = '''"""Functions of TensorFlow that add operations, in modules that hold others, too: written by `make api`, not by hand."""

from __future__ import annotations

_NAMES = {
'''
TAIL = """}
OPERATIONS = frozenset(f"{module}.{name}" for module, found in _NAMES.items() for name in found.split())
"""


def asked(lane: str) -> set[str]:
    """The functions of one environment that take the name of an operation."""
    python = ROOT / ".envs" / lane / "bin" / "python"
    told = subprocess.run([python, "-W", "ignore", "-c", ASK], capture_output=True, text=True, check=True).stdout
    line = next(line for line in told.splitlines() if line.startswith("FOUND"))
    return {names.canonical(name) for name in json.loads(line[5:])}


def main() -> None:
    """Asks both lanes and writes the module."""
    modules: dict[str, list[str]] = {}
    for name in sorted(asked("tf1") | asked("tf2")):
        module, _, last = name.rpartition(".")
        inner = any(
            part in ("python", "ops", "raw_ops") or part.endswith(("_ops", "_lib", "_impl"))
            for part in module.split(".")
        )
        known = (
            names.is_operation_by_its_module(name)
            or last in names.NO_OP_NAMES
            or last.endswith(LATER)
            or last.startswith("get_")
        )
        if name.startswith("tf.") and not known and last[:1].islower() and not inner:
            modules.setdefault(module, []).append(last)
    rows = []
    for module, found in sorted(modules.items()):
        lines = textwrap.wrap(" ".join(found), 96)
        rows.append(f'    "{module}": (\n' + "".join(f'        "{line} "\n' for line in lines) + "    ),\n")
    OUT.write_text(HEAD + "".join(rows) + TAIL, encoding="utf-8")
    print(f"{sum(map(len, modules.values()))} functions in {len(modules)} modules")


if __name__ == "__main__":
    main()
