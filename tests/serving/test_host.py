"""The host under load and under fire: crashes, time-outs, many threads and shutdowns, with workers that load in an instant."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tensorleak import (
    HostClosed,
    ModelFailed,
    ModelFileError,
    ModelHost,
    ModelHostError,
    ModelTooLarge,
    WorkerCrashed,
    WorkerTimeout,
)
from tensorleak.errors import UsageError

HAPPY, RAISE, KILL, HANG, PAUSE, EXIT = (np.array([number], "float32") for number in range(6))
SMALL = 1 << 20


@pytest.fixture
def make(stand_in: dict[str, str]):
    """Makes hosts whose workers are this interpreter with a stand-in for TensorFlow."""
    made = []

    def host(budget: str = "2 GB", **settings: object) -> ModelHost:
        made.append(ModelHost(budget, python=sys.executable, environment=stand_in, **settings))
        return made[-1]

    yield host
    for one in made:
        one.close(drain=0)


def moody(host: ModelHost, name: str = "moody") -> str:
    host.load(name, "anywhere", builder="builders:moody", memory=SMALL)
    return name


def until_in_flight(host: ModelHost, count: int = 1) -> None:
    """Waits until so many requests are with the host and one is with the worker, however slowly their threads start."""
    model = host._models["moody"]
    while model.pending < count or not model.turn.locked():
        time.sleep(0.005)


def test_arrays_travel_unchanged(make) -> None:
    host = make()
    moody(host)
    for array in (
        np.zeros((), "float64"),
        np.zeros((0, 3), "float32"),
        np.arange(-6, 0, dtype="int8").reshape(2, 3),
        np.asfortranarray(np.arange(12.0).reshape(3, 4) * 10),
        np.arange(20)[::2] * 10,
        np.array([9 + 2j], "complex64"),
        np.zeros((1000, 5000), "float32"),  # larger than what a segment keeps
        np.zeros(3, "float32"),
    ):
        if array.size:
            found = host.predict("moody", array)
            assert found.dtype == array.dtype and found.shape == array.shape
            assert np.array_equal(found, array)
    host.load("double", "x", builder="builders:double", memory=SMALL)
    assert host.predict("double", np.zeros((0, 3), "float32")).shape == (0, 3)
    assert host.predict("double", [[1, 2], [3, 4]]).tolist() == [[2, 4], [6, 8]]


def test_lists_and_names_travel_too(make) -> None:
    host = make()
    host.load("many", "x", builder="builders:many", memory=SMALL)
    found = host.predict("many", {"a": np.ones(2), "b": np.full(2, 3.0)})
    assert found["sum"].tolist() == [4, 4] and found["pair"].shape == (2, 2)
    host.load("list", "x", builder="builders:listing", memory=SMALL)
    assert [part.tolist() for part in host.predict("list", [np.zeros(1), np.ones(2)])] == [[1], [2, 2]]


def test_an_answer_is_the_callers_own(make) -> None:
    host = make()
    host.load("double", "x", builder="builders:double", memory=SMALL)
    first = host.predict("double", np.ones(4))
    host.predict("double", np.full(4, 7.0))
    assert first.tolist() == [2, 2, 2, 2]
    first[:] = 0  # and can be written to


def test_what_cannot_travel_is_refused_before_it_does(make) -> None:
    host = make()
    moody(host)
    for odd in (object(), [{}], np.array([None]), [[1], [1, 2]]):
        with pytest.raises(UsageError):
            host.predict("moody", odd)
    assert host.predict("moody", HAPPY).tolist() == [0]


def test_a_model_that_raises_keeps_serving(make) -> None:
    host = make()
    moody(host)
    pid = host.status()["models"]["moody"]["pid"]
    with pytest.raises(ModelFailed, match="ValueError: the model is unhappy"):
        host.predict("moody", RAISE)
    assert host.predict("moody", HAPPY).tolist() == [0]
    assert host.status()["models"]["moody"]["pid"] == pid


def test_a_killed_worker_fails_its_request_and_comes_back(make) -> None:
    host = make()
    moody(host)
    host.load("other", "x", builder="builders:double", memory=SMALL)
    with pytest.raises(WorkerCrashed, match="signal 9"):
        host.predict("moody", KILL)
    assert host.predict("other", HAPPY).tolist() == [0]
    assert host.predict("moody", HAPPY).tolist() == [0]
    figures = host.status()["models"]
    assert (figures["moody"]["crashes"], figures["moody"]["loads"]) == (1, 2)
    assert (figures["other"]["crashes"], figures["other"]["loads"]) == (0, 1)


def test_last_words_are_told(make) -> None:
    host = make()
    moody(host)
    with pytest.raises(WorkerCrashed, match=r"status 7.*last words"):
        host.predict("moody", EXIT)


def test_killed_between_two_requests(make) -> None:
    host = make()
    moody(host)
    os.kill(host.status()["models"]["moody"]["pid"], signal.SIGKILL)
    time.sleep(0.3)
    assert host.predict("moody", HAPPY).tolist() == [0]


def test_killed_during_a_load(make, tmp_path: Path) -> None:
    host = make()
    sign = tmp_path / "model.loading"

    def kill() -> None:
        while not sign.exists() or not sign.read_text():
            time.sleep(0.02)
        os.kill(int(sign.read_text()), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(WorkerCrashed, match="signal 9"):
        host.load("slow", tmp_path / "model", builder="builders:slow", memory=SMALL)
    killer.join()


def test_a_request_that_hangs_is_ended(make) -> None:
    host = make()
    moody(host)
    started = time.monotonic()
    with pytest.raises(WorkerTimeout, match=r"did not answer in 0.5 s"):
        host.predict("moody", HANG, timeout=0.5)
    assert time.monotonic() - started < 30  # the model would hang for a minute
    assert host.predict("moody", HAPPY).tolist() == [0]


def test_a_load_that_hangs_is_ended(make, tmp_path: Path) -> None:
    host = make()
    with pytest.raises(WorkerTimeout):
        host.load("slow", tmp_path / "model", builder="builders:slow", memory=SMALL, timeout=1.0)


def test_a_load_that_fails_says_why(make) -> None:
    host = make()
    for builder, words in (
        ("builders:broken", "cannot be built"),
        ("builders:absent", "absent"),
        ("nomodule:x", "nomodule"),
    ):
        with pytest.raises(ModelFailed, match=words):
            host.load(builder, "x", builder=builder, memory=SMALL)
    assert host.status()["models"] == {}


def test_a_crash_fails_only_the_request_that_was_in_the_worker(make) -> None:
    host = make()
    moody(host)
    with ThreadPoolExecutor(16) as pool:
        results = [pool.submit(host.predict, "moody", KILL if number == 7 else HAPPY) for number in range(64)]
    failed = [result for result in results if result.exception() is not None]
    assert len(failed) == 1 and isinstance(failed[0].exception(), WorkerCrashed)


def test_many_threads_and_models(make) -> None:
    host = make()
    for name in "ab":
        host.load(name, "x", builder="builders:double", memory=SMALL)

    def work(number: int) -> bool:
        return all(
            host.predict("ab"[(number + turn) % 2], np.full(50, number * 100 + turn)).tolist()
            == [2 * (number * 100 + turn)] * 50
            for turn in range(40)
        )

    with ThreadPoolExecutor(32) as pool:
        assert all(pool.map(work, range(32)))
    figures = host.status()["models"]
    assert figures["a"]["requests"] + figures["b"]["requests"] == 32 * 40
    assert figures["a"]["pending"] == figures["b"]["pending"] == 0


def test_too_many_waiting_are_turned_away(make) -> None:
    host = make(max_pending=2)
    moody(host)
    with ThreadPoolExecutor(8) as pool:
        results = [pool.submit(host.predict, "moody", PAUSE) for _ in range(8)]
        kinds = [type(result.exception()) for result in results]
    assert kinds.count(type(None)) >= 2
    assert all(kind in (type(None), ModelHostError) for kind in kinds) and ModelHostError in kinds


def test_waiting_for_a_turn_ends(make) -> None:
    host = make()
    moody(host)
    blocker = threading.Thread(target=lambda: host.predict("moody", PAUSE))
    blocker.start()
    until_in_flight(host)
    with pytest.raises(WorkerTimeout, match="busy"):
        host.predict("moody", HAPPY, timeout=0.1)
    blocker.join()
    assert host.predict("moody", HAPPY).tolist() == [0]


def test_the_least_recently_used_goes_first_and_comes_back(make) -> None:
    host = make("900 MB")
    for name in "abc":  # each takes some 350 MB once loaded
        host.load(name, "x", builder="builders:greedy", memory="300 MB")
        time.sleep(0.01)
        if name == "b":
            host.predict("a", HAPPY)
    loaded = {name for name, model in host.status()["models"].items() if model["loaded"]}
    assert loaded == {"a", "c"}
    assert host.status()["used_bytes"] <= host.budget
    assert host.predict("b", HAPPY).tolist() == [0]
    assert not host.status()["models"]["a"]["loaded"]


def test_a_busy_model_is_waited_for_before_it_goes(make) -> None:
    host = make("400 MB")
    moody(host)
    host._models["moody"].resident = 300_000_000
    blocker = threading.Thread(target=lambda: host.predict("moody", PAUSE))
    blocker.start()
    until_in_flight(host)
    host._models["moody"].resident = 300_000_000
    host.load("other", "x", builder="builders:double", memory="300 MB")
    blocker.join()
    assert host.status()["models"]["moody"]["crashes"] == 0


def test_what_cannot_fit_is_refused_with_the_figures(make, tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "w.h5", "w") as out:
        out["w"] = np.zeros((1000, 1000), "float32")
    host = make("200 MB")
    with pytest.raises(
        ModelTooLarge, match=r"needs 5\d\d MB and the budget is 200 MB.*4 MB of weights.*float16 saves 2 MB"
    ):
        host.load("w", tmp_path / "w.h5")
    with pytest.raises(ModelTooLarge, match="raise the budget"):
        host.load("w", "x", builder="builders:double", memory="1 GB")
    with pytest.raises(ModelFileError):
        host.load("w", tmp_path / "absent.h5")
    assert host.status()["models"] == {}


def test_load_and_unload_in_rounds(make) -> None:
    host = make()
    pids = set()
    for _ in range(6):
        moody(host)
        pid = host.status()["models"]["moody"]["pid"]
        pids.add(pid)
        released = host.unload("moody")
        assert released.freed_bytes > 1_000_000 and "went back" in str(released)
        assert not Path(f"/proc/{pid}").exists()
    assert len(pids) == 6
    with pytest.raises(UsageError, match="no model is called"):
        host.predict("moody", HAPPY)


def test_names_are_not_reused_by_accident(make) -> None:
    host = make()
    moody(host)
    moody(host)  # the same again is no mistake
    with pytest.raises(UsageError, match="another model"):
        host.load("moody", "elsewhere", builder="builders:double", memory=SMALL)


def test_shutdown_lets_requests_in_flight_end(make) -> None:
    host = make()
    moody(host)
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(host.predict, "moody", PAUSE)
        until_in_flight(host)
        host.close(drain=5)
        assert result.result().tolist() == [4]
    with pytest.raises(HostClosed):
        host.predict("moody", HAPPY)
    with pytest.raises(HostClosed):
        moody(host)
    host.close()


def test_shutdown_does_not_wait_for_ever(make) -> None:
    host = make()
    moody(host)
    with ThreadPoolExecutor(8) as pool:
        results = [pool.submit(host.predict, "moody", HANG) for _ in range(8)]
        until_in_flight(host, 8)
        started = time.monotonic()
        host.close(drain=0.3)
        assert time.monotonic() - started < 30  # the model would hang for a minute
        assert all(isinstance(result.exception(), HostClosed) for result in results)


def test_workers_end_with_the_program(stand_in: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, signal, sys, time\n"
        "from tensorleak import ModelHost\n"
        "host = ModelHost('2 GB', python=sys.executable)\n"
        "host.load('m', 'x', builder='builders:double', memory=1 << 20)\n"
        "print(host.status()['models']['m']['pid'], flush=True)\n"
        "if sys.argv[1] == 'kill': os.kill(os.getpid(), signal.SIGKILL)\n"
        "if sys.argv[1] == 'raise': raise SystemExit(3)\n"
    )
    for how in ("end", "raise", "kill"):
        settings = dict(os.environ, **stand_in)
        done = subprocess.run(
            [sys.executable, str(program), how], env=settings, capture_output=True, text=True, timeout=60
        )
        pid = int(done.stdout)
        deadline = time.monotonic() + 5
        while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not Path(f"/proc/{pid}").exists(), how


def test_a_forked_child_leaves_the_workers_alone(make) -> None:
    host = make()
    moody(host)
    child = os.fork()
    if child == 0:
        try:
            host.predict("moody", HAPPY)
        except HostClosed:
            os._exit(5)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
    assert host.predict("moody", HAPPY).tolist() == [0]


def test_settings_that_make_no_sense() -> None:
    for budget in (0, -1, "much", "4 XB", True):
        with pytest.raises(UsageError):
            ModelHost(budget)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no interpreter"):
        ModelHost("1 GB", python="no-such-python")


def test_an_interpreter_that_cannot_start(stand_in: dict[str, str], tmp_path: Path) -> None:
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\necho 'no such thing' >&2\nexit 9\n")
    fake.chmod(0o755)
    with ModelHost("1 GB", python=str(fake)) as host, pytest.raises(WorkerCrashed, match="no such thing"):
        host.load("m", "x", builder="builders:double", memory=SMALL)
    with ModelHost("1 GB", python="/nowhere/python") as host, pytest.raises(UsageError, match="cannot start"):
        host.load("m", "x", builder="builders:double", memory=SMALL)


def test_memory_stays_flat_over_many_requests(make) -> None:
    host = make()
    host.load("double", "x", builder="builders:double", memory=SMALL)
    batch = np.ones((64, 1000), "float32")

    def resident() -> int:
        host.predict("double", batch)
        return (
            host.status()["models"]["double"]["resident_bytes"]
            + int(Path("/proc/self/statm").read_text().split()[1]) * 4096
        )

    for _ in range(300):
        host.predict("double", batch)
    before = resident()
    for _ in range(2000):
        host.predict("double", batch)
    assert resident() - before < 2_000_000


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), "2", True])
def test_timeouts_that_make_no_sense_are_refused(make, timeout: object) -> None:
    host = make()
    moody(host)
    for call in (
        lambda: host.predict("moody", HAPPY, timeout=timeout),
        lambda: host.load("moody", "anywhere", builder="builders:moody", memory=SMALL, timeout=timeout),
        lambda: host.unload("moody", timeout=timeout),
        lambda: ModelHost("1 GB", python=sys.executable, timeout=timeout),
    ):
        with pytest.raises(UsageError, match="give seconds above 0"):
            call()
    assert host.status()["models"]["moody"]["crashes"] == 0


@pytest.mark.parametrize("timeout", [30, 2.5, np.float32(30), float("inf"), None])
def test_timeouts_that_make_sense_are_taken(make, timeout: object) -> None:
    host = make()
    moody(host)
    assert host.predict("moody", HAPPY, timeout=timeout).tolist() == [0]


def test_a_timeout_is_told_as_it_was_given(make) -> None:
    """However little of it was left when the model's turn came."""
    host = make()
    moody(host)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(host.predict, "moody", PAUSE, timeout=30)
        time.sleep(0.1)
        second = pool.submit(host.predict, "moody", HANG, timeout=0.6)
        assert first.result() is not None
        with pytest.raises(WorkerTimeout, match=r" 0\.6 s"):
            second.result()


def test_names_that_do_not_fit_are_refused_and_the_worker_stays(make) -> None:
    host = make()
    moody(host)
    pid = host.status()["models"]["moody"]["pid"]
    with pytest.raises(UsageError, match="shorter names"):
        host.predict("moody", {"n" * (17 << 20): HAPPY})
    host.load("wordy", "x", builder="builders:wordy", memory=SMALL)
    with pytest.raises(ModelFailed, match="outputs' names"):
        host.predict("wordy", HAPPY)
    host.load("double", "x", builder="builders:double", memory=SMALL)
    with pytest.raises(ModelFailed):  # a long name, but one that fits: the model knows no names
        host.predict("double", {"n" * (1 << 20): HAPPY})
    assert host.predict("moody", HAPPY).tolist() == [0]
    assert host.status()["models"]["moody"]["pid"] == pid
    assert [model["crashes"] for model in host.status()["models"].values()] == [0, 0, 0]


def test_a_models_words_steer_no_terminal(make) -> None:
    host = make()
    host.load("rude", "x", builder="builders:rude", memory=SMALL)
    with pytest.raises(ModelFailed) as failed:
        host.predict("rude", HAPPY)
    assert "ValueError" in str(failed.value) and "pwned" in str(failed.value)
    assert str(failed.value).isprintable()
    host.load("mute", "x", builder="builders:mute", memory=SMALL)
    with pytest.raises(ModelFailed, match="Mute: "):
        host.predict("mute", HAPPY)


def in_child(check) -> int:
    """The exit status of a forked child that does something and must not hang."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        try:
            check()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_forked_child_can_close_and_ends_nothing(make) -> None:
    host = make()
    moody(host)

    def check() -> None:
        with pytest.raises(HostClosed):
            host.status()
        with pytest.raises(HostClosed):
            host.unload("moody")
        host.close()

    with host._books:  # as if another thread were at it
        assert in_child(check) == 0
    pid = host.status()["models"]["moody"]["pid"]
    assert host.predict("moody", HAPPY).tolist() == [0]
    assert host.status()["models"]["moody"]["pid"] == pid


def test_a_forked_child_does_not_keep_the_parents_workers_alive(stand_in: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys, time\nfrom tensorleak import ModelHost\n"
        "host = ModelHost('1 GB', python=sys.executable)\n"
        "host.load('m', 'x', builder='builders:double', memory=1 << 20)\n"
        "child = os.fork()\n"
        "if child == 0:\n    time.sleep(20)\n    os._exit(0)\n"
        "print(host.status()['models']['m']['pid'], child, flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    done = subprocess.Popen(
        [sys.executable, str(program)], env=dict(os.environ, **stand_in), stdout=subprocess.PIPE, text=True
    )
    worker, child = map(int, done.stdout.readline().split())
    done.wait(timeout=30)
    deadline = time.monotonic() + 5
    while Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    ended = not Path(f"/proc/{worker}").exists()
    os.kill(child, signal.SIGKILL)
    done.stdout.close()
    assert ended
