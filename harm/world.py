"""The world of one run: a fresh folder under the same name, the same environment, the same command, bare or observed."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from harm.drive import drive
from harm.programs import ANY, LANES, Program

ROOT = Path(__file__).resolve().parent.parent
EPOCH = 1_600_000_000
"""The time stamp of all given files, so that compiled files are equal, too."""

PATIENCE = 4
"""Times as long as on an idle machine that a program with TensorFlow may take: its import alone took 60 s under a load of 20."""


@dataclass
class Outcome:
    """All that can be seen of a run from outside."""

    status: int | str
    stdout: bytes
    stderr: bytes
    files: dict[str, tuple[str, int, str]]
    answers: list[str] = field(default_factory=list)


def python_of(lane: str) -> Path:
    """The interpreter of a lane."""
    return ROOT / ".envs" / LANES[lane] / "bin" / "python"


class World:
    """A place in which one program runs on one lane, bare and observed."""

    def __init__(self, program: Program, lane: str, place: Path) -> None:
        self.program, self.lane, self.place = program, lane, place
        self.folder, self.home, self.record = place / "world", place / "home", place / "record" / "run.jsonl"
        self.port = str(free_port())

    def run(self, observed: bool) -> Outcome:
        """Makes the world anew and runs the program in it."""
        self._prepare()
        command = self.command(observed)
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_usual_signals,
        ) as process:
            answers = drive(process, self.program.drive, int(self.port), self.folder)
            status, stdout, stderr = self._finish(process)
        return Outcome(status, stdout, stderr, self._files(), answers)

    def command(self, observed: bool) -> list[str]:
        """The words that start the program; observed, Tensorleak's come before them."""
        python = str(python_of(self.lane))
        given = [self._filled(word) for word in self.program.command]
        before = [self._filled(word) for word in self.program.outer]
        if not observed:
            return [*before, *(given or [python, "program.py"])]
        desk = [str(Path(sys.executable).parent / "tensorleak"), "run", "--quiet", "--record", str(self.record)]
        return [*before, *desk, *(["--", *given] if given else ["--python", python, "program.py"])]

    def environment(self) -> dict[str, str]:
        """Few variables, the same for both runs; the probe's folder is on the path of both."""
        path = [str(ROOT / "harm" / "aids"), str(ROOT / "probe" / "src")]
        if self.lane in ANY or self.program.standin:
            path.append(str(ROOT / "harm" / "standin"))
        return {
            "PATH": f"{python_of(self.lane).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PYTHONPATH": ":".join(path),
            "PYTHONHASHSEED": "0",
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "CUDA_VISIBLE_DEVICES": "-1",
            **{key: self._filled(value) for key, value in self.program.environment.items()},
        }

    def recorded(self) -> dict[str, int]:
        """Numbers of recordings, close looks and faults of the probe that the observed run left."""
        found = {"recordings": 0, "looks": 0, "faults": 0}
        for file in [self.record, *self.record.parent.glob("*.children/*.jsonl")]:
            if file.is_file():
                data = file.read_bytes()
                found["recordings"] += 1
                found["looks"] += data.count(b'"k":"look"')
                found["faults"] += data.count(b'"k":"fault"')
        return found

    def _filled(self, word: str) -> str:
        return word.replace("{python}", str(python_of(self.lane))).replace("{port}", self.port)

    def _prepare(self) -> None:
        remove(self.place)
        for folder in (self.folder, self.home, self.record.parent):
            folder.mkdir(parents=True)
        shutil.copy(self.program.file, self.folder / "program.py")
        for name, text in self.program.files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self._filled(text) + "\n", encoding="utf-8")
        for file in self.folder.rglob("*"):
            os.utime(file, (EPOCH, EPOCH))

    def _finish(self, process: subprocess.Popen[bytes]) -> tuple[int | str, bytes, bytes]:
        given = (self.program.stdin or "").encode()
        limit = self.program.timeout * (1 if self.lane in ANY else PATIENCE)
        try:
            stdout, stderr = process.communicate(given, limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            stdout, stderr = process.communicate(timeout=30)
            return f"no end within {limit:g} s", stdout, stderr
        return process.returncode, stdout, stderr

    def _files(self) -> dict[str, tuple[str, int, str]]:
        """Mode, size and hash of everything in the folder; of compiled files and of those to be ignored only the mode."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            name, info = str(path.relative_to(self.folder)), path.lstat()
            whole = stat.S_ISREG(info.st_mode) and not name.endswith(".pyc") and name not in self.program.ignored
            digest = hashlib.sha256(path.read_bytes()).hexdigest() if whole else ""
            found[name] = (stat.filemode(info.st_mode), info.st_size if whole else 0, digest)
        return found


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def remove(place: Path) -> None:
    """Removes a folder tree, read-only folders in it included."""
    for folder, _, _ in os.walk(place):
        Path(folder).chmod(0o700)
    shutil.rmtree(place, ignore_errors=True)


def _usual_signals() -> None:
    """A program started from a background job would inherit an ignored Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
