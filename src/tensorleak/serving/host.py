"""Serves several models under one memory budget; each lives in a process of its own, so that unloading returns its memory."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

from tensorleak.errors import UsageError
from tensorleak.pythons import interpreter
from tensorleak.serving.errors import HostClosed, ModelHostError, ModelTooLarge, WorkerCrashed, WorkerTimeout
from tensorleak.serving.estimate import Estimate, estimate_model
from tensorleak.serving.inside import Inside
from tensorleak.serving.released import Released
from tensorleak.serving.requests import Request, arranged, request
from tensorleak.serving.sizes import parse_size, size_text
from tensorleak.serving.worker import Worker

DRAIN = 10.0
YEAR = 365 * 86400.0  # waiting knows no larger numbers everywhere


@dataclass
class Hosted:
    """One model that the host knows, loaded or not."""

    name: str
    path: str
    expected: int
    estimate: Estimate | None
    builder: Any = None
    worker: Worker | Inside | None = None
    resident: int = 0
    used: float = 0.0
    pending: int = 0
    requests: int = 0
    loads: int = 0
    crashes: int = 0
    turn: threading.Lock = field(default_factory=threading.Lock)

    @property
    def loaded(self) -> bool:
        """Whether a live worker holds it."""
        return self.worker is not None and self.worker.alive

    def status(self) -> dict[str, Any]:
        """Its figures as plain data."""
        return {
            "path": self.path,
            "loaded": self.loaded,
            "expected_bytes": self.expected,
            "resident_bytes": self.resident if self.loaded else 0,
            "pid": self.worker.pid if self.loaded and self.worker is not None else None,
            "pending": self.pending,
            "requests": self.requests,
            "loads": self.loads,
            "crashes": self.crashes,
        }


class ModelHost:
    """Loads, serves and unloads models within `budget` bytes (or text like '8 GB'); a context manager.

    A model that no longer fits makes the least recently used go first; it comes back when it is asked for. `python` names
    the interpreter of the workers, so TensorFlow 1.15 on Python 3.7 can be hosted, too. With `isolated=False` models live in
    this process: there are no time-outs then, and what an unload could not give back is reported.
    """

    def __init__(
        self,
        budget: int | float | str,
        *,
        python: str | None = None,
        isolated: bool = True,
        timeout: float = 60.0,
        load_timeout: float = 600.0,
        max_pending: int = 1024,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.budget = parse_size(budget)
        self.timeout, self.load_timeout = checked_seconds(timeout, 60.0), checked_seconds(load_timeout, 600.0)
        self.max_pending = max_pending
        self._python = _interpreter(python) if isolated else ""
        self._isolated = isolated
        self._environment = {"TF_CPP_MIN_LOG_LEVEL": "2", **os.environ, **(environment or {})}
        self._models: dict[str, Hosted] = {}
        self._books = threading.Lock()  # guards the table and the counters
        self._admission = threading.Lock()  # one load at a time: two might fit only one by one
        self._closed = False
        self._runtime: int | None = None  # what TensorFlow itself takes in this interpreter, once a worker has told
        self._pid = os.getpid()
        self._workers: set[Worker] = set()
        self._finalizer = weakref.finalize(self, _end_all, self._workers, self._pid)

    def __enter__(self) -> ModelHost:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def load(
        self,
        name: str,
        path: str | os.PathLike[str],
        *,
        batch_size: int = 1,
        builder: Any = None,
        memory: int | str | None = None,
        timeout: float | None = None,
    ) -> Estimate | None:
        """Loads a model under a name and returns its estimate; raises ModelTooLarge, with the figures, if it cannot fit.

        `builder` ('module:function', called with the path in the worker) makes what plain loading cannot: custom layers, weights
        without a model. `memory` replaces the estimate.
        """
        seconds = checked_seconds(timeout, self.load_timeout)
        model = self._register(name, os.fspath(path), batch_size, builder, memory)
        try:
            with self._turn(model, seconds) as deadline:
                self._ensure_loaded(model, deadline)
        except BaseException:
            self._forget_unless_loaded_before(model)
            raise
        return model.estimate

    def predict(self, name: str, inputs: Any, *, timeout: float | None = None) -> Any:
        """The model's answer for one batch: an array, a list or a dict of arrays goes in, the same kinds come out."""
        limit = checked_seconds(timeout, self.timeout)
        model, asked = self._model(name), request(inputs)
        with self._turn(model, limit if model.loaded else self.load_timeout + limit) as deadline:
            self._ensure_loaded(model, deadline)
            answer = self._ask(model, asked, deadline, limit)
        self._make_room(0, keep=model, wait=None)
        return arranged(answer)

    def unload(self, name: str, *, timeout: float | None = None) -> Released:
        """Unloads a model and forgets it; says what that gave back."""
        seconds = checked_seconds(timeout, self.timeout)
        model = self._model(name)
        with self._turn(model, seconds):
            with self._books:
                self._models.pop(name, None)
            return self._end(model)

    def status(self) -> dict[str, Any]:
        """The budget, what is used of it, and every model's figures."""
        self._check_process()
        with self._books:
            models = {name: model.status() for name, model in self._models.items()}
        used = sum(model["resident_bytes"] for model in models.values())
        return {"budget_bytes": self.budget, "used_bytes": used, "isolated": self._isolated, "models": models}

    def close(self, drain: float = DRAIN) -> None:
        """Takes no more requests, lets those in flight end for `drain` seconds, then ends every worker.

        In a forked child it ends nothing: the workers are the parent's.
        """
        if os.getpid() != self._pid:
            self._closed = True
            return
        with self._books:
            self._closed = True
            models = list(self._models.values())
        deadline = time.monotonic() + drain
        for model in models:
            if not model.turn.acquire(timeout=max(0.0, deadline - time.monotonic())):
                if model.worker is not None:
                    model.worker.end_from_elsewhere()
                if not model.turn.acquire(timeout=DRAIN):
                    continue
            try:
                self._end(model)
            finally:
                model.turn.release()
        _end_all(self._workers, self._pid)

    def _check_open(self) -> None:
        if self._closed:
            raise HostClosed("the model host is closed: make a new one")
        self._check_process()

    def _check_process(self) -> None:
        """No lock of the parent's can be relied on in a forked child, and no worker is the child's."""
        if os.getpid() != self._pid:
            raise HostClosed("the model host belongs to the process that made it: make one after the fork")

    def _model(self, name: str) -> Hosted:
        self._check_open()
        with self._books:
            found = self._models.get(name)
        if found is None:
            raise UsageError(f"no model is called {name!r}: load it first, host.load({name!r}, path)")
        return found

    def _register(self, name: str, path: str, batch_size: int, builder: Any, memory: int | str | None) -> Hosted:
        """Estimates first: what can never fit is refused before anything else has to go."""
        self._check_open()
        estimate = None if memory is not None else estimate_model(path, batch_size)
        expected = parse_size(memory) if estimate is None and memory is not None else self._expected(estimate)
        if expected > self.budget:
            raise ModelTooLarge(_too_large(path, expected, self.budget, estimate))
        if self._isolated and callable(builder):
            raise UsageError("a worker process needs the builder's name: write builder='module:function'")
        with self._books:
            known = self._models.get(name)
            if known is not None and (known.path, known.builder) != (path, builder):
                raise UsageError(f"{name!r} is another model already: unload it first, or choose another name")
            return self._models.setdefault(name, Hosted(name, path, expected, estimate, builder))

    def _expected(self, estimate: Estimate | None) -> int:
        """The most that loading takes: a budget holds at every moment."""
        if estimate is None:
            return 1
        runtime = (self._runtime or estimate.runtime_bytes) if self._isolated else 0
        return runtime + estimate.peak_bytes

    def _forget_unless_loaded_before(self, model: Hosted) -> None:
        """A first load that failed leaves no name behind."""
        with self._books:
            if model.loads == 0 and self._models.get(model.name) is model:
                del self._models[model.name]

    @contextmanager
    def _turn(self, model: Hosted, timeout: float) -> Iterator[float]:
        """Waits for the model's turn; one request at a time reaches a worker, and few enough wait."""
        deadline = time.monotonic() + timeout
        with self._books:
            if model.pending >= self.max_pending:
                raise ModelHostError(f"{model.pending} requests wait for {model.name!r} already: send fewer at a time")
            model.pending += 1
        try:
            if not model.turn.acquire(timeout=timeout):
                raise WorkerTimeout(f"the model {model.name!r} was busy for {timeout:g} s: allow more, or send less")
            try:
                self._check_open()
                yield deadline
            finally:
                model.turn.release()
        finally:
            with self._books:
                model.pending -= 1

    def _ensure_loaded(self, model: Hosted, deadline: float) -> None:
        """Loads the model unless it is there; its turn is held."""
        model.used = time.monotonic()
        if model.loaded:
            return
        if not self._admission.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise WorkerTimeout(f"other models were loading for too long: {model.name!r} was not loaded")
        try:
            self._check_open()
            self._make_room(model.expected, keep=model, wait=deadline)
            self._start(model, max(0.001, deadline - time.monotonic()))
        finally:
            self._admission.release()

    def _start(self, model: Hosted, timeout: float) -> None:
        worker: Worker | Inside
        worker = Worker(model.name, self._python, self._environment) if self._isolated else Inside(model.name)
        if isinstance(worker, Worker):
            self._workers.add(worker)
        model.worker = worker
        try:
            message = {"do": "load", "path": os.path.abspath(model.path), "builder": model.builder}  # noqa: PTH100
            answer = worker.ask(message, timeout)
        except BaseException as error:
            model.crashes += isinstance(error, WorkerCrashed)
            self._end(model)
            raise self._named(error) from error
        model.loads += 1
        model.resident = answer["resident"]
        self._runtime = answer.get("runtime") or self._runtime

    def _ask(self, model: Hosted, asked: Request, deadline: float, limit: float) -> dict[str, Any]:
        worker = model.worker
        assert worker is not None
        timeout = min(limit, max(0.001, deadline - time.monotonic()))
        try:
            answer: dict[str, Any] = worker.ask({"do": "predict"}, timeout, asked.form, asked.arrays, limit)
        except (WorkerCrashed, WorkerTimeout) as error:
            model.crashes += 1
            self._end(model)
            raise self._named(error) from error
        model.requests += 1
        model.resident = answer["resident"] or model.resident
        return answer

    def _named(self, error: BaseException) -> BaseException:
        """A worker that ended because the host was closed did not crash."""
        if self._closed and isinstance(error, WorkerCrashed):
            return HostClosed("the model host was closed while the request was in flight")
        return error

    def _used(self, but: Hosted) -> int:
        with self._books:
            return sum(model.resident for model in self._models.values() if model is not but and model.loaded)

    def _make_room(self, needed: int, keep: Hosted, wait: float | None) -> None:
        """Unloads the least recently used models until `needed` bytes fit beside the rest.

        Without `wait` only idle models go, and only when the models have outgrown the budget.
        """
        wanted = needed or keep.resident
        while self._used(keep) + wanted > self.budget:
            if not self._unload_one(keep, wait):
                return

    def _unload_one(self, keep: Hosted, wait: float | None) -> bool:
        """The least recently used that is idle; failing that, the one that was used longest ago as soon as it is."""
        with self._books:
            others = [model for model in self._models.values() if model is not keep and model.loaded]
        others.sort(key=lambda model: model.used)
        for model in others:
            if model.turn.acquire(blocking=False):
                return self._end_and_pass(model)
        if wait is None or not others:
            return False
        if not others[0].turn.acquire(timeout=max(0.0, wait - time.monotonic())):
            raise WorkerTimeout(f"every other model stayed busy: there was no room for {keep.name!r}")
        return self._end_and_pass(others[0])

    def _end_and_pass(self, model: Hosted) -> bool:
        try:
            self._end(model)
            return True
        finally:
            model.turn.release()

    def _end(self, model: Hosted) -> Released:
        """Ends a model's worker; its turn is held."""
        worker, resident = model.worker, model.resident
        model.worker, model.resident = None, 0
        if worker is None:
            return Released(0, 0, 0)
        try:
            return worker.release(resident)
        finally:
            if isinstance(worker, Worker):
                self._workers.discard(worker)


def checked_seconds(seconds: float | None, default: float) -> float:
    """A time-out that waiting can use: `default` for None, at most a year."""
    if seconds is None:
        return default
    if isinstance(seconds, bool) or not isinstance(seconds, Real) or not seconds > 0:
        raise UsageError(f"the timeout is {seconds!r}: give seconds above 0, or None for the default of {default:g} s")
    return min(float(seconds), YEAR)


def _interpreter(python: str | None) -> str:
    return python if python and os.path.isabs(python) else interpreter(python)  # noqa: PTH117


def _too_large(path: str, expected: int, budget: int, estimate: Estimate | None) -> str:
    """The refusal with the figures, and what would help."""
    text = f"{path} needs {size_text(expected)} and the budget is {size_text(budget)}"
    if estimate is None:
        return f"{text}: raise the budget"
    half, tiny = estimate.savings["float16"].memory_bytes, estimate.savings["int8"].memory_bytes
    return (
        f"{text} (TensorFlow {size_text(expected - estimate.peak_bytes)}, the model {size_text(estimate.peak_bytes)} while it loads,"
        f" {size_text(estimate.weights_bytes)} of weights): raise the budget, or make it smaller"
        f" (float16 saves {size_text(half)} of weights, int8 {size_text(tiny)})"
    )


def _end_all(workers: set[Worker], pid: int) -> None:
    """Ends what is still there; a forked child leaves its parent's workers alone."""
    if os.getpid() == pid:
        for worker in list(workers):
            with suppress(OSError):
                worker.kill()
        workers.clear()
