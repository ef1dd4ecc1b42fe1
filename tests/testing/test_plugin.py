"""The plugin in real runs of pytest, without TensorFlow: every kind of test, each leak beside its clean twin."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import PATIENCE

HEAD = """
import asyncio, functools, logging, unittest, warnings
import pytest
kept = []
calls = []
def leak(): kept.append(bytearray(4000))
def work(): return [bytearray(4000) for _ in range(10)]
"""


@dataclass
class Run:
    status: int
    text: str

    def outcomes(self) -> dict[str, int]:
        found = re.findall(r"(\d+) (passed|failed|skipped|xfailed|error)", self.text.splitlines()[-1])
        return {word: int(number) for number, word in found}

    def failed(self) -> set[str]:
        return set(re.findall(r"^FAILED \S+?::(\S+)", self.text, re.M))


def run(folder: Path, body: str, *words: str) -> Run:
    (folder / "test_it.py").write_text(HEAD + body)
    (folder / "pytest.ini").write_text("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    command = [sys.executable, "-m", "pytest", "-q", "-rf", *words]
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TENSORLEAK_"))}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, env=settings)
    return Run(done.returncode, done.stdout + done.stderr)


def test_without_the_option_a_marked_test_runs_once(tmp_path: Path) -> None:
    body = """
@pytest.mark.steady(sizes=[1, 2])
def test_one(size): calls.append(size); leak()
def test_after(): assert calls == [1, 2]
"""
    off = run(tmp_path, body, "--strict-markers")
    assert off.outcomes() == {"passed": 3}
    assert "tensorleak" not in off.text
    on = run(tmp_path, body, "--tensorleak")
    assert on.failed() == {"test_one[1]", "test_one[2]", "test_after"}


KINDS = """
@pytest.mark.steady
def test_plain_leaks(): leak()
@pytest.mark.steady
def test_plain(): work()

@functools.lru_cache(maxsize=100)
def small(key): return bytearray(3000)
@functools.lru_cache(maxsize=5000)
def large(key): return bytearray(3000)
@functools.lru_cache(maxsize=None)
def endless(key): return bytearray(3000)
@pytest.mark.steady
def test_cache_that_fills(): calls.append(0); small(len(calls))
@pytest.mark.steady
def test_cache_with_a_bound(): calls.append(0); large(len(calls))
@pytest.mark.steady
def test_cache_without_a_bound_leaks(): calls.append(0); endless(len(calls))

@pytest.mark.steady
def test_cycles():
    box = [bytearray(4000)]
    box.append(box)
@pytest.mark.steady
def test_logs_and_warnings(caplog):
    logging.getLogger().warning("w" * 4000)
    warnings.warn("w" * 4000, DeprecationWarning)

@pytest.fixture
def store(): return []
@pytest.mark.steady
@pytest.mark.parametrize("count", [0, 1])
def test_parametrised(store, count): store.extend([bytearray(4000)] if count == 0 else []); store.extend(bytearray(4000) for _ in range(count))

@pytest.mark.steady
class TestMethods:
    seen = []
    def test_leaks(self): self.seen.append(bytearray(4000))
    def test_clean(self): work()

class Case(unittest.TestCase):
    seen = []
    def setUp(self): self.made = bytearray(4000)
    @pytest.mark.steady
    def test_leaks(self): self.seen.append(self.made)
    @pytest.mark.steady
    def test_clean(self): self.assertTrue(self.made is not None)

@pytest.mark.steady
@pytest.mark.asyncio
async def test_async_leaks(): await asyncio.sleep(0); leak()
@pytest.mark.steady
@pytest.mark.asyncio
async def test_async(): await asyncio.sleep(0); work()

@pytest.mark.steady(limit="10 KB")
def test_within_the_limit(): leak()
@pytest.mark.steady
@pytest.mark.xfail(strict=True)
def test_expected_leak(): leak()
"""
LEAKING = {
    "test_plain_leaks",
    "test_cache_without_a_bound_leaks",
    "test_parametrised[0]",
    "test_parametrised[1]",
    "TestMethods::test_leaks",
    "Case::test_leaks",
    "test_async_leaks",
}


@pytest.mark.parametrize("words", [(), ("-n2",)], ids=["one process", "xdist"])
def test_every_kind_of_test(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(tmp_path, KINDS, "--tensorleak", "--junitxml=junit.xml", *words)
    assert done.failed() == LEAKING, done.text
    assert done.outcomes()["xfailed"] == 1
    assert "list global test_it.kept" in done.text
    assert re.search(r"test_it\.py:\d+ in leak\(\)", done.text)
    suite = ElementTree.parse(tmp_path / "junit.xml")
    for case in suite.iter("testcase"):
        found = {entry.get("name"): entry.get("value") for entry in case.iter("property")}
        expected = (
            ("leak",)
            if case.find("failure") is not None or case.get("name") == "test_expected_leak"
            else ("steady", "bounded")
        )
        assert found["tensorleak.verdict"] in expected
        assert int(found["tensorleak.iterations"] or 0) >= 40


def test_failures_of_the_test_itself_stay_its_own(tmp_path: Path) -> None:
    body = """
@pytest.mark.steady
def test_wrong(): leak(); assert 1 == 2
@pytest.mark.steady
def test_later():
    calls.append(0)
    assert len(calls) < 9
@pytest.mark.steady
def test_skips(): pytest.skip("not here")
class Case(unittest.TestCase):
    count = 0
    @pytest.mark.steady
    def test_unit_later(self):
        type(self).count += 1
        self.assertLess(self.count, 5)
"""
    done = run(tmp_path, body, "--tensorleak")
    assert done.outcomes() == {"failed": 3, "skipped": 1}
    assert "assert 1 == 2" in done.text
    assert "failed in iteration 8 of its repetition" in done.text
    assert "failed in iteration 4 of its repetition" in done.text
    assert "leaks: it was repeated" not in done.text


def test_stop_at_first_and_last_failed(tmp_path: Path) -> None:
    body = """
@pytest.mark.steady
def test_a(): leak()
@pytest.mark.steady
def test_b(): work()
"""
    assert run(tmp_path, body, "--tensorleak", "-x").outcomes() == {"failed": 1}
    again = run(tmp_path, body, "--tensorleak", "--lf")
    assert again.failed() == {"test_a"}
    assert "passed" not in again.outcomes()


def test_all_tests_without_a_marker(tmp_path: Path) -> None:
    body = """
def test_a(): leak()
@pytest.mark.steady(iterations=0)
def test_b(): leak()
"""
    assert run(tmp_path, body, "--tensorleak-all").failed() == {"test_a"}
    assert run(tmp_path, body, "--tensorleak").outcomes() == {"passed": 2}


@pytest.mark.parametrize("words", [(), ("-n2",)], ids=["one process", "xdist"])
def test_only_new_leaks_fail(tmp_path: Path, words: tuple[str, ...]) -> None:
    old = """
@pytest.mark.steady
def test_old(): kept.append(bytearray(4000))
"""
    new = (
        old
        + """
other = []
@pytest.mark.steady
def test_new(): other.append(bytearray(4000))
"""
    )
    words = ("--tensorleak", "--tensorleak-baseline=known.json", *words)
    missing = run(tmp_path, old, *words)
    assert missing.status == 4
    assert "--tensorleak-update-baseline" in missing.text
    assert run(tmp_path, old, *words, "--tensorleak-update-baseline").outcomes() == {"passed": 1}
    entries = json.loads((tmp_path / "known.json").read_text())["leaks"]
    assert [entry["tests"] for entry in entries] == [["test_it.py::test_old"]]
    assert run(tmp_path, new, *words).failed() == {"test_new"}
    fixed = run(tmp_path, old.replace("kept.append", "len"), *words)
    assert fixed.outcomes() == {"passed": 1}
    assert "1 leaks of the baseline are gone" in fixed.text


@pytest.mark.parametrize(
    "body, words, sentence",
    [
        ("@pytest.mark.steady(limits=3)\ndef test_a(): pass", (), "does not take limits"),
        ("@pytest.mark.steady(sizes=[1])\ndef test_a(): pass", (), "needs a test with an argument named size"),
        ("@pytest.mark.steady(sizes=3)\ndef test_a(size): pass", (), "a list such as"),
        ("def test_a(): pass", ("--tensorleak-update-baseline",), "needs --tensorleak-baseline FILE"),
        ("def test_a(): pass", ("-o", "tensorleak_limit=lots"), "no amount of memory"),
    ],
)
def test_mistakes_get_a_sentence(tmp_path: Path, body: str, words: tuple[str, ...], sentence: str) -> None:
    done = run(tmp_path, body, "--tensorleak", *words)
    assert done.status != 0
    assert sentence in done.text
    assert "INTERNALERROR" not in done.text


def test_sizes_show_that_memory_follows_the_data(tmp_path: Path) -> None:
    body = """
@pytest.mark.steady(sizes=[1, 64])
def test_sized(size): bytearray(size * 1_000_000)
"""
    done = run(tmp_path, body, "--tensorleak")
    assert done.outcomes() == {"passed": 2}
    peaks = {
        int(size): float(peak) * {"KB": 1e3, "MB": 1e6}[unit]
        for size, peak, unit in re.findall(r"\[(\d+)\]: needs ([\d.]+) (.B) at its peak", done.text)
    }
    assert peaks[64] > 10 * peaks[1]


def test_native_memory_without_an_owner_fails_only_when_it_is_much(tmp_path: Path) -> None:
    body = """
import ctypes
malloc = ctypes.CDLL(None).malloc
malloc.argtypes = [ctypes.c_size_t]
@pytest.mark.steady
def test_crumbs(): malloc(1600)
@pytest.mark.steady
def test_much(): malloc(8000)
"""
    done = run(tmp_path, body, "--tensorleak")
    assert done.failed() == {"test_much"}
    assert "TL803" in done.text
    assert "unexplained test_it.py::test_crumbs: 1.6 KB more in use per iteration" in done.text
