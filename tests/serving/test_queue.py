"""The queue before a model, with real threads: batches, time-outs, faults, shutdown."""

from __future__ import annotations

import asyncio
import concurrent.futures
import gc
import subprocess
import sys
import threading
import time
import weakref

import pytest

np = pytest.importorskip("numpy")

from tensorleak_probe.guards.errors import (  # noqa: E402
    BatchError,
    GuardError,
    QueueClosed,
    QueueFull,
    RequestTimeout,
)
from tensorleak_serving import queue as queue_module  # noqa: E402
from tensorleak_serving.queue import PredictionQueue  # noqa: E402


@pytest.fixture(autouse=True)
def no_thread_is_left():
    before = set(threading.enumerate())
    yield
    until = time.monotonic() + 60
    while time.monotonic() < until and set(threading.enumerate()) - before:
        time.sleep(0.01)
    assert not set(threading.enumerate()) - before


class Gate:
    """A model that answers only when it is let through."""

    def __init__(self):
        self.open = threading.Event()
        self.entered = threading.Event()
        self.sizes = []

    def __call__(self, batch):
        self.sizes.append(len(batch))
        self.entered.set()
        assert self.open.wait(20)
        return batch * 2


def in_threads(count, work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def test_64_threads_get_their_own_answers_in_batches():
    wrong = []
    with PredictionQueue(lambda batch: batch * 2, max_batch=16) as queue:

        def work(number):
            for step in range(50):
                answer = queue([float(number), float(step)], timeout=30)
                if answer.tolist() != [2.0 * number, 2.0 * step]:
                    wrong.append((number, step, answer))

        in_threads(64, work)
        stats = queue.stats()
    assert wrong == []
    assert stats["answered"] == stats["submitted"] == 64 * 50
    assert stats["batches"] < 64 * 50 / 2


def test_two_halves_of_the_callers_come_together():
    sizes, answering = [], threading.Event()

    def predict(batch):
        sizes.append(len(batch))
        answering.set()
        return batch

    with PredictionQueue(predict, max_batch=16, max_wait=1.0) as queue:

        def work(number):
            if number >= 8:
                assert answering.wait(30)  # while the others are being answered
            for _ in range(8):
                queue(float(number), timeout=30)

        in_threads(16, work)
    assert sizes[0] <= 8
    assert sizes.count(16) >= 4


def test_a_model_that_raises_fails_only_its_batch():
    def predict(batch):
        if (batch == 13).any():
            raise ZeroDivisionError("unlucky")
        return batch

    outcomes = {}
    with PredictionQueue(predict, max_batch=4, max_wait=0.001) as queue:

        def work(number):
            try:
                outcomes[number] = float(queue(float(number), timeout=30))
            except ZeroDivisionError as error:
                outcomes[number] = error

        in_threads(64, work)
        assert queue(5.0) == 5.0
    assert isinstance(outcomes[13], ZeroDivisionError)
    failed = [number for number, outcome in outcomes.items() if isinstance(outcome, Exception)]
    assert len(outcomes) == 64 and len(failed) <= 4
    errors = [outcomes[number] for number in failed]
    assert len({id(error) for error in errors}) == len(errors)  # one each: a shared one gathers frames


def test_an_error_that_is_kept_keeps_no_array():
    class Input(np.ndarray):
        pass

    seen = []

    def predict(batch):
        batch = batch.view(Input)
        seen.append(weakref.ref(batch))
        del batch
        raise ValueError("no")

    gc.collect()
    gc.disable()
    try:
        with PredictionQueue(predict, max_batch=1) as queue:
            future = queue.submit(np.zeros(1000))
            error = future.exception(5)
            request = weakref.ref(future)
            with pytest.raises(ValueError, match="no"):
                future.result()
            del future
        assert request() is None and seen[0]() is None  # at once, without the collector
    finally:
        gc.enable()
    assert "predict" in [row.tb_frame.f_code.co_name for row in frames(error.__traceback__)]


def frames(traceback):
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def test_reject_when_full():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=1, capacity=2, on_full="reject")
    flying = queue.submit(0.0)
    assert gate.entered.wait(5)
    waiting = [queue.submit(1.0), queue.submit(2.0)]
    with pytest.raises(QueueFull):
        queue.submit(3.0)
    gate.open.set()
    assert [float(future.result()) for future in [flying, *waiting]] == [0.0, 2.0, 4.0]
    assert queue.stats()["rejected"] == 1
    assert queue.close()


def test_block_when_full_then_time_out_or_go_on():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=1, capacity=1)
    queue.submit(0.0)
    assert gate.entered.wait(5)
    queue.submit(1.0)
    started = time.monotonic()
    with pytest.raises(RequestTimeout, match="no place"):
        queue.submit(2.0, timeout=0.1)
    assert time.monotonic() - started < 5
    answers = []
    thread = threading.Thread(target=lambda: answers.append(float(queue(3.0))))
    thread.start()
    time.sleep(0.05)
    assert answers == []
    gate.open.set()
    thread.join(10)
    assert answers == [6.0]
    assert queue.close()


def test_a_late_request_is_dropped_and_blocks_nobody():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=1, capacity=3)
    flying = queue.submit(0.0, timeout=1.0)  # long enough for the worker to take it on a busy machine
    assert gate.entered.wait(5)
    late = [queue.submit(1.0, timeout=0.1), queue.submit(2.0, timeout=0.1)]
    patient = queue.submit(3.0)
    for future in [flying, *late]:
        with pytest.raises(RequestTimeout):
            future.result()
    assert len(queue) == 1  # their places are free
    gate.open.set()
    assert float(patient.result()) == 6.0
    assert gate.sizes == [1, 1]  # the late ones never reached the model
    assert queue.stats()["timed_out"] == 3
    with pytest.raises(RequestTimeout):
        flying.result()  # the model's late answer was dropped
    assert queue.close()


def test_a_request_that_nobody_waits_for_expires_in_the_queue():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=1)
    queue.submit(0.0)
    assert gate.entered.wait(5)
    late = queue.submit(1.0, timeout=0.05)
    time.sleep(0.1)
    gate.open.set()
    assert queue.close()
    assert isinstance(late.exception(), RequestTimeout)
    assert gate.sizes == [1]


def test_a_wait_that_ends_early_does_not_withdraw_the_request():
    gate = Gate()
    queue = PredictionQueue(gate)
    future = queue.submit(4.0)
    with pytest.raises(RequestTimeout):
        future.result(timeout=0.05)
    gate.open.set()
    assert float(future.result(timeout=5)) == 8.0
    assert queue.close()


def test_cancel_frees_the_place():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=1, capacity=1, on_full="reject")
    flying = queue.submit(0.0)
    assert gate.entered.wait(5)
    waiting = queue.submit(1.0)
    assert waiting.cancel() and waiting.cancelled() and not waiting.cancel()
    with pytest.raises(concurrent.futures.CancelledError):
        waiting.result()
    last = queue.submit(2.0)
    assert flying.cancel()
    gate.open.set()
    assert float(last.result()) == 4.0
    assert queue.close()
    assert queue.stats()["cancelled"] == 2


def test_close_drains():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=2)
    futures = [queue.submit(float(number)) for number in range(7)]
    assert gate.entered.wait(5)
    threading.Timer(0.05, gate.open.set).start()
    assert queue.close(drain=True)
    assert [float(future.result(0)) for future in futures] == [2.0 * number for number in range(7)]
    with pytest.raises(QueueClosed):
        queue.submit(1.0)
    assert queue.close() and queue.closed


def test_close_rejects_what_waits_and_what_is_in_flight():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=2)
    futures = [queue.submit(float(number)) for number in range(7)]
    assert gate.entered.wait(5)
    threading.Timer(0.2, gate.open.set).start()
    assert queue.close(drain=False)
    for future in futures:
        with pytest.raises(QueueClosed):
            future.result(0)
    assert queue.stats()["rejected"] == 7


def test_close_while_64_threads_ask_leaves_nobody_waiting():
    outcomes = []
    queue = PredictionQueue(lambda batch: (time.sleep(0.002), batch)[1], max_batch=8, capacity=8)

    def work(number):
        while True:
            try:
                queue(float(number))
            except GuardError as error:
                outcomes.append(type(error))
                return

    threading.Timer(0.2, lambda: queue.close(drain=False)).start()
    in_threads(64, work)
    assert outcomes == [QueueClosed] * 64
    assert len(queue) == 0 and queue.stats()["failed"] == 0


def test_a_model_that_hangs_cannot_hold_up_the_shutdown(monkeypatch):
    monkeypatch.setattr(queue_module, "PATIENCE", 0.1)
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=1)
    futures = [queue.submit(0.0), queue.submit(1.0)]
    started = time.monotonic()
    assert queue.close(drain=True, timeout=0.2) is False
    assert time.monotonic() - started < 5
    for future in futures:
        with pytest.raises(QueueClosed):
            future.result(0)
    gate.open.set()


def test_close_from_inside_the_model():
    queue = PredictionQueue(lambda batch: (queue.close(drain=False), batch)[1], max_batch=1)
    with pytest.raises(QueueClosed):
        queue(1.0, timeout=10)


@pytest.mark.parametrize("answer", [lambda batch: batch[:-1], lambda batch: batch.sum()])
def test_an_answer_of_the_wrong_length_is_an_error(answer):
    with PredictionQueue(answer, pad=False) as queue, pytest.raises(BatchError, match="1 rows"):
        queue([1.0, 2.0])


def test_different_shapes_never_share_a_batch():
    shapes = []
    with PredictionQueue(lambda batch: (shapes.append(batch.shape), batch)[1], max_wait=0.05, pad=False) as queue:
        futures = [queue.submit(np.ones(1 + number % 3)) for number in range(9)]
        assert [future.result(5).shape for future in futures] == [(1 + number % 3,) for number in range(9)]
    assert sorted(shapes) == [(3, 1), (3, 2), (3, 3)]


def test_structures_keep_their_form():
    def predict(inputs):
        return {"sum": inputs["a"] + inputs["b"][0], "pair": [inputs["a"], inputs["b"][1]]}

    with PredictionQueue(predict) as queue:
        answer = queue({"a": np.float32(1), "b": (np.float32(2), np.float32(3))})
    assert float(answer["sum"]) == 3.0 and [float(part) for part in answer["pair"]] == [1.0, 3.0]


def test_batched_requests_are_joined_and_taken_apart():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=8, batched=True)
    first = queue.submit(np.zeros((1, 2)))
    assert gate.entered.wait(5)
    futures = [queue.submit(np.full((rows, 2), rows)) for rows in (3, 2, 2, 9)]
    gate.open.set()
    assert [future.result(5).tolist() for future in futures] == [[[2.0 * n] * 2] * n for n in (3, 2, 2, 9)]
    assert first.result().shape == (1, 2) and gate.sizes == [1, 8, 9]
    with pytest.raises(ValueError, match="leading axis"):
        queue.submit(np.float32(1))
    assert queue.close()


def test_batches_are_padded_to_few_sizes_and_answers_own_their_memory():
    gate = Gate()
    queue = PredictionQueue(gate, max_batch=24)
    first = queue.submit([0.0])
    assert gate.entered.wait(5)
    futures = [queue.submit([float(number)]) for number in range(5 + 24)]
    gate.open.set()
    answers = [future.result(5) for future in futures]
    assert [float(answer[0]) for answer in answers] == [2.0 * number for number in range(29)]
    assert gate.sizes == [1, 24, 8] and first.result().base is None and answers[3].base is None
    assert queue.close()


def test_the_callers_buffer_may_be_filled_anew():
    gate = Gate()
    queue = PredictionQueue(gate)
    buffer = np.ones(2)
    future = queue.submit(buffer)
    buffer[:] = 7
    gate.open.set()
    assert future.result(5).tolist() == [2.0, 2.0]
    assert queue.close()


def test_a_dropped_queue_ends_its_thread_and_frees_the_model(monkeypatch):
    monkeypatch.setattr(queue_module, "LOOK_FOR_OWNER", 0.05)
    model = Gate()
    model.open.set()
    queue = PredictionQueue(model)
    kept = queue.submit(1.0)
    kept.result(5)
    gone = weakref.ref(model)
    del queue, model
    gc.collect()
    until = time.monotonic() + 5
    while gone() is not None and time.monotonic() < until:
        time.sleep(0.01)
    assert gone() is None and float(kept.result()) == 2.0


def test_answers_are_futures():
    async def ask(queue):
        return await asyncio.wrap_future(queue.submit(2.0))

    called = []
    with PredictionQueue(lambda batch: batch + 1) as queue:
        loop = asyncio.new_event_loop()
        assert float(loop.run_until_complete(ask(queue))) == 3.0
        loop.close()
        future = queue.submit(1.0)
        future.add_done_callback(called.append)
        future.result(5)
    assert called == [future] and future.exception() is None and future.done()


def test_a_program_that_forgets_to_close_ends():
    source = (
        "from tensorleak_serving.queue import PredictionQueue\n"
        "import time\n"
        "queue = PredictionQueue(lambda batch: (time.sleep(0.3), batch)[1])\n"
        "future = queue.submit(1.0)\n"
        "time.sleep(0.1)\n"
    )
    done = subprocess.run([sys.executable, "-c", source], timeout=60, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("options", [{"max_batch": 0}, {"capacity": 0}, {"on_full": "drop"}])
def test_senseless_options_are_refused(options):
    with pytest.raises(ValueError):
        PredictionQueue(lambda batch: batch, **options)


class Poisoned:
    """A model that raises when one of certain values is in the batch, and notes the size of each batch."""

    def __init__(self, *values):
        self.values = values
        self.sizes = []

    def __call__(self, batch):
        self.sizes.append(len(batch))
        if np.isin(batch, self.values).any():
            raise ValueError("poison")
        return batch * 2


def answers_of(model, count, **options):
    """What each of `count` requests of one batch gets: its answer, or the name of its error."""
    gate = threading.Event()

    def predict(batch):
        assert gate.wait(20)
        return model(batch)

    found = []
    with PredictionQueue(predict, max_batch=count, max_wait=5, timeout=30, **options) as queue:
        requests = [queue.submit([float(number)]) for number in range(count)]
        gate.set()
        for request in requests:
            error = request.exception()
            found.append(type(error).__name__ if error else request.result().tolist()[0])
        return found, queue.stats()


def test_one_poisoned_request_fails_alone():
    model = Poisoned(13.0)
    found, stats = answers_of(model, 16)
    assert found == [2.0 * number if number != 13 else "ValueError" for number in range(16)]
    assert (stats["answered"], stats["failed"]) == (15, 1)
    assert model.sizes == [16, 8, 8, 4, 4, 2, 1, 1, 2]
    assert stats["batches"] == len(model.sizes)


def test_several_poisoned_requests_fail_alone():
    found, _ = answers_of(Poisoned(0.0, 7.0, 8.0), 9)
    assert found == ["ValueError" if number in (0, 7, 8) else 2.0 * number for number in range(9)]


def test_a_broken_model_costs_no_more_than_twice_the_requests():
    model = Poisoned(*range(32))
    found, stats = answers_of(model, 32)
    assert found == ["ValueError"] * 32
    assert len(model.sizes) == 63
    assert stats["failed"] == 32


def test_a_healthy_batch_is_run_once():
    model = Poisoned()
    assert answers_of(model, 16)[0] == [2.0 * number for number in range(16)]
    assert model.sizes == [16]


def test_each_failed_request_has_its_own_error():
    def predict(batch):
        raise ValueError(f"row {batch[0]:.0f}")

    with PredictionQueue(predict, max_batch=4, max_wait=5, timeout=30) as queue:
        requests = [queue.submit(float(number)) for number in range(4)]
        assert [str(request.exception()) for request in requests] == [f"row {number}" for number in range(4)]


def test_an_end_of_the_program_is_not_tried_again():
    calls = []

    def predict(batch):
        calls.append(len(batch))
        raise SystemExit(3)

    with PredictionQueue(predict, max_batch=4, max_wait=5, timeout=30) as queue:
        requests = [queue.submit(float(number)) for number in range(4)]
        assert all(isinstance(request.exception(), SystemExit) for request in requests)
    assert calls == [4]


def test_halves_that_nobody_waits_for_are_not_run():
    started, go = threading.Event(), threading.Event()
    sizes = []

    def predict(batch):
        sizes.append(len(batch))
        started.set()
        assert go.wait(20)
        raise ValueError("poison")

    with PredictionQueue(predict, max_batch=4, max_wait=5) as queue:
        requests = [queue.submit(float(number)) for number in range(4)]
        assert started.wait(20)
        assert all(request.cancel() for request in requests)
        go.set()
    assert sizes == [4]


def test_a_timeout_is_told_as_it_was_given():
    class Late:
        shape = (1,)

        def numpy(self):
            time.sleep(0.3)  # a large array takes its time to be copied
            return np.ones(1)

    with PredictionQueue(lambda batch: time.sleep(0.5) or batch, timeout=0.25) as queue:
        with pytest.raises(RequestTimeout, match=r"no answer within 0\.25 s|waited longer than its time-out"):
            queue(Late())
        with pytest.raises(RequestTimeout, match=r"no answer within 0\.2 s"):
            queue([1.0], timeout=0.2)


def test_a_timeout_that_is_no_number_is_refused():
    with PredictionQueue(lambda batch: batch) as queue:
        with pytest.raises(ValueError, match="timeout is nan"):
            queue([1.0], timeout=float("nan"))
        assert queue([1.0], timeout=5).tolist() == [1.0]
