"""Guards for `tf.function`: a budget of traces, and Python state that a trace has frozen."""

from __future__ import annotations

import collections
import threading
import warnings

from tensorleak_probe import forks
from tensorleak_probe.guards import tracing
from tensorleak_probe.guards.errors import (
    FrozenStateError,
    FrozenStateWarning,
    TraceBudgetExceeded,
    TraceBudgetWarning,
)
from tensorleak_probe.guards.runtime import is_user_file, user_site
from tensorleak_probe.guards.state import StatePlan, show
from tensorleak_probe.traces import atoms_of_value, difference, unwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Callable, Literal

    from tensorleak_probe.guards.state import Frozen, State
    from tensorleak_probe.traces import Atom, Reason

    Policy = Literal["raise", "warn"] | Callable[[Any], object]  # "raise", "warn", or a function that gets the error

REMEMBERED = 8
MAX_TRACES = 1000
MAX_SNAPSHOTS = 64
REMEDIES = {
    "value": "pass it as a tensor: every Python value makes a trace of its own",
    "shape": "give an input_signature with None for the axis that varies, or pad to a few sizes",
    "dtype": "convert it before the call",
    "object": "make the object once and pass it again, or pass its tensors",
    "structure": "pass the same structure every time, with tensors as its leaves",
    "new-function": "make the tf.function once, outside the loop",
    "same": "call it from one graph only, or make it once",
}


class Trace:
    """One trace: its function, the line that called it, and the argument that made it necessary."""

    def __init__(self, event: tracing.TraceEvent, number: int, reason: Reason) -> None:
        self.function, self.file, self.line = event.origin
        self.number = number
        self.site = event.site
        self.kind, self.argument, self.before, self.after = reason

    def __str__(self) -> str:
        return "trace %d of %s (%s:%d), called at %s: %s" % (
            self.number,
            self.function,
            self.file,
            self.line,
            self.site,
            self.cause,
        )

    @property
    def cause(self) -> str:
        """What made it necessary, in words."""
        if self.kind == "first":
            return "the first"
        if self.kind == "new-function":
            return "a new tf.function was made around the same code"
        if self.kind == "same":
            return "equal arguments, but another graph"
        if self.kind == "object":
            return "argument %r, another %s object" % (self.argument, self.after)
        what = "Python value" if self.kind == "value" else self.kind
        return "argument %r, %s: %s -> %s" % (self.argument, what, self.before, self.after)


class History:
    """The traces of one function, enough of each to say why the next one differs."""

    def __init__(self) -> None:
        self.count = 0
        self._recent: collections.deque[tracing.TraceEvent] = collections.deque(maxlen=REMEMBERED)
        self._first_halves: set[Any] = set()

    def is_second_half(self, event: tracing.TraceEvent) -> bool:
        """Whether this completes a first call that made variables: TensorFlow then traces twice."""
        if event.second_half and event.key in self._first_halves:
            self._first_halves.discard(event.key)
            return True
        return False

    def add(self, event: tracing.TraceEvent) -> Trace:
        """Counts a trace and says why it was made."""
        reason = self.reason(event)
        self.count += 1
        self._recent.append(event)
        if not event.second_half and len(self._first_halves) < MAX_TRACES:
            self._first_halves.add(event.key)
        return Trace(event, self.count, reason)

    def reason(self, event: tracing.TraceEvent) -> Reason:
        """(kind, argument, before, after), against the nearest earlier signature."""
        if not self._recent:
            return ("first", "", "", "")
        newest_first = list(self._recent)[::-1]
        nearest = min(newest_first, key=lambda old: difference(old.signature, event.signature)[0])
        count, argument, kind, before, after = difference(nearest.signature, event.signature)
        if not count:
            nested = [name for name, mark in event.marks.items() if nearest.marks.get(name) != mark]
            if nested and not any(old.marks == event.marks for old in self._recent):
                return ("structure", nested[0], nearest.texts.get(nested[0], ""), event.texts[nested[0]])
            kind = "same" if any(old.owner == event.owner for old in self._recent) else "new-function"
            return (kind, "", "", "")
        if kind in ("value", "structure", "object"):
            before, after = nearest.texts.get(argument, before), event.texts.get(argument, after)
        return (kind, argument, before, after)


class Budget:
    """How many traces are allowed and what happens beyond."""

    def __init__(self, limit: int, on_excess: Policy) -> None:
        if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
            raise ValueError("the budget is %r: give a number of traces" % (limit,))
        if on_excess not in ("raise", "warn") and not callable(on_excess):
            raise ValueError("on_excess is %r: choose 'raise', 'warn' or a function" % (on_excess,))
        self.limit = limit
        self.on_excess = on_excess
        self.traces: collections.deque[Trace] = collections.deque(maxlen=MAX_TRACES)
        self._lock = forks.Lock()

    def spend(self, history: History, event: tracing.TraceEvent) -> None:
        """Counts one trace; beyond the budget it is stopped before it is made, or told."""
        with self._lock:
            if history.is_second_half(event):
                return
            over = history.count >= self.limit
            if over and self.on_excess == "raise":
                trace = Trace(event, history.count + 1, history.reason(event))
            else:
                trace = history.add(event)
                self.traces.append(trace)
        if over:
            self._tell(trace)

    def _tell(self, trace: Trace) -> None:
        advice = REMEDIES.get(trace.kind)
        message = "%s (budget: %d)%s" % (trace, self.limit, "; " + advice if advice else "")
        error = TraceBudgetExceeded(message, trace)
        if self.on_excess == "raise":
            raise error
        if self.on_excess == "warn":
            warn_at(trace.site, message, TraceBudgetWarning)
        else:
            self.on_excess(error)


def warn_at(site: str, message: str, category: type[Warning]) -> None:
    """A warning at the user's line, which is also what filters go by."""
    filename, _, rest = site.rpartition(" in ")[0].rpartition(":")
    warnings.warn_explicit(message, category, filename or "?", int(rest) if rest.isdigit() else 0)


class BudgetedFunction(tracing.FunctionGuard):
    """A `tf.function` that may be traced so many times; a method has the budget for each instance."""

    def __init__(self, function: Any, budget: Budget) -> None:
        super().__init__(function)
        self.budget = budget
        self._history = History()

    @property
    def traces(self) -> list[Trace]:
        """The traces made so far, each with its cause."""
        return list(self.budget.traces)

    def tracing(self, event: tracing.TraceEvent) -> None:
        """Spends one trace of the budget."""
        self.budget.spend(self._history, event)

    def again(self, function: Any) -> BudgetedFunction:
        """The same budget for a method of one instance."""
        return BudgetedFunction(function, Budget(self.budget.limit, self.budget.on_excess))


class trace_budget:  # noqa: N801  used as a decorator and in `with`
    """At most `n` traces: `@trace_budget(3)` on a `tf.function` (or a function that becomes one), or `with trace_budget(0):`.

    As a context it goes for every function that is traced within the block, in all threads, `n` traces each. Beyond the
    budget `on_excess` decides: `"raise"` stops the trace at the call that needs it, `"warn"` tells, a function is called
    with the error. `traces` lists every trace with its cause.
    """

    def __init__(
        self, n: int, on_excess: Literal["raise", "warn"] | Callable[[TraceBudgetExceeded], object] = "raise"
    ) -> None:
        self._budget = Budget(n, on_excess)
        self._histories: dict[tuple[Any, ...], History] = {}

    def __call__(self, function: Any) -> BudgetedFunction:
        """Gives one function this budget."""
        return BudgetedFunction(function, Budget(self._budget.limit, self._budget.on_excess))

    def __enter__(self) -> trace_budget:
        tracing.hook()
        tracing.listeners.append(self._tracing)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        tracing.listeners.remove(self._tracing)

    @property
    def traces(self) -> list[Trace]:
        """The traces made within the block, each with its cause."""
        return list(self._budget.traces)

    def _tracing(self, event: tracing.TraceEvent) -> None:
        if is_internal(event):
            return
        key = event.origin if is_user_file(event.origin[1]) else event.origin + (event.owner,)
        self._budget.spend(self._histories.setdefault(key, History()), event)


def is_internal(event: tracing.TraceEvent) -> bool:
    """Traces that TensorFlow makes for itself: initialisers, and the functions of a dataset."""
    name, filename, _ = event.origin
    if is_user_file(filename):
        return False
    return name == "initialize_variables" or "/data/" in filename.replace("\\", "/")


def frozen_state_check(
    function: Any = None, on_change: Literal["raise", "warn"] | Callable[[FrozenStateError], object] = "raise"
) -> Any:
    """Guards a `tf.function` against Python state that it read when it was traced and that has changed since.

    Looks at closure variables, globals and attributes of `self` that the code names, where they are numbers, strings,
    booleans or containers of them. `on_change` is `"raise"` (`FrozenStateError`, at the next call), `"warn"`, or a
    function that gets the error.
    """
    if on_change not in ("raise", "warn") and not callable(on_change):
        raise ValueError("on_change is %r: choose 'raise', 'warn' or a function" % (on_change,))
    if function is None:
        return lambda function: CheckedFunction(function, on_change)
    return CheckedFunction(function, on_change)


class Change:
    """One piece of state that a trace has frozen: its name, what the trace saw, what it is now."""

    def __init__(self, name: str, before: Frozen, after: Frozen, written: bool = False) -> None:
        self.name = name
        self.before = show(before)
        self.after = show(after)
        self.written = written

    def __str__(self) -> str:
        if self.written:
            return (
                "%s is changed by the function itself (%s -> %s), which happens once per trace, not once per call"
                % (
                    self.name,
                    self.before,
                    self.after,
                )
            )
        return "%s was %s when the function was traced and is %s now" % (self.name, self.before, self.after)


class CheckedFunction(tracing.FunctionGuard):
    """A `tf.function` whose frozen Python state is compared at every call."""

    def __init__(self, function: Any, on_change: Policy) -> None:
        super().__init__(function)
        self._on_change = on_change
        self._plan: StatePlan | None = None
        # arguments' signature → state when they were traced
        self._snapshots: collections.OrderedDict[tuple[Atom, ...], State] = collections.OrderedDict()
        self._latest: State | None = None
        self._told: dict[str, str] = {}
        self._traced = threading.local()
        self.instance = tracing.bound_instance(self.function)

    def again(self, function: Any) -> CheckedFunction:
        """The same check for a method of one instance."""
        return CheckedFunction(function, self._on_change)

    def tracing(self, event: tracing.TraceEvent) -> None:
        """Remembers that this call traces: what it reads, it reads now."""
        self._traced.yes = True

    def changes(self) -> list[Change]:
        """What has changed since the last trace, without calling the function."""
        if self._latest is None:
            return []
        return compared(self._latest, self._state())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function, unless what it once read has changed."""
        key = tuple(atoms_of_value(args) + atoms_of_value(kwargs))
        known, state = self._snapshots.get(key), self._state()
        if known is not None:
            self._tell(compared(known, state))
        self._traced.yes = False
        result = self.watched(self.function, args, kwargs)
        if self._traced.yes:
            self._remember(key, state)
        elif known is None and self._latest is not None:  # an earlier trace that also fits these arguments
            self._tell(compared(self._latest, state))
        return result

    def _state(self) -> State:
        if self._plan is None:
            self._plan = StatePlan(unwrap(self.function), self.instance)
        return self._plan.read(self.instance)

    def _remember(self, key: tuple[Atom, ...], before: State) -> None:
        after = self._state()
        self._latest = self._snapshots[key] = after
        if len(self._snapshots) > MAX_SNAPSHOTS:
            self._snapshots.popitem(last=False)
        self._tell(compared(before, after, written=True))

    def _tell(self, changes: list[Change]) -> None:
        if not changes:
            return
        error = FrozenStateError(
            "%s: %s. Pass it as an argument, or keep it in a tf.Variable."
            % (self.code.co_name if self.code else "function", "; ".join(map(str, changes))),
            changes,
        )
        if self._on_change == "raise":
            raise error
        fresh = [change for change in changes if self._told.get(change.name) != change.after]
        self._told.update({change.name: change.after for change in fresh})
        if fresh and self._on_change == "warn":
            warn_at(user_site(), str(error), FrozenStateWarning)
        elif fresh:
            self._on_change(error)  # type: ignore[operator]  # not "warn": a function


def compared(before: State, after: State, written: bool = False) -> list[Change]:
    """The state that differs; what a function sets while it is traced counts where it adds up: numbers and containers."""
    changes = []
    for name, old in before.items():
        new = after.get(name)
        if new is None or old == new:
            continue
        if written and (old[0] != new[0] or old[0] in ("bool", "str", "bytes", "NoneType")):
            continue  # a flag or a cached name, set once, as lazy building does
        changes.append(Change(name, old, new, written))
    return changes
