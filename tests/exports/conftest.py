"""Fixtures of the exports: one real run with a forged child, rendered once in every format, and the tools that read it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from export_consumers import CONSUMERS, chromium, consumer
from export_recordings import PROGRAM, QUERIES, forged, write
from support import lane_python, observe

from tensorleak.gather import gather
from tensorleak.recording import OWN
from tensorleak.report.formats import FORMATS
from tensorleak.report.subject import Subject

BROKEN_PROFILE = {
    "$schema": "https://www.speedscope.app/file-format-schema.json",
    "profiles": [
        {
            "type": "sampled",
            "name": "x",
            "unit": "bytes",
            "startValue": 0,
            "endValue": 1,
            "samples": [[7]],
            "weights": [1],
        }
    ],
    "shared": {"frames": []},
}


@pytest.fixture(scope="session")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """A real run on TensorFlow 2, and a recording beside it that claims to be its child."""
    python = lane_python("tf2")
    if not python.exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    folder = tmp_path_factory.mktemp("exported")
    (folder / "train.py").write_text(PROGRAM)
    outcome = observe(folder, "train.py", python=python)
    assert outcome.status == 0, outcome.stderr
    write(Path(f"{outcome.record}.children") / "666-0.jsonl", forged())
    gathered = gather(outcome.record, reader=OWN)
    assert [recording.broken for recording in gathered.recordings] == [
        0,
        0,
    ]  # the forged lines are read, not passed over
    return gathered


@pytest.fixture(scope="session")
def exported(subject: Subject, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The subject in every format of other tools, as files."""
    folder = tmp_path_factory.mktemp("files")
    files = {}
    for name in ("speedscope", "perfetto", "pprof", "csv", "openmetrics"):
        content = FORMATS[name].render(subject)
        files[name] = folder / f"out{FORMATS[name].suffix}"
        files[name].write_bytes(content if isinstance(content, bytes) else content.encode())
    return files


@pytest.fixture(scope="session")
def browsed(exported: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the real pages of speedscope and Perfetto make of the files, and of broken ones."""
    browser = chromium()
    consumer("speedscope")
    consumer("perfetto")
    folder = tmp_path_factory.mktemp("browsed")
    (folder / "broken.json").write_text(json.dumps(BROKEN_PROFILE))
    (folder / "torn.trace.json").write_bytes(exported["perfetto"].read_bytes()[:5000])
    requests = {
        "speedscope": ["speedscope", str(exported["speedscope"])],
        "pprof": ["speedscope", str(exported["pprof"])],
        "broken speedscope": ["speedscope", str(folder / "broken.json")],
        "perfetto": ["perfetto", str(exported["perfetto"]), *QUERIES.values()],
        "broken perfetto": ["perfetto", str(folder / "torn.trace.json")],
    }
    (folder / "requests.json").write_text(json.dumps(list(requests.values())))
    command = [
        sys.executable,
        str(Path(__file__).with_name("export_browse.py")),
        browser,
        str(CONSUMERS),
        str(folder / "requests.json"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return dict(zip(requests, json.loads(done.stdout), strict=True))
