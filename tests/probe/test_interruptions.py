"""What the program raises while the probe's code runs goes on to the program; faults of the probe's own stay inside."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tensorleak_probe import entries
from tensorleak_probe.lifecycle import Probe


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    probe = Probe(str(tmp_path / "r.jsonl"))
    probe._open()
    return probe


def hooked(probe: Probe, inside: Callable[[], object]) -> Callable[[], str]:
    """A function of TensorFlow's, so to say, with a hook in whose middle `inside` happens."""

    class Owner:
        def call(self) -> str:
            return "result"

    # the hook's code is taken for the probe's own: it has a name in the probe's folder
    scope: dict[str, object] = {"inside": inside}
    exec(
        compile("def seen(args, kwargs):\n    inside()\n", str(Path(entries.__file__).parent / "pretended.py"), "exec"),
        scope,
    )
    assert probe.hooks.observe(Owner, "call", scope["seen"])
    return Owner().call


def fail() -> None:
    raise KeyError("ours")


def leave() -> None:
    raise SystemExit(7)


@pytest.mark.parametrize("inside", [fail, leave, lambda: 1 / 0])
def test_what_a_look_up_raises_never_escapes(probe: Probe, inside: Callable[[], object]) -> None:
    assert hooked(probe, inside)() == "result"
    assert probe.faults == 1


class Leaves(BaseException):
    pass


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), Leaves(), ValueError("a handler's")])
def test_a_signal_handlers_exception_is_the_programs(probe: Probe, error: BaseException) -> None:
    def handler(number: int, frame: object) -> None:
        raise error

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        # in the middle of the hook, at a line of its own
        scope: dict[str, object] = {"kill": os.kill, "pid": os.getpid(), "number": signal.SIGUSR1}
        name = str(Path(entries.__file__).parent / "pretended.py")
        exec(
            compile("def seen(args, kwargs):\n    kill(pid, number)\n    for i in range(1000): pass\n", name, "exec"),
            scope,
        )

        class Owner:
            def call(self) -> str:
                return "result"

        assert probe.hooks.observe(Owner, "call", scope["seen"])
        with pytest.raises(type(error)):
            Owner().call()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert probe.faults == 0


def test_an_exception_raised_into_the_thread_is_the_programs(probe: Probe) -> None:
    class TimedOutError(Exception):
        pass

    scope: dict[str, object] = {}
    name = str(Path(entries.__file__).parent / "pretended.py")
    exec(compile("def seen(args, kwargs):\n    while True: pass\n", name, "exec"), scope)

    class Owner:
        def call(self) -> str:
            return "result"

    assert probe.hooks.observe(Owner, "call", scope["seen"])
    ident = ctypes.c_ulong(threading.get_ident())
    timer = threading.Timer(
        0.2, lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(TimedOutError))
    )
    timer.start()
    with pytest.raises(TimedOutError):
        Owner().call()
    assert probe.faults == 0


def test_faults_are_noted_once_each(probe: Probe) -> None:
    call = hooked(probe, fail)
    for _ in range(5):
        call()
    text = Path(probe.writer.path).read_text()
    assert probe.faults == 5
    assert text.count('"k":"fault"') == 1


def test_a_function_that_cannot_be_hooked_is_noted_once(probe: Probe) -> None:
    class Owner:
        call = len

    for _ in range(3):
        assert not probe.hooks.observe(Owner, "call", print)
    assert Path(probe.writer.path).read_text().count("hook Owner.call") == 1
    assert Owner.call is len
    assert not probe.hooks.observe(Owner, "missing", print)


@pytest.mark.parametrize("error", [SystemExit(3), ValueError("a handler's")])
def test_so_is_one_that_strikes_in_the_standard_library(probe: Probe, error: BaseException) -> None:
    """The probe calls functions of it that are written in Python; the handler may run in the middle of those."""

    def handler(number: int, frame: object) -> None:
        raise error

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        inside = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGUSR1)).run
        with pytest.raises(type(error)):
            hooked(probe, inside)()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert probe.faults == 0


def test_what_the_standard_library_raises_for_the_probe_stays_inside(probe: Probe) -> None:
    assert hooked(probe, threading.Thread().join)() == "result"
    assert probe.faults == 1


STUMBLES = """
def seen(args, kwargs):
    try:
        inside()
    finally:
        undefined
"""


def stumbling(probe: Probe, inside: Callable[[], object]) -> Callable[[], str]:
    """As `hooked`, with a fault of the probe's own on the way out."""

    class Owner:
        def call(self) -> str:
            return "result"

    scope: dict[str, object] = {"inside": inside}
    exec(compile(STUMBLES, str(Path(entries.__file__).parent / "pretended.py"), "exec"), scope)
    assert probe.hooks.observe(Owner, "call", scope["seen"])
    return Owner().call


def test_a_fault_of_ours_does_not_hide_what_the_program_raised(probe: Probe) -> None:
    def handler(number: int, frame: object) -> None:
        raise TimeoutError("by the handler")

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(TimeoutError, match="by the handler"):
            stumbling(probe, lambda: signal.raise_signal(signal.SIGUSR1))()
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_what_the_program_is_handling_is_not_raised_again(probe: Probe) -> None:
    """It has had that exception, which came through the probe before; the fault alone is noted."""

    def handler(number: int, frame: object) -> None:
        raise TimeoutError("by the handler")

    call = stumbling(probe, lambda: None)
    interrupted = hooked(probe, lambda: signal.raise_signal(signal.SIGUSR1))
    before = signal.signal(signal.SIGUSR1, handler)
    results = []
    try:
        interrupted()
    except TimeoutError:
        results.append(call())
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert (results, probe.faults) == (["result"], 1)
