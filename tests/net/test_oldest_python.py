"""The engine is the same everywhere: on Python 3.7, inside programs, it gives the answers that were decided on."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from net import ANSWERS, PLACE, RECORDINGS, ROOT

DIAGNOSING = """
import glob, json, lzma, os, sys
from tensorleak_engine import diagnose
from tensorleak_engine.recording import follow

recordings, answers, place, root, path = sys.argv[1:]
with open(answers) as source:
    decided = json.load(source)
different = []
for file in sorted(glob.glob(os.path.join(recordings, "*.jsonl.xz"))):
    lane, program, form = os.path.basename(file)[: -len(".jsonl.xz")].split("--")
    with lzma.open(file) as packed, open(path, "wb") as target:
        target.write(packed.read().replace(place.encode(), root.encode()))
    diagnosis = diagnose(follow(path))
    found = [
        {
            "rule": one.rule,
            "verdict": str(one.verdict),
            "line": "%s:%d" % (os.path.basename(one.location.file), one.location.line) if one.location else None,
            "holder": one.holder,
        }
        for one in diagnosis.findings
    ]
    name = "%s %s %s" % (lane, program.replace(".", "/"), form)
    if decided.pop(name) != {"verdict": str(diagnosis.verdict), "findings": found}:
        different.append(name)
print(json.dumps({"different": different, "left": sorted(decided), "python": sys.version_info[:2]}))
"""


def test_the_answers_are_the_same_on_python_37(tf1: Path, tmp_path: Path) -> None:
    words = [str(RECORDINGS), str(ANSWERS), PLACE.decode(), str(ROOT), str(tmp_path / "r.jsonl")]
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "probe" / "src"))
    done = subprocess.run([str(tf1), "-c", DIAGNOSING, *words], env=environment, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert json.loads(done.stdout) == {"different": [], "left": [], "python": [3, 7]}
