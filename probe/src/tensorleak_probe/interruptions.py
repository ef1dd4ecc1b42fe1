"""Tells what the program raises while the probe's code runs from faults of the probe's own.

Ctrl-C, a signal handler that calls `sys.exit()`, a timeout raised into the thread or a tracer that quits: Python raises these
wherever the thread happens to be, and that may be the probe's code. They belong to the program and go on to it. Everything else
that is raised there is a fault of the probe and stays in the recording.
"""

from __future__ import annotations

import os
import sys

from tensorleak_probe import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, TracebackType
    from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
LIBRARY = os.path.dirname(os.__file__) + os.sep
MAX_BEHIND = 4  # exceptions that one was raised on top of


def programs(error: BaseException) -> BaseException | None:
    """What of an exception in the probe's code is the program's to have: itself, or the one that it was raised on top of.

    A fault of the probe's own while the program's exception passes through hides it. One that the program is handling just now, and has
    had already, lies behind the fault as well; but no frame has seen both.
    """
    if of_program(error):
        return error
    frames, behind = _frames(error.__traceback__), error.__context__
    for _ in range(MAX_BEHIND):
        if behind is None:
            break
        if not frames.isdisjoint(_frames(behind.__traceback__)) and of_program(behind):
            return behind
        behind = behind.__context__
    return None


def _frames(traceback: TracebackType | None) -> set[int]:
    """The probe's frames that an exception has come through, by address: they live as long as its traceback."""
    found = set()
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename.startswith(HERE):
            found.add(id(traceback.tb_frame))
        traceback = traceback.tb_next
    return found


def of_program(error: BaseException) -> bool:
    """Whether the program, not the probe, raised this exception in the probe's code."""
    foreign = _foreign_codes(error.__traceback__)
    intruders = _intruders() if foreign else []
    if any(code is intruder for code in foreign for intruder in intruders):
        return True
    if not all(_is_standard(code.co_filename) for code in foreign):
        return False  # code of the program's that the probe has called itself
    return not issubclass(type(error), Exception) or _defined_by_program(type(error))


def _foreign_codes(traceback: TracebackType | None) -> list[CodeType]:
    """The code outside the probe that the probe's code was interrupted by, or called, outermost first."""
    found, entered = [], False
    while traceback is not None:
        code = traceback.tb_frame.f_code
        ours = code.co_filename.startswith(HERE)
        if entered and not ours:
            found.append(code)
        entered = entered or ours
        traceback = traceback.tb_next
    return found


def _is_standard(filename: str) -> bool:
    """Whether a file is of the standard library, below which installed packages may lie, too."""
    inside = filename[len(LIBRARY) :] if filename.startswith(LIBRARY) else ""
    return bool(inside) and not inside.startswith(("site-packages", "dist-packages"))


def _defined_by_program(kind: type) -> bool:
    """Whether an exception's class is none of the interpreter, a framework or the probe: raised into the thread from outside."""
    top = plain.module(kind).split(".")[0]
    if top in ("builtins", "json", "tensorflow", "tensorflow_core", "keras", "tf_keras", "numpy", "google"):
        return False
    module = sys.modules.get(plain.module(kind))
    filename = plain.module_names(module).get("__file__")
    return type(filename) is not str or not (_is_standard(filename) or filename.startswith(HERE))


def _intruders() -> list[CodeType]:
    """The code of everything that Python calls in the middle of other code: signal handlers, tracers, profilers."""
    handlers: list[Any] = [sys.gettrace(), sys.getprofile()]
    signal = sys.modules.get("_signal")
    if signal is not None:
        for number in range(1, signal.NSIG):
            try:
                handlers.append(signal.getsignal(number))
            except ValueError:
                continue
    return [code for code in map(_code, handlers) if code is not None]


def _code(handler: Any) -> CodeType | None:
    """The code that a handler begins with, however it is wrapped."""
    for _ in range(8):
        names = plain.class_names(type(handler))
        if "__code__" in names:
            code: CodeType | None = names["__code__"].__get__(handler)
            return code
        if "__func__" in names:  # a bound method
            handler = names["__func__"].__get__(handler)
        elif "func" in names and plain.module(type(handler)) == "functools":
            handler = names["func"].__get__(handler)
        else:
            call = next(
                (
                    plain.class_names(k)["__call__"]
                    for k in plain.mro(type(handler))
                    if "__call__" in plain.class_names(k)
                ),
                None,
            )
            if call is None or call is handler:
                return None
            handler = call
    return None
