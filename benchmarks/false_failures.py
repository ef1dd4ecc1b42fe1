"""Measures how often the pytest plugin fails a clean test, and how often it catches a leaking one.

usage: python benchmarks/false_failures.py [--lane tf2|tf1] [--tests 1000] [--seed 1] [--seconds 600]

Clean tests of many kinds are generated with varying sizes, counts and orders, and run with `pytest --tensorleak` in
processes of a few dozen tests each, as a suite would; the leaking ones run apart. Prints one line per kind and a total.
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PER_PROCESS = 50

HEAD = """
import collections, functools, gc, logging, queue, random, threading, warnings
import numpy as np
import pytest
import tensorflow as tf
pytestmark = pytest.mark.steady
calls = collections.Counter()
kept = collections.defaultdict(list)
@functools.lru_cache(maxsize=64)
def remembered(key, size): return np.zeros(size)
def again(name):
    calls[name] += 1
    return calls[name]
class Node:
    def __init__(self, size): self.me, self.data = self, bytearray(size)
"""

# Bodies of clean tests; {n} is a size, {k} a count, {i} the number of the test.
ANY = {
    "numpy churn": "np.sort(np.random.rand({n}, {k})).sum()",
    "numpy of varying size": "np.zeros(random.randrange(1, {n} * 100)).sum()",
    "cache that fills": "remembered(again({i}), {n})",
    "bounded deque": "kept.setdefault({i}, collections.deque(maxlen={k})).append(np.zeros({n}))",
    "dict of few keys": "kept['d{i}', again({i}) % {k}] = np.zeros({n})",
    "cycles": "[Node({n} * 10) for _ in range({k})]",
    "threads": "t = [threading.Thread(target=np.zeros, args=({n},)) for _ in range({k} % 4 + 1)]; [x.start() for x in t]; [x.join() for x in t]",
    "logging": "logging.getLogger('log{i}').warning('%s', 'w' * {n})",
    "warnings": "warnings.warn('w' * {n}, DeprecationWarning)",
    "exceptions": "with pytest.raises(ValueError): int('x' * {n})",
    "queue drained": "q = queue.Queue(); [q.put(np.zeros({n})) for _ in range({k})]; [q.get() for _ in range({k})]",
    "strings and numbers": "sum(len(str(x)) for x in range({n}))",
    "list cleared": "b = kept[{i}]; b.append(np.zeros({n})); b.clear() if len(b) >= {k} else None",
}
EAGER = {
    "eager ops": "float(tf.reduce_sum(tf.ones([{n}, {k}]) * 2.0))",
    "eager of varying shape": "tf.reduce_sum(tf.ones([random.randrange(1, {n} + 1)]))",
    "function, fixed shape": "f{i}(tf.ones([{n}]))",
    "function, few shapes": "f{i}(tf.ones([again({i}) % {k} + 1]))",
    "function, tensor values": "f{i}(tf.fill([{n}], float(again({i}))))",
    "gradients": "v = v{i}\n    with tf.GradientTape() as tape: loss = tf.reduce_sum(v * v)\n    v.assign_sub(0.01 * tape.gradient(loss, v))",
    "variables dropped": "tf.Variable(tf.zeros([{n}])).assign_add(tf.ones([{n}]))",
    "dataset iterated again": "sum(float(tf.reduce_sum(x)) for x in d{i})",
    "tensor array": "tf.stack([tf.ones([{n}])] * {k})",
    "model called": "m{i}(np.zeros(({k}, 8), 'f'), training=False)",
    "tensor replaced": "kept['t{i}'] = [tf.ones([{n}])]",
}
SLOW = {
    "predict": "m{i}.predict(np.zeros(({k}, 8), 'f'), verbose=0)",
    "fit": "m{i}.fit(np.zeros(({k}, 8), 'f'), np.zeros(({k}, 2), 'f'), verbose=0)",
    "train on batch": "m{i}.train_on_batch(np.zeros(({k}, 8), 'f'), np.zeros(({k}, 2), 'f'))",
}
GRAPH = {
    "session run": "s{i}.run(y{i}, {{x{i}: np.ones({n}, 'f')}})",
    "session run, varying shape": "s{i}.run(y{i}, {{x{i}: np.ones(random.randrange(1, {n} + 1), 'f')}})",
    "session per call, closed": "with tf.Session(graph=g{i}) as s: s.run(y{i}, {{x{i}: np.ones({n}, 'f')}})",
    "fresh graph": "with tf.Graph().as_default(), tf.Session() as s: s.run(tf.constant(1.0) + {n})",
}
SET_UP = {
    "f{i}": "@tf.function\ndef f{i}(x): return tf.reduce_sum(x * 2.0) + {k}\n",
    "v{i}": "v{i} = tf.Variable(tf.ones([{n}]))\n",
    "d{i}": "d{i} = tf.data.Dataset.range({n}).map(lambda x: tf.cast(x, tf.float32)).batch({k} + 1)\n",
    "m{i}": "m{i} = tf.keras.Sequential([tf.keras.layers.InputLayer((8,)), tf.keras.layers.Dense(2)]); m{i}.compile('sgd', 'mse')\n",
    "[gsxy]{i}": "g{i} = tf.Graph()\nwith g{i}.as_default(): x{i} = tf.placeholder(tf.float32, [None]); y{i} = x{i} * 2.0\ns{i} = tf.Session(graph=g{i})\n",
}
LEAKS = {
    "arrays kept": ("kept[{i}].append(np.zeros({n} + 200))", "TL304"),
    "objects kept": ("kept[{i}].append(Node({n} + 2000))", "TL901"),
}
LEAKS_TF2 = {
    "tensors kept": ("kept[{i}].append(tf.ones([{n}]))", "TL301"),
    "traced per value": ("f{i}(tf.ones([3]) * 0 + 1) if again({i}) < 0 else p{i}(tf.ones([3]), again({i}))", "TL201"),
    "traced per shape": ("f{i}(tf.ones([again({i})]))", "TL202"),
    "variables kept": ("kept[{i}].append(tf.Variable(tf.ones([{n}])))", "TL302"),
    "models kept": ("kept[{i}].append(tf.keras.Sequential([tf.keras.layers.Dense(2)]))", "TL405"),
    "functions kept": ("kept[{i}].append(tf.function(lambda x: x)); kept[{i}][-1](tf.ones([2]))", "TL203"),
}
LEAKS_TF1 = {
    "operations": ("with g{i}.as_default(): y{i} + {k}; s{i}", "TL101"),
    "data baked in": ("with g{i}.as_default(): tf.constant(np.random.rand({n} + 999).astype('f')); s{i}", "TL104"),
    "sessions kept": ("kept[{i}].append(tf.Session(graph=g{i})); s{i}", "TL102"),
}


def body(template: str, number: int, chance: random.Random) -> str:
    """One test with its own sizes, and what it needs around it."""
    values = {"i": number, "n": chance.choice([1, 10, 100, 1000]), "k": chance.randrange(1, 20)}
    text = template.format(**values)
    around = "".join(
        code.format(**values) for name, code in SET_UP.items() if re.search(rf"\b{name.format(**values)}\b", text)
    )
    if f"p{number}(" in text:
        around += f"@tf.function\ndef p{number}(x, k): return x * k\n"
    return f"{around}def test_{number}():\n    {text}\n"


def run(lane: str, bodies: list[str], folder: Path) -> tuple[dict[int, str], str]:
    """The verdict of each test: its rule when it failed as a leak, `failed` when it failed otherwise."""
    (folder / "test_generated.py").write_text(HEAD + "\n".join(bodies))
    python = ROOT / ".envs" / lane / "bin" / "python"
    command = [str(python), "-m", "pytest", "-q", "-rf", "-p", "tensorleak_probe.testing.plugin", "--tensorleak"]
    settings = dict(os.environ, PYTHONPATH=str(ROOT / "probe/src"), TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    done = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)
    found = {int(number): "failed" for number in re.findall(r"^FAILED .*::test_(\d+)", done.stdout, re.M)}
    for rule, number in re.findall(r"^leak (TL\d+) .*::test_(\d+)", done.stdout, re.M):
        found[int(number)] = rule
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout + done.stderr)
    return found, done.stdout


def kinds_of(lane: str, slow_share: float, chance: random.Random) -> tuple[str, str]:
    """A kind of clean test; the slow kinds are rarer."""
    quick = {**ANY, **(GRAPH if lane == "tf1" else EAGER)}
    chosen = SLOW if lane == "tf2" and chance.random() < slow_share else quick
    return chance.choice(sorted(chosen.items()))


def measure_clean(options: argparse.Namespace, chance: random.Random) -> int:
    """Runs clean tests until their number or the time is reached; returns the false failures."""
    started, ran, wrong = time.monotonic(), collections.Counter(), collections.Counter()
    while sum(ran.values()) < options.tests and time.monotonic() - started < options.seconds:
        chosen = [kinds_of(options.lane, options.slow, chance) for _ in range(PER_PROCESS)]
        with tempfile.TemporaryDirectory() as folder:
            bodies = [body(template, number, chance) for number, (_, template) in enumerate(chosen)]
            failed, text = run(options.lane, bodies, Path(folder))
        for number, (kind, _) in enumerate(chosen):
            ran[kind] += 1
            if number in failed:
                wrong[kind] += 1
                print(f"false failure ({kind}, {failed[number]}):\n{bodies[number]}", flush=True)
                print(text.split(f" test_{number} _")[-1].split("\n____")[0], flush=True)
        print(f"{sum(ran.values())} clean tests, {sum(wrong.values())} false failures", file=sys.stderr, flush=True)
    for kind in sorted(ran):
        print(f"{kind:28} {ran[kind]:5} clean tests {wrong[kind]:3} false failures")
    print(f"{options.lane}: {sum(ran.values())} clean tests, {sum(wrong.values())} false failures")
    return sum(wrong.values())


def measure_leaks(options: argparse.Namespace, chance: random.Random) -> None:
    """Runs each leaking body a few times with different sizes."""
    leaks = {**LEAKS, **(LEAKS_TF1 if options.lane == "tf1" else LEAKS_TF2)}
    chosen = [(kind, *leaks[kind]) for kind in sorted(leaks) for _ in range(options.leaks)]
    if not chosen:
        return
    with tempfile.TemporaryDirectory() as folder:
        bodies = [body(template, number, chance) for number, (_, template, _) in enumerate(chosen)]
        failed, _ = run(options.lane, bodies, Path(folder))
    caught = sum(number in failed for number in range(len(chosen)))
    named = sum(failed.get(number) == rule for number, (_, _, rule) in enumerate(chosen))
    for number, (kind, _, rule) in enumerate(chosen):
        if failed.get(number) != rule:
            print(f"leak {kind}: expected {rule}, got {failed.get(number, 'nothing')}\n{bodies[number]}")
    print(f"{options.lane}: {len(chosen)} leaking tests, {caught} caught, {named} with the expected rule")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lane", default="tf2", choices=["tf2", "tf1"])
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--leaks", type=int, default=2, help="leaking tests of each kind")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--slow", type=float, default=0.05, help="share of Keras fit and predict")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    measure_leaks(options, chance)
    return 1 if measure_clean(options, chance) > options.tests / 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
