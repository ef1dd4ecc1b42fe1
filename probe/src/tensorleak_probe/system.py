"""Functions of the operating system and the interpreter, bound when the probe is imported.

A program may replace `time.perf_counter` (freezegun), `os.open` (pyfakefs) or `threading.Thread` (gevent), and such tools search the
globals of every loaded module for what they replace. Here the functions are attributes of a class, which they do not search. Only
modules that the interpreter has built in are imported, so that no module of the program's own is shadowed.
"""

import _thread
import gc
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


class system:  # noqa: N801  a namespace, read like a module
    """The originals; nothing here is ever assigned to."""

    clock = time.perf_counter
    processor = time.thread_time
    wall = time.time
    sleep = time.sleep

    allocate_lock = _thread.allocate_lock
    start_thread = _thread.start_new_thread
    thread_id = _thread.get_ident
    number_of_threads = _thread._count
    clock_of_thread: "Callable[[int], int] | None" = getattr(time, "pthread_getcpuclockid", None)
    read_clock: "Callable[[int], float]" = getattr(time, "clock_gettime", None)  # type: ignore[assignment]
    frame = sys._getframe
    frames_of_threads = sys._current_frames
    tracer = sys.gettrace
    set_tracer = sys.settrace
    profiler = sys.getprofile

    blocks = getattr(sys, "getallocatedblocks", lambda: 0)
    references = sys.getrefcount
    collect = gc.collect
    collector_stats = gc.get_stats
    collector_counts = gc.get_count
    collector_is_on = gc.isenabled
    tracked = gc.get_objects
    is_tracked = gc.is_tracked
    referents = gc.get_referents

    open = os.open
    close = os.close
    read = os.read
    pread: "Callable[[int, int, int], bytes]" = getattr(os, "pread", None)  # type: ignore[assignment]
    write = os.write
    stat = os.stat
    fstat = os.fstat
    listdir = os.listdir
    getpid = os.getpid
    getppid = os.getppid
    getcwd = os.getcwd
    geteuid: "Callable[[], int] | None" = getattr(os, "geteuid", None)
    mkdir = os.mkdir
    sysconf: "Callable[[str], int]" = getattr(os, "sysconf", None)  # type: ignore[assignment]
    fcntl: "Callable[[int, int, int], int] | None"
    duplicate: int


def _duplicator() -> "tuple[Callable[[int, int, int], int] | None, int]":
    """`fcntl.fcntl` and its command to duplicate a descriptor; the module is not left behind among the program's."""
    was_there = "fcntl" in sys.modules
    try:
        import fcntl
    except ImportError:
        return None, 0
    if not was_there:
        sys.modules.pop("fcntl", None)
    return fcntl.fcntl, getattr(fcntl, "F_DUPFD_CLOEXEC", fcntl.F_DUPFD)


system.fcntl, system.duplicate = _duplicator()
