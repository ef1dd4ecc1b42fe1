"""Has the interpreter tell each call, line and return of one thread, and touches nothing of the frames that it tells of.

Up to Python 3.12 a tracer of `sys.settrace` costs each frame a snapshot of its local names, which is filled before an event and written back
after it: what a program has dropped stays alive, and generators and coroutines cannot be tidied up. A tracer written in C costs nothing of
that. The interpreter calls it with an object, a frame, the number of the event and an argument, and wants 0, or -1 for an exception.
`PyObject_RichCompareBool` is such a function: it compares the object with the frame, and the number of the event is that of the comparison.
So a call asks for `<`, an exception for `<=`, a line for `==` and a return for `!=`, and the methods here answer False. What they raise, or
a signal handler raises in them, goes on to the program.
"""

from __future__ import annotations

import ctypes
import sys

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable

_api = ctypes.pythonapi
_COMPARE = ctypes.cast(_api.PyObject_RichCompareBool, ctypes.c_void_p)
_set_tracer: Callable[[Any, Any], None] = ctypes.PYFUNCTYPE(None, ctypes.c_void_p, ctypes.py_object)(
    ("PyEval_SetTrace", _api)
)
_audit: Callable[[str], None] = getattr(sys, "audit", lambda event: None)


class Tracer:
    """Is told what one thread does, from `trace()` until `untrace()`; both are called in that thread."""

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def may_trace() -> bool:
        """Whether there is nothing against a tracer: a frame that asks for each instruction, which has no comparison, or a hook of the program's."""
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if frame.f_trace_opcodes:
                return False
            frame = frame.f_back
        _audit("sys.settrace")  # a hook may refuse it; the function below would print that
        return True

    def trace(self) -> None:
        """Begins; no function of Python's is entered after the interpreter was told."""
        _set_tracer(_COMPARE, self)

    def untrace(self) -> None:
        """Ends, where nobody else has begun to trace meanwhile."""
        current: Any = system.tracer()
        if current is self:
            system.set_tracer(None)

    def called(self, frame: FrameType) -> None:
        """A function is entered, or a generator or coroutine goes on."""
        raise NotImplementedError

    def reached(self, frame: FrameType) -> None:
        """A line is about to run."""
        raise NotImplementedError

    def left(self, frame: FrameType) -> None:
        """A function returns, raises or waits."""
        raise NotImplementedError

    def __lt__(self, frame: Any) -> bool:
        if frame.f_trace_opcodes:
            self.untrace()
        else:
            self.called(frame)
        return False

    def __le__(self, frame: Any) -> bool:
        return False

    def __eq__(self, frame: object) -> bool:
        if type(frame) is not FRAME:  # somebody compares what `sys.gettrace` has returned
            return self is frame
        self.reached(frame)
        return False

    def __ne__(self, frame: object) -> bool:
        if type(frame) is not FRAME:
            return self is not frame
        self.left(frame)
        return False


FRAME = type(sys._getframe())
