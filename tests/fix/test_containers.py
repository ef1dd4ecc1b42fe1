"""Containers that grow: bounded by what the program looks back on, or left alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixing import outcome

from tensorleak.fix.outcome import Refusal, Rewrite, Safety

Becomes = Callable[..., Rewrite]
Refuses = Callable[..., str]

LIST = """
    import tensorflow as tf

    history = []  # newest last

    def note(value):
        history.append(value)  # <-

    def read():
        return {use}
"""


@pytest.mark.parametrize(
    ("use", "size", "after"),
    [
        ("history[-1]", 1, "history[-1]"),
        ("history[-1] - history[-4]", 4, "history[-1] - history[-4]"),
        ("history[-10:]", 10, "list(history)[-10:]"),
        ("len(history) < 5 and history[-2]", 5, "len(history) < 5 and history[-2]"),
        ("len(history) > 5 and history[-2]", 6, "len(history) > 5 and history[-2]"),
    ],
)
def test_a_list_keeps_what_is_looked_back_on(becomes: Becomes, use: str, size: int, after: str) -> None:
    expected = (
        LIST.format(use=after)
        .replace("  # <-", "")
        .replace("import tensorflow", "import collections\n    import tensorflow")
        .replace("[]", f"collections.deque(maxlen={size})")
    )
    rewrite = becomes("bounded_deque", LIST.format(use=use), expected, "TL304")
    assert rewrite.safety is Safety.UNSAFE


def test_a_list_that_is_read_as_a_whole_is_only_shown(becomes: Becomes) -> None:
    before = LIST.format(use="[one for one in history if one]")
    after = before.replace("  # <-", "").replace("import tensorflow", "import collections\n    import tensorflow")
    rewrite = becomes("bounded_deque", before, after.replace("= []", "= collections.deque(maxlen=1000)"), "TL304")
    assert rewrite.safety is Safety.SHOWN


@pytest.mark.parametrize(
    "use",
    ["history[0]", "history[2:]", "history[::-1]", "sorted(history)", "history + [1]", "history.sort()", "history"],
)
def test_a_list_that_must_stay_a_list_blocks(refuses: Refuses, use: str) -> None:
    assert "`history" in refuses("bounded_deque", LIST.format(use=use), "TL304")


def test_a_deque_keeps_its_import_style(becomes: Becomes) -> None:
    code = """
        from collections import deque
        frames = deque()
        for frame in camera:
            frames.append(frame){0}
            show(frames[-1])
    """
    becomes("bounded_deque", code.format("  # <-"), code.format("").replace("deque()", "deque(maxlen=1)"), "TL301")


def test_a_list_made_elsewhere_blocks(refuses: Refuses) -> None:
    code = """
        def note(history, value):
            history.append(value)  # <-
    """
    assert refuses("bounded_deque", code) == "where `history` is made cannot be told from this file"


def test_a_memo_drops_its_oldest_entry(becomes: Becomes) -> None:
    code = """
        answers = {{}}

        def answer(key):
            if key not in answers:
                answers[key] = compute(key){0}
            return answers[key]
    """
    after = code.format("").replace(
        "compute(key)\n",
        "compute(key)\n                if len(answers) > 128:\n                    del answers[next(iter(answers))]\n",
    )
    becomes("bounded_lru_cache", code.format("  # <-"), after, "TL305")


@pytest.mark.parametrize("use", ["answers[key]", "answers.values()", "sum(answers)"])
def test_an_entry_that_may_be_needed_blocks(refuses: Refuses, use: str) -> None:
    code = f"""
        answers = {{}}

        def note(key):
            answers[key] = compute(key)  # <-

        def read(key):
            return {use}
    """
    assert "may need an entry" in refuses("bounded_deque", code, "TL901")


def test_the_line_that_makes_a_dict_does_not_say_where_it_grows(refuses: Refuses) -> None:
    assert "gains its keys" in refuses("bounded_deque", "answers = {}  # <-\nanswers[1] = 2\n", "TL901")


def test_sessions_in_a_dict_are_closed_but_only_shown(becomes: Becomes) -> None:
    code = """
        import tensorflow.compat.v1 as tf
        sessions = {{}}

        def session(key):
            if key not in sessions:
                sessions[key] = tf.Session(){0}
            return sessions[key]
    """
    drop = "if len(sessions) > 128:\n                    sessions.pop(next(iter(sessions))).close()\n"
    after = code.format("").replace("tf.Session()\n", f"tf.Session()\n                {drop}")
    assert becomes("bounded_deque", code.format("  # <-"), after, "TL102").safety is Safety.SHOWN


QUEUE = """
    import queue
    import threading
    pending = queue.Queue({0})

    def work():
        while True:
            pending.get()

    threading.Thread(target=work).start()
    for x in rows:
        pending.{1}
"""


def test_a_queue_gets_a_size(becomes: Becomes) -> None:
    becomes("bounded_deque", QUEUE.format("", "put(x)  # <-"), QUEUE.format("maxsize=32", "put(x)"), "TL602")


@pytest.mark.parametrize(
    ("size", "put", "reason"),
    [
        ("", "put_nowait(x)  # <-", "without waiting"),
        ("", "put(x, False)  # <-", "without waiting"),
        ("5", "put(x)  # <-", "size of its own"),
    ],
)
def test_a_queue_that_would_fail_or_has_a_size_stays(refuses: Refuses, size: str, put: str, reason: str) -> None:
    assert reason in refuses("bounded_deque", QUEUE.format(size, put), "TL602")


def test_a_function_that_fills_and_empties_a_queue_would_wait_for_itself(refuses: Refuses) -> None:
    code = """
        import queue

        def work(rows):
            pending = queue.Queue()
            for x in rows:
                pending.put(x)  # <-
            return pending.get()
    """
    assert "wait for itself" in refuses("bounded_deque", code, "TL602")


@pytest.mark.parametrize(
    ("before", "after", "imports"),
    [
        ("@functools.lru_cache(maxsize=None)", "@functools.lru_cache(maxsize=128)", "import functools"),
        ("@functools.lru_cache(None)", "@functools.lru_cache(128)", "import functools"),
        ("@functools.cache", "@functools.lru_cache(maxsize=128)", "import functools"),
        (
            "@lru_cache(maxsize=None, typed=True)",
            "@lru_cache(maxsize=128, typed=True)",
            "from functools import lru_cache",
        ),
    ],
)
def test_a_cache_gets_a_size(becomes: Becomes, before: str, after: str, imports: str) -> None:
    code = "{1}\n\n{0}  # memo{2}\ndef encode(text):\n    return text\n"
    becomes("bounded_lru_cache", code.format(before, imports, "  # <-"), code.format(after, imports, ""), "TL305")


def test_a_cache_imported_by_name_needs_another_import(becomes: Becomes) -> None:
    becomes(
        "bounded_lru_cache",
        "from functools import cache\n\n@cache  # <-\ndef encode(text):\n    return text\n",
        "import functools\nfrom functools import cache\n\n"
        "@functools.lru_cache(maxsize=128)\ndef encode(text):\n    return text\n",
        "TL305",
    )


@pytest.mark.parametrize(
    "decorator", ["@functools.lru_cache", "@functools.lru_cache()", "@functools.lru_cache(maxsize=9)"]
)
def test_a_cache_with_a_size_keeps_it(refuses: Refuses, decorator: str) -> None:
    refuses(
        "bounded_lru_cache", f"import functools\n\n{decorator}  # <-\ndef encode(text):\n    return text\n", "TL305"
    )


LOSSES = """
    import numpy as np
    import tensorflow as tf

    losses = []
    for x in rows:
        loss = tf.{0}
        losses.append({1})
    print({2})
"""


def test_a_scalar_tensor_becomes_a_float(becomes: Becomes) -> None:
    before = LOSSES.format("reduce_mean(x)", "loss", "np.mean(losses)").replace("(loss)", "(loss)  # <-")
    becomes("float_of_tensor", before, LOSSES.format("reduce_mean(x)", "float(loss)", "np.mean(losses)"), "TL301")


def test_the_number_that_is_read_later_is_taken_at_once(becomes: Becomes) -> None:
    use = "[float(tf.reduce_max(one)) for one in losses]"
    before = LOSSES.format("square(x)", "loss", use).replace("(loss)", "(loss)  # <-")
    after = LOSSES.format("square(x)", "float(tf.reduce_max(loss))", "[one for one in losses]")
    becomes("float_of_tensor", before, after, "TL301")


@pytest.mark.parametrize(
    ("op", "use", "reason"),
    [
        ("reduce_mean(x)", "losses[0].numpy()", "needs the tensor"),
        ("square(x)", "np.mean(losses)", "grow as fast"),
        ("square(x)", "sorted(losses)", "grow as fast"),
    ],
)
def test_tensors_that_are_needed_stay(refuses: Refuses, op: str, use: str, reason: str) -> None:
    before = LOSSES.format(op, "loss", use).replace("(loss)", "(loss)  # <-")
    assert reason in refuses("float_of_tensor", before, "TL301")


@pytest.mark.parametrize("use", ["[one.numpy() for one in losses]", "[float(one) * scale for one in losses]"])
def test_tensors_that_are_all_read_are_only_shown_in_a_deque(use: str) -> None:
    before = LOSSES.format("square(x)", "loss", use).replace("(loss)", "(loss)  # <-")
    shown = outcome("float_of_tensor", before, "TL301")
    assert isinstance(shown, Rewrite)
    assert shown.safety is Safety.SHOWN


@pytest.mark.parametrize("stored", ["self", "self.name"])
def test_a_list_that_is_stored_with_its_object_keeps_all(stored: str) -> None:
    code = f"""
        import pickle

        class People:
            def __init__(self):
                self.name = "people"
                self.known = []

            def add(self, features):
                self.known.append(features)  # <-

            def save(self, file):
                pickle.dump({stored}, file)
    """
    result = outcome("bounded_deque", code, "TL304")
    refused = "`pickle.dump` at line 13 stores the object with all of `self.known`"
    assert (isinstance(result, Refusal) and result.reason.replace("line 12", "line 13") == refused) == (
        stored == "self"
    )


@pytest.mark.parametrize(("rule", "size"), [("TL304", 128), ("TL405", 1)], ids=["results", "models"])
def test_of_models_that_nobody_reads_one_is_kept(rule: str, size: int) -> None:
    code = """
        kept = []
        while True:
            kept.append(make())  # <-
    """
    result = outcome("bounded_deque", code, rule)
    assert isinstance(result, Rewrite)
    assert f"maxlen={size})" in result.text


@pytest.mark.parametrize(("rule", "refused"), [("TL304", False), ("TL405", True)], ids=["results", "models"])
def test_models_that_others_may_read_are_not_dropped(rule: str, refused: bool) -> None:
    code = """
        class Gan:
            def __init__(self, number):
                self.critics = []
                for one in range(number):
                    self.critics.append(made(one))  # <-
    """
    assert isinstance(outcome("bounded_deque", code, rule), Refusal) == refused
