"""A bounded queue before a model: many threads ask, one calls, in batches; nothing waits for ever, nothing piles up."""

from __future__ import annotations

import atexit
import collections
import concurrent.futures
import copy
import threading
import time
import weakref

from tensorleak_probe import forks
from tensorleak_probe.guards.errors import BatchError, QueueClosed, QueueFull, RequestTimeout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Callable

    Signature = tuple[Any, ...]  # what must be equal for two requests to share a batch
    Line = collections.OrderedDict[int, "Prediction"]  # requests of one signature in order, by their id

POLICIES = ("block", "reject")
LOOK_FOR_OWNER = 1.0  # seconds; a finalizer could run inside the lock that it needs
PATIENCE = 5.0  # seconds for the batch that is under way when everything was rejected
UNFINISHED = ("PENDING", "RUNNING")  # states of a future, by the names that `concurrent.futures` gives them
FINISHED = "FINISHED"
_open: weakref.WeakSet[Core] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """A thread inside TensorFlow while the interpreter is taken down would crash it."""
    for core in list(_open):
        core.close(drain=False)


class Prediction(concurrent.futures.Future):  # type: ignore[type-arg]
    """The answer to come: a `concurrent.futures.Future` that knows its own deadline."""

    def __init__(
        self, core: Core, inputs: Any, signature: Signature, rows: int, timeout: float | None, deadline: float | None
    ) -> None:
        self._generation = forks.generation
        super().__init__()
        self._core = core
        self.inputs = inputs
        self.signature = signature
        self.rows = rows
        self.timeout = timeout
        self.deadline = deadline
        self.arrived = time.monotonic()
        self.settled = False

    @property
    def _condition(self) -> threading.Condition:
        """What every method of a future asks for first; in a forked child its lock might never be free."""
        if self._generation != forks.generation:
            self._leave_to_parent()
        return self._own_condition

    @_condition.setter
    def _condition(self, condition: threading.Condition) -> None:
        self._own_condition: threading.Condition = condition

    def _leave_to_parent(self) -> None:
        """In a forked child: an answer that is there can be read, one that was to come goes to the parent alone."""
        self._generation = forks.generation
        self._own_condition = threading.Condition()
        self._waiters: list[Any] = []
        self._done_callbacks: list[Any] = []
        self.settled = True
        if self._state in UNFINISHED:
            self._exception = QueueClosed(
                "this request was made before the fork: its answer goes to the parent process"
            )
            self._state = FINISHED

    def result(self, timeout: float | None = None) -> Any:
        """The answer; `RequestTimeout` when the request's own deadline has passed, or `timeout` seconds from now."""
        self._wait(timeout)
        error = super().exception(0)
        if error is None:
            return super().result(0)
        try:
            raise error
        finally:
            self = error = None  # type: ignore[assignment]  # or the error would hold this frame, and the frame the error

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """The error instead of an answer, or None."""
        self._wait(timeout)
        return super().exception(0)

    def cancel(self) -> bool:
        """Withdraws the request: its place in the queue is free at once, and a result that is on its way is dropped."""
        if self.done() or not self._core.withdraw(self, "cancelled"):
            return False
        super().cancel()
        self.set_running_or_notify_cancel()
        return True

    def _wait(self, timeout: float | None) -> None:
        """Waits until there is an answer; only the request's own deadline gives it up."""
        now = time.monotonic()
        left = None if self.deadline is None else max(0.0, self.deadline - now)
        mine = left is not None and (timeout is None or left <= timeout)
        if self._ended_within(left if mine else timeout):
            return
        if not mine:
            raise RequestTimeout("no answer within %.3g s" % timeout)  # type: ignore[str-format]
        if self._core.withdraw(self, "timed_out"):
            self.set_exception(RequestTimeout("no answer within %.3g s" % self.timeout))  # type: ignore[str-format]
        else:
            self._ended_within(None)  # another thread has claimed it and is about to say so

    def _ended_within(self, seconds: float | None) -> bool:
        try:
            super().exception(seconds)
        except concurrent.futures.CancelledError:
            return True
        except concurrent.futures.TimeoutError:
            return False
        return True


class PredictionQueue:
    """`queue = PredictionQueue(model.predict_on_batch)`; then `queue(example)` from any thread, or `queue.submit(example)`.

    A request is one example (an array, or a tuple or dict of arrays) without batch axis; with `batched=True` it is a
    small batch. Requests of equal shapes that arrive within `max_wait` seconds go to `predict` together, at most
    `max_batch` rows; `pad` fills a batch up to the next power of two, so that the model meets few shapes and does not
    retrace. `capacity` requests may wait; beyond it callers block (`on_full="block"`) or get `QueueFull`. `timeout` is
    the default for each request, from its submission on.

    When `predict` raises, the batch is run again in halves, down to single requests: only those that make it raise get
    the error. That takes two further calls per halving for one such request, and never more than twice as many calls as
    there are requests. The thread that calls `predict` starts with the first request. A forked child has an empty queue
    and starts a thread of its own.
    """

    def __init__(
        self,
        predict: Callable[[Any], Any],
        max_batch: int = 32,
        max_wait: float = 0.002,
        capacity: int = 1024,
        timeout: float | None = None,
        on_full: str = "block",
        batched: bool = False,
        pad: bool = True,
    ) -> None:
        if max_batch < 1 or capacity < 1:
            raise ValueError("max_batch is %r and capacity %r: both must be at least 1" % (max_batch, capacity))
        if on_full not in POLICIES:
            raise ValueError("on_full is %r: choose one of %s" % (on_full, ", ".join(map(repr, POLICIES))))
        self.timeout = timeout
        self._core = Core(predict, max_batch, max_wait, capacity, on_full, batched, pad)
        self._core.start(self)

    def __enter__(self) -> PredictionQueue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close(drain=kind is None)

    def __call__(self, inputs: Any, timeout: float | None = None) -> Any:
        """Submits a request and waits for its answer."""
        return self.submit(inputs, timeout).result()

    def __len__(self) -> int:
        return self._core.waiting

    def submit(self, inputs: Any, timeout: float | None = None) -> Prediction:
        """Puts a request into the queue and returns its `Prediction`."""
        timeout = self.timeout if timeout is None else timeout
        if timeout != timeout:
            raise ValueError("timeout is nan: give seconds, or None to wait as long as it takes")
        return self._core.submit(inputs, timeout)

    def close(self, drain: bool = True, timeout: float | None = None) -> bool:
        """Takes no more requests; answers what was taken, or rejects it (`drain=False`, or past `timeout` seconds).

        True when the thread has ended: a model that never returns cannot be stopped, only left behind.
        """
        return self._core.close(drain, timeout)

    @property
    def closed(self) -> bool:
        """Whether requests are refused."""
        return self._core.closed

    def stats(self) -> dict[str, int]:
        """Counts so far: submitted, answered, failed, timed_out, rejected, cancelled, batches, rows."""
        return self._core.stats()


class Core:
    """The queue itself and the loop of its thread."""

    def __init__(
        self,
        predict: Callable[[Any], Any],
        max_batch: int,
        max_wait: float,
        capacity: int,
        on_full: str,
        batched: bool,
        pad: bool,
    ) -> None:
        self.predict: Any = predict  # a function of a batch; None once the thread has ended
        self.max_batch = max_batch
        self.max_wait = max_wait
        self.capacity = capacity
        self.on_full = on_full
        self.batched = batched
        self.pad = pad
        self.closed = False
        self._begin()

    def _begin(self) -> None:
        """The state of a queue that nobody has used yet."""
        self.waiting = 0
        self._lock = threading.Lock()
        self._arrival = threading.Condition(self._lock)
        self._room = threading.Condition(self._lock)
        self._lines: collections.OrderedDict[Signature, Line] = (
            collections.OrderedDict()
        )  # a line goes when it is empty
        self._rows: collections.Counter[Signature] = collections.Counter()  # rows that wait in each line
        self._flying: list[Prediction] = []
        self._answered = 0.0
        self._counts: collections.Counter[str] = collections.Counter()
        self._thread: threading.Thread | None = None

    def start(self, owner: PredictionQueue) -> None:
        """Makes the queue known; its thread ends with the queue that the program holds."""
        self._owner = weakref.ref(owner)
        _open.add(self)
        forks.renew(self)

    def after_fork(self) -> None:
        """In a forked child: what waits belongs to the parent, and so do the thread and whoever held the lock."""
        inherited = self._flying + [request for line in list(self._lines.values()) for request in list(line.values())]
        self._begin()
        for request in inherited:
            request.settled = True

    def _ensure_thread(self) -> None:
        """Starts the thread that calls the model, for the first request of this process."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._loop, name="tensorleak-prediction-queue", daemon=True)
            self._thread.start()

    def stats(self) -> dict[str, int]:
        """Counts since the queue was made, by name."""
        names = ("submitted", "answered", "failed", "timed_out", "rejected", "cancelled", "batches", "rows")
        with self._lock:
            return {name: self._counts[name] for name in names}

    def submit(self, inputs: Any, timeout: float | None) -> Prediction:
        """One request more, when there is room for it."""
        deadline = None if timeout is None else time.monotonic() + timeout
        signature, rows, inputs = describe(inputs, self.batched)
        request = Prediction(self, inputs, signature, rows, timeout, deadline)
        with self._lock:
            self._wait_for_room(deadline)
            self._ensure_thread()
            self._counts["submitted"] += 1
            self.waiting += 1
            self._lines.setdefault(signature, collections.OrderedDict())[id(request)] = request
            self._rows[signature] += rows
            if self.waiting == 1 or self._rows[signature] >= self.max_batch:
                self._arrival.notify()
        return request

    def _wait_for_room(self, deadline: float | None) -> None:
        while not self.closed and self.waiting >= self.capacity:
            if self.on_full == "reject":
                self._counts["rejected"] += 1
                raise QueueFull("%d requests wait already: try again later, or add capacity" % self.waiting)
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                self._counts["timed_out"] += 1
                raise RequestTimeout("no place in the queue in time: %d requests wait" % self.waiting)
            self._room.wait(left)
        if self.closed:
            self._counts["rejected"] += 1
            raise QueueClosed("the queue is closed")

    def withdraw(self, request: Prediction, reason: str) -> bool:
        """Claims the request for the caller, who alone may settle it then; False when it is settled already."""
        with self._lock:
            if request.settled:
                return False
            request.settled = True
            self._counts[reason] += 1
            self._drop(request)
            return True

    def _drop(self, request: Prediction) -> None:
        line = self._lines.get(request.signature)
        if line is not None and line.pop(id(request), None) is not None:
            self._left(request.signature, line, 1, request.rows)
        request.inputs = None

    def _left(self, signature: Signature, line: Line, requests: int, rows: int) -> None:
        self.waiting -= requests
        self._rows[signature] -= rows
        if not line:
            del self._lines[signature], self._rows[signature]
        self._room.notify(requests)

    def close(self, drain: bool = True, timeout: float | None = None) -> bool:
        """Ends the thread; what it does not answer any more is rejected."""
        with self._lock:
            self.closed = True
            self._arrival.notify_all()
            self._room.notify_all()
        thread = self._thread
        if thread is None:
            self.predict = None
            return True
        if threading.current_thread() is thread:
            self._reject_all()
            return False
        if drain:
            thread.join(timeout)
        self._reject_all()
        thread.join(PATIENCE if timeout is None else min(timeout, PATIENCE))
        return not thread.is_alive()

    def _reject_all(self) -> None:
        with self._lock:
            left = [request for line in self._lines.values() for request in line.values()] + self._flying
            left = [request for request in left if not request.settled]
            for request in left:
                request.settled = True
                self._drop(request)
            self._counts["rejected"] += len(left)
            self._arrival.notify_all()
        for request in left:
            request.set_exception(QueueClosed("the queue was closed before this request was answered"))

    def _loop(self) -> None:
        while self._thread is threading.current_thread():  # else it is the child of a fork inside `predict`
            batch = self._next_batch()
            if batch is None:
                self.predict = None  # answers that the program keeps must not keep the model
                return
            if batch:
                self._answer(batch)
            batch = None  # or the last one would stay alive until the next comes

    def _next_batch(self) -> list[Prediction] | None:
        """The oldest request and what can go with it; an empty list when all of it was late; None at the end."""
        with self._lock:
            while not self._lines:
                if self.closed or self._owner() is None:
                    self.closed = True
                    return None
                self._arrival.wait(LOOK_FOR_OWNER)
            signature = min(self._lines, key=lambda key: next(iter(self._lines[key].values())).arrived)
            self._gather(signature)
            batch, late = self._take(signature)
            self._flying = batch
        for request in late:
            request.set_exception(RequestTimeout("the request waited longer than its time-out"))
        return batch

    def _gather(self, signature: Signature) -> None:
        """Waits for more of the same kind, until the batch is full or the oldest has waited long enough.

        Those who were answered a moment ago may come back at once: without them two half batches would take turns.
        """
        oldest = next(iter(self._lines[signature].values()))
        until = max(oldest.arrived, self._answered) + self.max_wait
        while not self.closed and self._rows.get(signature, 0) < self.max_batch:
            left = until - time.monotonic()
            if left <= 0:
                return
            self._arrival.wait(left)

    def _take(self, signature: Signature) -> tuple[list[Prediction], list[Prediction]]:
        line = self._lines.get(signature)
        batch: list[Prediction] = []
        late: list[Prediction] = []
        rows = 0
        now = time.monotonic()
        while line:
            request = next(iter(line.values()))
            if batch and rows + request.rows > self.max_batch:
                break
            line.popitem(last=False)
            self._left(signature, line, 1, request.rows)
            if request.deadline is not None and now >= request.deadline:
                request.settled = True
                request.inputs = None
                late.append(request)
            else:
                batch.append(request)
                rows += request.rows
        self._counts["timed_out"] += len(late)
        return batch, late

    def _answer(self, batch: list[Prediction]) -> None:
        """Runs a batch; where it fails, its halves, until each request has its own answer or its own error."""
        parts = [batch]
        while parts:
            batch = [request for request in parts.pop() if not request.settled]
            if batch and not self._answered_together(batch):
                middle = len(batch) // 2
                parts += [batch[middle:], batch[:middle]]
        batch = None  # type: ignore[assignment]  # an error that the program keeps has this frame in its traceback

    def _answered_together(self, batch: list[Prediction]) -> bool:
        """Runs some requests in one call; False when that failed and fewer may do better."""
        answers = None
        try:
            answers = self._call(batch)
        except BaseException as error:  # whatever the model does, it must not end the thread
            forget_arrays(error)
            if isinstance(error, Exception) and len(batch) > 1:
                self._count_call(batch)
                return False
            self._settle(batch, None, error)
        else:
            self._settle(batch, answers, None)
        batch = answers = None  # type: ignore[assignment]
        return True

    def _call(self, batch: list[Prediction]) -> list[Any]:
        sizes = [request.rows for request in batch]
        rows = sum(sizes)
        inputs = join([request.inputs for request in batch], self.batched)
        size = padded_size(rows, self.max_batch) if self.pad else rows
        outputs = self.predict(pad_rows(inputs, size - rows))
        return split(outputs, sizes, size, self.batched)

    def _count_call(self, batch: list[Prediction]) -> None:
        with self._lock:
            self._counts["batches"] += 1
            self._counts["rows"] += sum(request.rows for request in batch)

    def _settle(self, batch: list[Prediction], answers: list[Any] | None, error: BaseException | None) -> None:
        self._count_call(batch)
        with self._lock:
            open_ = [(place, request) for place, request in enumerate(batch) if not request.settled]
            for _, request in open_:
                request.settled = True
                request.inputs = None
            self._flying = [request for request in self._flying if not request.settled]
            self._counts["failed" if error is not None else "answered"] += len(open_)
        for place, request in open_:
            if error is not None:
                request.set_exception(own_copy(error))
            else:
                request.set_result(answers[place])  # type: ignore[index]
        self._answered = time.monotonic()


def forget_arrays(error: BaseException) -> None:
    """Empties the queue's own frames in the traceback: they would keep the batch as long as the error lives."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename == __file__:
        try:
            step.tb_frame.clear()
        except RuntimeError:  # it still runs
            pass
        step = step.tb_next


def own_copy(error: BaseException) -> BaseException:
    """An error of its own for each request: raised in many threads, a shared one would gather all their frames."""
    try:
        twin = copy.copy(error)
    except Exception:
        return error
    if type(twin) is not type(error):
        return error
    twin.__cause__ = error.__cause__
    return twin.with_traceback(error.__traceback__)


def each(structure: Any, function: Callable[[Any], Any]) -> Any:
    """Applies a function to the arrays of a tuple, list or dict, or to the one array."""
    if isinstance(structure, dict):
        return {key: each(value, function) for key, value in structure.items()}
    if isinstance(structure, (tuple, list)):
        parts = [each(value, function) for value in structure]
        return parts if isinstance(structure, list) else tuple(parts)
    return function(structure)


def leaves(structure: Any) -> list[Any]:
    """The arrays of a structure, in order."""
    if isinstance(structure, dict):
        return [leaf for value in structure.values() for leaf in leaves(value)]
    if isinstance(structure, (tuple, list)):
        return [leaf for value in structure for leaf in leaves(value)]
    return [structure]


def to_array(value: Any) -> Any:
    """A tensor, an array or a number as an array."""
    import numpy

    return numpy.asarray(value.numpy() if hasattr(value, "numpy") else value)


def own_array(value: Any) -> Any:
    """The same as a copy: the caller may fill its buffer anew before the model has seen it."""
    import numpy

    return numpy.array(value.numpy() if hasattr(value, "numpy") else value)


def describe(inputs: Any, batched: bool) -> tuple[Signature, int, Any]:
    """(what must be equal for two requests to share a batch, rows, the inputs as arrays)."""
    is_list = isinstance(inputs, list) and not any(hasattr(part, "shape") for part in inputs)
    inputs = own_array(inputs) if is_list else each(inputs, own_array)
    arrays = leaves(inputs)
    if not arrays:
        raise ValueError("the request holds no array")
    if not batched:
        return (shape_of(inputs, 0), 1, inputs)
    rows = {array.shape[0] if array.ndim else -1 for array in arrays}
    if len(rows) != 1 or min(rows) < 1:
        raise ValueError("the arrays of a batched request need one leading axis of equal length, at least 1")
    return (shape_of(inputs, 1), rows.pop(), inputs)


def shape_of(inputs: Any, skip: int) -> Signature:
    """Structure, shapes and dtypes as something hashable."""
    if isinstance(inputs, dict):
        return tuple((key, shape_of(value, skip)) for key, value in inputs.items())
    if isinstance(inputs, (tuple, list)):
        return tuple(shape_of(value, skip) for value in inputs)
    return (inputs.shape[skip:], inputs.dtype.str)


def join(parts: list[Any], batched: bool) -> Any:
    """One batch of all the requests' inputs."""
    import numpy

    first = parts[0]
    if isinstance(first, dict):
        return {key: join([part[key] for part in parts], batched) for key in first}
    if isinstance(first, (tuple, list)):
        joined = [join([part[place] for part in parts], batched) for place in range(len(first))]
        return joined if isinstance(first, list) else tuple(joined)
    return numpy.concatenate(parts) if batched else numpy.stack(parts)


def padded_size(rows: int, max_batch: int) -> int:
    """The next power of two, but no more than `max_batch` unless one request alone is larger."""
    size = 1
    while size < rows:
        size *= 2
    return max(rows, min(size, max_batch))


def pad_rows(inputs: Any, missing: int) -> Any:
    """Repeats the last row, whose answers are then dropped."""
    import numpy

    if not missing:
        return inputs
    return each(inputs, lambda array: numpy.concatenate([array, numpy.repeat(array[-1:], missing, axis=0)]))


def split(outputs: Any, sizes: list[int], size: int, batched: bool) -> list[Any]:
    """Each request's own rows of the model's answer, copied: a view would keep the whole batch alive."""
    outputs = each(outputs, to_array)
    for array in leaves(outputs):
        if not array.ndim or array.shape[0] != size:
            raise BatchError("predict was given %d rows and returned an array of shape %s" % (size, array.shape))
    answers, start = [], 0
    for rows in sizes:
        if batched:
            answers.append(each(outputs, lambda array, a=start, b=start + rows: array[a:b].copy()))  # type: ignore[misc]
        else:
            answers.append(each(outputs, lambda array, a=start: array[a].copy()))  # type: ignore[misc]
        start += rows
    return answers
