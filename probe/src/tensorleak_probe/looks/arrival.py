"""Begins something in the main thread, between two instructions, as signal handlers begin."""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


class _Arrival:
    """What the interpreter is asked to do in the main thread: it asks this object for its truth, and what that raises is the program's.

    Python's own queue of pending calls takes functions written in C, with an address. `PyObject_IsTrue` is one that runs a method of ours.
    There is one such object in a process, and it is never freed: the queue does not hold what it has the address of. One request waits at
    a time: a second one that came while the first is at work would stay in the queue until that is over, and Python 3.11 looks into the queue
    at each function that it enters, again and again where functions are traced.
    """

    arrive: Callable[[], None] | None = None
    waits = False  # whether a request has been taken, and what it asks for is not over

    def __init__(self) -> None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    def is_asked_for(self) -> bool:
        """Whether the interpreter has the request, this one or one that it has not come to yet: its main thread may wait for long."""
        if self.waits:
            return True
        self.waits = True
        api = ctypes.pythonapi
        function = ctypes.cast(api.PyObject_IsTrue, ctypes.c_void_p)
        refused: int = api.Py_AddPendingCall(function, ctypes.py_object(self))
        if refused:
            self.waits = False
        return not refused

    def __bool__(self) -> bool:
        try:
            if self.arrive is not None:
                self.arrive()
        finally:
            self.waits = False
        return False


ARRIVAL = _Arrival()
