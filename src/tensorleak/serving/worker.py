"""The host's side of a worker process: starts it, hands it requests, ends it for certain."""

from __future__ import annotations

import collections
import contextlib
import os
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tensorleak_probe import forks
from tensorleak_serving import worker_process

from tensorleak.errors import UsageError
from tensorleak.safe import clean
from tensorleak.serving.errors import ModelFailed, WorkerCrashed, WorkerTimeout
from tensorleak.serving.released import Released

GRACE = 3.0
TAIL_BYTES = 4096
SHARED_MEMORY = Path("/dev/shm")
# Run with -c, so that the program's folder leads the path as it does for the program itself.
START = (
    "import importlib.util as u, sys; s = u.spec_from_file_location('tensorleak_worker_process', sys.argv[1]);"
    " m = u.module_from_spec(s); s.loader.exec_module(m); m.main(*sys.argv[2:])"
)


def shared_file() -> int:
    """A descriptor of memory that has no name: nothing is left behind, whoever is killed."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("tensorleak", os.MFD_CLOEXEC)
    folder = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
    with tempfile.TemporaryFile(dir=folder) as source:
        return os.dup(source.fileno())


class Worker:
    """One process with one model; used by one thread at a time."""

    def __init__(self, name: str, python: str, environment: dict[str, str]) -> None:
        self._name = name
        self._last = 0
        self._tail: collections.deque[bytes] = collections.deque(maxlen=64)
        requests, replies = shared_file(), shared_file()
        self._channel, theirs = socket.socketpair()
        lifeline, self._lifeline = os.pipe()
        handed = (theirs.fileno(), requests, replies, lifeline)
        try:
            self._process = subprocess.Popen(
                [python, "-c", START, worker_process.__file__, *map(str, handed)],
                pass_fds=handed,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is the host's to handle
            )
        except OSError as error:
            for descriptor in (requests, replies, self._lifeline):
                os.close(descriptor)
            self._channel.close()
            raise UsageError(f"cannot start {python!r}: {error.strerror or error}: name an interpreter") from error
        finally:
            theirs.close()
            os.close(lifeline)
        self._requests, self._replies = worker_process.Segment(requests), worker_process.Segment(replies)
        self._ended = threading.Lock()
        self._open = True
        self._lifeline_is = os.fstat(self._lifeline).st_ino
        forks.renew(self)
        self._listener = threading.Thread(target=self._listen, name="tensorleak", daemon=True)
        self._listener.start()

    def after_fork(self) -> None:
        """In a forked child: the worker is to end with the parent, so the child must not hold its lifeline."""
        with contextlib.suppress(OSError):
            if self._open and os.fstat(self._lifeline).st_ino == self._lifeline_is:  # else it is somebody else's by now
                os.close(self._lifeline)
        self._open = False

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can take a request."""
        return self._open and self._process.poll() is None

    def _listen(self) -> None:
        """Keeps the last of what the worker prints: it says why it ended."""
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in iter(lambda: self._process.stdout.readline(TAIL_BYTES), b""):  # type: ignore[union-attr]
                self._tail.append(line)

    def ask(
        self,
        message: dict[str, Any],
        timeout: float,
        form: str = "one",
        arrays: dict[str, Any] | None = None,
        limit: float | None = None,
    ) -> Any:
        """Sends a request and waits for its answer; whatever goes wrong in between ends the worker.

        `limit` is the time-out that the caller gave, of which `timeout` seconds are left.
        """
        import numpy

        self._last += 1
        try:
            message = {**message, "id": self._last}
            if arrays is not None:
                given = list(arrays.values())
                places = self._requests.write(given, numpy)
                message |= worker_process.described(form, list(arrays), given, places)
            answer = self._exchange(message, time.monotonic() + timeout)
            if "error" in answer:
                raise ModelFailed(f"the model {self._name!r} failed: {clean(str(answer['error']), lines=False)}")
            if "arrays" in answer:
                answer["found"] = self._replies.read(answer["arrays"], numpy)
            return answer
        except ModelFailed:
            raise
        except worker_process.FrameTooLarge as error:  # nothing of it was sent
            raise UsageError(f"the inputs' names and shapes take {error}: send fewer, or shorter names") from error
        except TimeoutError as error:
            self.kill()
            raise WorkerTimeout(
                f"the model {self._name!r} did not answer in {limit or timeout:.3g} s: its worker was ended"
            ) from error
        except (OSError, ValueError) as error:
            raise self._crashed() from error
        except BaseException:
            self.kill()
            raise

    def _exchange(self, message: dict[str, Any], deadline: float) -> dict[str, Any]:
        self._channel.settimeout(max(0.001, deadline - time.monotonic()))
        worker_process.send(self._channel, message)
        self._channel.settimeout(max(0.001, deadline - time.monotonic()))
        answer = worker_process.receive(self._channel)
        if not isinstance(answer, dict) or answer.get("id") != message["id"]:
            raise self._crashed()
        return answer

    def _crashed(self) -> WorkerCrashed:
        """What became of the worker, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=0.5)  # the signal that ended it is known a moment after the socket closed
        status = self._process.returncode
        self.kill()
        self._listener.join(timeout=1.0)
        how = f"signal {-status}" if status is not None and status < 0 else f"status {status}"
        said = b"".join(self._tail).decode("utf-8", "replace").strip().splitlines()
        last = f"; it last said: {clean(said[-1][:200], lines=False)}" if said else ""
        return WorkerCrashed(
            f"the worker of the model {self._name!r} ended ({how}): the next request starts it anew{last}"
        )

    def stop(self) -> None:
        """Asks the worker to end, and ends it."""
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._channel.settimeout(GRACE)
            worker_process.send(self._channel, {"do": "stop", "id": 0})
            self._process.wait(timeout=GRACE)
        self.kill()

    def release(self, resident: int) -> Released:
        """Ends the worker; all that it had goes back to the system."""
        self.stop()
        return Released(resident, 0, 0)

    def kill(self) -> None:
        """Ends the worker now; its memory is back when this returns."""
        with self._ended:
            if self._process.poll() is None:
                self._process.kill()
            self._process.wait()
            if not self._open:
                return
            self._open = False
            self._listener.join(timeout=1.0)
            if self._process.stdout is not None and not self._listener.is_alive():
                self._process.stdout.close()
            self._channel.close()
            os.close(self._lifeline)
            self._requests.close()
            self._replies.close()

    def end_from_elsewhere(self) -> None:
        """Ends the process while another thread waits for its answer: that thread cleans up."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
