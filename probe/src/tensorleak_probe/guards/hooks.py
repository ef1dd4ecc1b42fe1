"""`LeakCallback` for Keras and `LeakHook` for TF 1 sessions: they watch a training and report growth per batch and epoch.

Their base classes belong to the Keras or TensorFlow that the program has imported, so each class is made when first asked for.
"""

from __future__ import annotations

import collections
import functools
import sys
import weakref

from tensorleak_probe.gauge_catalogue import EPOCHS, names
from tensorleak_probe.guards.hooks_scalars import Scalars
from tensorleak_probe.guards.judge import LeakError
from tensorleak_probe.guards.watch import Watch, leak_message, warn_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any, Callable

    from tensorleak_engine.model.diagnosis import Diagnosis
    from tensorleak_probe.vocabulary import Readings, Record

    Policy = str | Callable[[Diagnosis], object]  # "warn", "stop", "raise", or a function of the diagnosis
    Folder = str | os.PathLike[str]

POLICIES = ("warn", "stop", "raise")
KEPT_EPOCHS = 1000
GAUGES = names(EPOCHS)


class Guard:
    """What the callback and the hook share: a watch, the policy, readings per epoch and TensorBoard's scalars."""

    def __init__(self, policy: Policy, log_dir: Folder | None, log_every: int, record: Folder | None) -> None:
        if policy not in POLICIES and not callable(policy):
            raise ValueError("policy is %r: give 'warn', 'stop', 'raise' or a function of the diagnosis" % (policy,))
        self.policy = policy
        self.stop: Callable[[], object] | None = None  # set by the owner for as long as something can be stopped
        self.epochs: collections.deque[Record] = collections.deque(maxlen=KEPT_EPOCHS)
        self.watch = Watch(on_leak=self._leaked, record=record)
        self._log_every = max(1, log_every)
        self._log_dir = log_dir
        self._scalars: Scalars | None = None
        self._before: Readings | None = None
        self._pending = None

    def open(self) -> None:
        """Starts to watch; a stretch that was never ended is dropped."""
        self.abandon()
        self.watch.open(("", ""))
        if self._log_dir is not None and self._scalars is None:
            self._scalars = Scalars(self._log_dir)
        self._before = self.read()

    def batch(self, step: int) -> None:
        """Counts one batch, and writes the gauges to TensorBoard every `log_every` batches."""
        self.watch.mark()
        if self._scalars is not None and step % self._log_every == 0:
            self._scalars.write("batch", self.read(), step)

    def epoch(self, number: int) -> None:
        """One epoch is done: notes how much each gauge grew in it."""
        now = self.read()
        before, self._before = self._before or now, now
        growth = {name: value - before.get(name, value) for name, value in now.items()}
        self.epochs.append({"epoch": number, "gauges": now, "growth": growth})
        if self._scalars is not None:
            self._scalars.write("epoch", now, number)

    def read(self) -> Readings:
        """Reads the gauges that are told per epoch."""
        probe = self.watch.probe
        values = probe.read_gauges() if probe is not None else {}
        return {name: values[name] for name in GAUGES if name in values}

    def close(self) -> None:
        """The end of the stretch: the last judgement, told by the policy."""
        try:
            self.watch.finish()
        finally:
            self._close_scalars()

    def abandon(self) -> None:
        """Ends without a judgement what was left open by an exception."""
        self.watch.abandon()
        self._close_scalars()

    def _close_scalars(self) -> None:
        scalars, self._scalars = self._scalars, None
        if scalars is not None:
            scalars.close()

    def _leaked(self, diagnosis: Diagnosis) -> None:
        if callable(self.policy):
            self.policy(diagnosis)
        elif self.policy == "raise":
            self.abandon()  # the training ends here, and nobody calls its end
            error = LeakError(leak_message(diagnosis))
            error.diagnosis = diagnosis
            raise error
        else:
            warn_of(diagnosis)
            if self.policy == "stop" and self.stop is not None:
                self.stop()


class _Findings:
    """What users read on a callback or a hook."""

    @property
    def diagnosis(self) -> Diagnosis | None:
        """The newest judgement; None before the first."""
        return self._guard.watch.diagnosis

    @property
    def verdict(self) -> str:
        """The newest verdict in one word: leak, growing, unexplained, bounded, retained, deferred, steady or too-short."""
        return self._guard.watch.verdict

    @property
    def findings(self) -> tuple[Any, ...]:
        """The causes: rule, location, holder, rate, remedy."""
        return self._guard.watch.findings

    @property
    def epochs(self) -> tuple[Record, ...]:
        """Per epoch: its number, the gauges at its end and their growth in it; the newest thousand."""
        return tuple(self._guard.epochs)

    def _keep(self, guard: Guard) -> None:
        self._guard = guard
        # An exception ends a training without the closing call: the watch then ends with its owner.
        weakref.finalize(self, guard.abandon).atexit = False


class _KerasMethods(_Findings):
    """The methods of the callback; validation inside `fit` belongs to the training."""

    _stage: str | None = None
    _steps = 0

    def _begin(self, stage: str) -> None:
        if self._stage is None or not self._guard.watch.is_open:  # an exception may have ended what was before
            self._stage = stage
            self._guard.stop = functools.partial(_stop, weakref.ref(self))  # a guard never keeps its owner
            self._guard.open()

    def _end(self, stage: str) -> None:
        if self._stage == stage:
            self._stage = None
            self._guard.stop = None
            self._guard.close()

    def _batch(self, stage: str) -> None:
        if self._stage == stage:
            self._steps += 1
            self._guard.batch(self._steps)

    def on_train_begin(self, logs: Any = None) -> None:
        """Starts to watch `fit`; what an exception left open is dropped."""
        self._stage = None
        self._begin("train")

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Counts one training batch."""
        self._batch("train")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Notes how much each gauge grew in this epoch."""
        if self._stage == "train":
            self._guard.epoch(epoch)

    def on_train_end(self, logs: Any = None) -> None:
        """Judges the training when `fit` ends."""
        self._end("train")

    def on_test_begin(self, logs: Any = None) -> None:
        """Starts to watch `evaluate`, unless it validates a training."""
        self._begin("test")

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        """Counts one evaluated batch."""
        self._batch("test")

    def on_test_end(self, logs: Any = None) -> None:
        """Judges the evaluation when `evaluate` ends."""
        self._end("test")

    def on_predict_begin(self, logs: Any = None) -> None:
        """Starts to watch `predict`."""
        self._begin("predict")

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        """Counts one predicted batch."""
        self._batch("predict")

    def on_predict_end(self, logs: Any = None) -> None:
        """Judges the prediction when `predict` ends."""
        self._end("predict")


class _HookMethods(_Findings):
    """The methods of the session hook."""

    _steps = 0
    _every: int | None = None

    def begin(self) -> None:
        """The graph is about to be finalised; nothing runs yet."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Starts to watch; a session made anew after a failure is watched on."""
        if not self._guard.watch.is_open:
            self._guard.open()

    def before_run(self, run_context: Any) -> None:
        """Asks the session for no further tensors."""

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Counts one step."""
        self._guard.stop = run_context.request_stop
        try:
            self._steps += 1
            self._guard.batch(self._steps)
            if self._every is not None and self._steps % self._every == 0:
                self._guard.epoch(self._steps // self._every)
        finally:
            self._guard.stop = None  # a context is for one run only

    def end(self, session: Any) -> None:
        """Judges the steps when the session ends."""
        self._guard.close()


def LeakCallback(  # noqa: N802
    policy: str | Callable[[Diagnosis], object] = "warn",
    log_dir: str | os.PathLike[str] | None = None,
    log_every: int = 100,
    record: str | os.PathLike[str] | None = None,
    keras: Any = None,
) -> Any:
    """A Keras callback for `fit`, `evaluate` and `predict` that reports what grows with every batch.

    policy: "warn", "stop" (ends the training), "raise" or a function of the diagnosis; log_dir: where TensorBoard reads
    the gauges; keras: the Keras to use where a program has several.
    """
    made = _class_of("LeakCallback", _keras_base(keras), _KerasMethods)()
    made._keep(Guard(policy, log_dir, log_every, record))
    return made


def LeakHook(  # noqa: N802
    policy: str | Callable[[Diagnosis], object] = "warn",
    log_dir: str | os.PathLike[str] | None = None,
    log_every: int = 100,
    record: str | os.PathLike[str] | None = None,
    steps_per_epoch: int | None = None,
) -> Any:
    """A `SessionRunHook` for `MonitoredSession` and Estimators that reports what grows with every step.

    policy: "warn", "stop" (requests a stop), "raise" or a function of the diagnosis; steps_per_epoch: readings per epoch.
    """
    made = _class_of("LeakHook", _hook_base(), _HookMethods)()
    made._keep(Guard(policy, log_dir, log_every, record))
    made._every = steps_per_epoch
    return made


def _stop(reference: Callable[[], Any]) -> None:
    """Ends the training, evaluation or prediction of a callback's model."""
    model = getattr(reference(), "model", None)
    for name in ("stop_training", "stop_evaluating", "stop_predicting"):
        if name == "stop_training" or hasattr(model, name):
            setattr(model, name, True)


@functools.lru_cache(maxsize=8)
def _class_of(name: str, base: type, methods: type) -> Any:
    return type(name, (methods, base), {"__doc__": methods.__doc__, "__module__": __name__})


def _keras_base(keras: Any) -> Any:
    """The callback class of the Keras in use: the one given, TensorFlow's, or the one that is imported."""
    tensorflow = sys.modules.get("tensorflow")
    keras = keras or getattr(tensorflow, "keras", None) or sys.modules.get("keras") or sys.modules.get("tf_keras")
    if keras is None:
        raise RuntimeError("LeakCallback needs Keras: import tensorflow or keras first")
    return keras.callbacks.Callback


def _hook_base() -> Any:
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is None:
        raise RuntimeError("LeakHook needs TensorFlow: import tensorflow first")
    return tensorflow.compat.v1.train.SessionRunHook
