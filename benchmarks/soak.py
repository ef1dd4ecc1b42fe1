"""`make soak`: a million cheap steps. The probe's memory, the recording and the diagnosis must stay within their budgets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tensorleak_engine import diagnose

from tensorleak.recording import load

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".envs" / "tf2" / "bin" / "python"
PROGRAM = """
import json, sys, gc
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()
x = tf.placeholder(tf.float32, [])
y = x + 1.0
sess = tf.Session()
call = sess.make_callable(y, [x])
def resident():
    return int(open('/proc/self/statm').read().split()[1]) * 4096
steps = int(sys.argv[1])
marks = []
for i in range(steps):
    call(1.0)
    if i % (steps // 20) == steps // 20 - 1:
        marks.append(resident())
json.dump(marks, open(sys.argv[2], 'w'))
"""


def main() -> int:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "soak.py").write_text(PROGRAM)
        environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3")
        record, marks, bare = folder / "r.jsonl", folder / "observed.json", folder / "bare.json"
        subprocess.run(
            [str(PYTHON), str(folder / "soak.py"), str(steps), str(bare)],
            env=environment,
            check=True,
            stderr=subprocess.DEVNULL,
        )
        began = time.perf_counter()
        subprocess.run(
            [
                sys.executable,
                "-m",
                "tensorleak",
                "run",
                "--quiet",
                "--record",
                str(record),
                "--python",
                str(PYTHON),
                str(folder / "soak.py"),
                str(steps),
                str(marks),
            ],
            env=environment,
            check=True,
            stderr=subprocess.DEVNULL,
        )
        seconds = time.perf_counter() - began
        began = time.perf_counter()
        diagnosis = diagnose(load(record))
        diagnosing = time.perf_counter() - began
        observed, alone = json.loads(marks.read_text()), json.loads(bare.read_text())
        size = record.stat().st_size
    added = (observed[-1] - observed[1]) - (alone[-1] - alone[1])
    print(f"{steps:,} steps in {seconds:.0f} s: verdict {diagnosis.verdict}")
    print(f"memory that the probe added after the first tenth: {added / 1e6:+.2f} MB (budget 8 MB)")
    print(f"recording: {size / 1e6:.2f} MB (budget 16 MB); diagnosis: {diagnosing:.2f} s (budget 2 s)")
    return 0 if size <= 16e6 and added <= 8e6 and diagnosing <= 2 else 1


if __name__ == "__main__":
    sys.exit(main())
