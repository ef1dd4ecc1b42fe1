"""TL801 does not grow: what stays after a peak is free memory of the allocator, and its remedy gives that back."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from support import PATIENCE

PROGRAM = """
import ctypes, gc, json, random
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import tensorflow as tf
tf.compat.v1.enable_eager_execution()

def resident():
    with open("/proc/self/statm") as source:
        return int(source.read().split()[1]) * 4096

def peak(seed):
    choice, kept = random.Random(seed), []
    for _ in range(1500):
        kept.append(tf.constant(np.ones(choice.randint(200, 6000), "float32")) * 2.0)
    return len(kept)

peak(0)
levels = [resident()]
with ThreadPoolExecutor(8) as pool:
    list(pool.map(peak, range(8)))
gc.collect()
levels.append(resident())
ctypes.CDLL(None).malloc_trim(0)
levels.append(resident())
print(json.dumps(levels))
"""


def test_a_trim_gives_back_what_the_allocator_kept(lane: Path, tmp_path: Path) -> None:
    program = tmp_path / "peak.py"
    program.write_text(PROGRAM)
    done = subprocess.run([str(lane), str(program)], capture_output=True, text=True, timeout=PATIENCE)
    before, kept, trimmed = json.loads(done.stdout or "[]") or [0, 0, 0]
    assert kept - before > 20e6, done.stderr[-2000:]  # a collection alone gives nothing back
    assert trimmed - before < 0.5 * (kept - before)
