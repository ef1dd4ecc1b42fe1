"""The recordings that all exports are tried on: a real run, and a child whose every name is meant to do harm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

STEPS = 110
NASTY = '=1+1"\r\n\t</script><img src=x onerror=\'window.executed=1\'><script>window.executed=1</script>\x1b]0;t\x07\u202e\\{a="b"},`#`'
FORGED_PID = 666
MOST = 2**53  # what a reader of recordings still believes
BUILDER_LINE = 14
PROGRAM = f"""\
import numpy as np
import tensorflow as tf

kept, weights, graph = [], [], tf.Graph()


@tf.function
def scaled(values, factor):
    return values * factor


def round_of(step):
    weights.append(tf.Variable(tf.zeros([1000])))
    kept.append(scaled(tf.ones([2500]), float(step)))
    with graph.as_default():
        tf.constant(np.random.rand(500).astype("float32"))


for step in range({STEPS}):
    round_of(step)
    __import__("time").sleep(0.02)  # long enough for three close looks on a fast machine
"""

QUERIES = {
    "counters": "select t.name, p.pid, count(*), max(c.value) from counter c join process_counter_track t on c.track_id = t.id join process p using (upid) group by 1, 2",
    "slices": "select s.name, s.dur, t.name, p.pid from slice s join thread_track k on s.track_id = k.id join thread t using (utid) join process p using (upid)",
    "args": "select s.name, a.key, a.display_value from slice s join args a using (arg_set_id) where s.name like '% × variable'",
    "errors": "select name, value from stats where severity in ('error', 'data_loss') and value > 0",
}


def forged() -> list[dict[str, Any]]:
    """Records of a child process that lie about everything that can be lied about."""
    frames = [[NASTY, -3, NASTY], ["/a\\b.py", MOST, "<lambda>"]]
    reasons = [["value", NASTY, NASTY, NASTY, 3]]
    holder = {"words": NASTY, "scope": "local", "name": NASTY, "file": NASTY, "line": -1, "path": [NASTY, NASTY]}
    container = {"id": 1, "type": NASTY, "length": 9, "growth": 5, "rises": 2, "contents": "object", "holder": holder}
    return [
        {"k": "header", "format": "tensorleak.recording/1", "id": NASTY, "pid": FORGED_PID, "time": 1.7e9, "probe": NASTY}
        | {"python": NASTY, "platform": NASTY, "program": NASTY, "parent": NASTY, "cwd": NASTY, "memory_limit": MOST},
        {"k": "environment", "t": 0.1, "tensorflow": NASTY, "keras": NASTY},
        {"k": "sites", "rows": [{"id": 0, "frames": frames, "flags": [NASTY]}, {"id": 1, "frames": []}]},
        {"k": "sample", "t": 0.5, "g": {NASTY: MOST, NASTY + "\x00": 1, "process.rss": -5}, "w": {NASTY: 3}},
        {"k": "sample", "t": 0.4, "g": {f"device.{NASTY}.in_use": float(MOST), "python.collections": 2}, "w": {NASTY: -7}},
        {"k": "sample", "t": 0.6, "g": {"python.collections": 4}},
        {
            "k": "tally",
            "t": 0.5,
            "births": [[NASTY, 0, NASTY, MOST, MOST, MOST, -9], ["model", 1, None, -4, -4, 3, 7], ["model", 99, "x", 1, 1, 1, 1]],
            "ops": [[0, "", "", float(MOST), MOST, {NASTY: 3}, 0, 0]],
            "traces": [
                {"name": NASTY, "file": NASTY, "line": -1, "traces": 3, "made": 3, "bytes": MOST, "library": False}
                | {"seconds": 1.0, "reasons": reasons, "sites": [[0, 3], [1, 0], [5, -2]]}
            ],
        },
        {"k": "look", "t": 0.55, "kind": "census", "seconds": 99.0, "tensors": 3, "tensor_bytes": -1}
        | {"containers": [container | {"element_type": NASTY, "element_bytes": MOST}, container | {"element_type": "", "element_bytes": -1, "holder": None}]},
        {"k": "look", "t": 0.58, "kind": "collect", "seconds": -1.0, "before": {"process.rss": 1}, "after": {"process.rss": 2}},
    ]  # fmt: skip


def write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
