"""The client of programs that are servers: a bounded number of requests, then the signal that ends the server."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from harm.programs import Drive

READY_WITHIN = 300.0
"""Seconds until the first answer: TensorFlow's import on a busy machine takes 15, twice with a reloader."""

NEVER_READY = "never ready"


def drive(process: subprocess.Popen[bytes], plan: Drive | None, port: int, folder: Path) -> list[str]:
    """Sends the requests of `plan` and ends the server; the answers, in order."""
    if plan is None:
        return []
    if not _ready(process, port, plan.paths[0]):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        return [NEVER_READY]
    answers = []
    for number in range(plan.requests):
        if plan.touch and number == plan.requests // 2:
            _touch(folder / plan.touch)
            if not _ready(process, port, plan.paths[0]):
                answers.append("not ready again")
        answers.append(_ask(port, plan.paths[number % len(plan.paths)]))
    process.send_signal(getattr(signal, f"SIG{plan.stop}"))
    return answers


def _ready(process: subprocess.Popen[bytes], port: int, path: str) -> bool:
    until = time.monotonic() + READY_WITHIN
    while time.monotonic() < until and process.poll() is None:
        if _ask(port, path).startswith("200"):
            return True
        time.sleep(0.2)
    return False


def _touch(file: Path) -> None:
    """Changes the file and waits until a reloader must have seen it."""
    file.write_text(file.read_text() + "\n# changed\n")
    time.sleep(4)


def _ask(port: int, path: str) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return f"{answer.status} {answer.read().decode()}"
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode()}"
    except OSError as error:
        return type(error).__name__
