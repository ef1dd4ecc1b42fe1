"""Begins something in the main thread, between two instructions, as signal handlers begin."""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


class _Arrival:
    """What the interpreter is asked to do in the main thread: it asks this object for its truth, and what that raises is the program's.

    Python's own queue of pending calls takes functions written in C, with an address. `PyObject_IsTrue` is one that runs a method of ours.
    There is one such object in a process, and it is never freed: the queue does not hold what it has the address of.
    """

    arrive: Callable[[], None] | None = None

    def __init__(self) -> None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    def is_asked_for(self) -> bool:
        """Whether the interpreter has taken the request."""
        api = ctypes.pythonapi
        function = ctypes.cast(api.PyObject_IsTrue, ctypes.c_void_p)
        taken: int = api.Py_AddPendingCall(function, ctypes.py_object(self))
        return taken == 0

    def __bool__(self) -> bool:
        if self.arrive is not None:
            self.arrive()
        return False


ARRIVAL = _Arrival()
