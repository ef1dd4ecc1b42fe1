"""What lines take from malloc and do not give back is added up over whole rounds, in real interpreters and with real memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT

INTERPRETERS = [sys.executable, str(ROOT / ".envs" / "tf1" / "bin" / "python")]

WEIGHED = """
import ctypes
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.looks.additions import Additions
from tensorleak_probe.sites import Sites

class Work:
    counts = {"marks": 0}

class Probe:
    def __init__(self):
        self.sites, self.records, self.writer, self.work = Sites(), [], self, Work()
        self.malloc = self.births = self.hooks = None
    def gauge(self, kind):
        return self.malloc
    def write(self, record):
        self.records.append(record)
    def write_new_sites(self):
        pass
    def elapsed(self):
        return 0.0
    def keep(self, where, error):
        raise error

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
probe = Probe()
probe.malloc = MallocGauge(probe)
additions = Additions(probe)
TEXT = open(__file__).read().splitlines()

def told():
    additions.settle(patient=False)
    (record,) = probe.records
    grown = record["grown"] / record["rounds"]
    print("grown", round(grown / 10000))
    for site, nbytes, times in record["rows"]:
        share = round(nbytes / record["rounds"] / 10000)
        if site >= 0 and share:
            file, line, function = probe.sites.rows[site]["frames"][0]
            print(TEXT[line - 1].split("#")[1].strip(), function, share)
"""

LOOP = """
def keep(size):
    libc.malloc(size)  # kept
def buffer(size):
    made = libc.malloc(size)  # made
    return made
def rounds(number):
    for n in range(number):
        once = buffer(300000)
        {keep}
        libc.free(once)  # freed
additions.begin([], unowned=True)
rounds(80)
told()
"""


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
@pytest.mark.parametrize("leaks", [True, False])
def test_what_a_line_takes_and_another_gives_back(leaks: bool, python: str, tmp_path: Path) -> None:
    if not Path(python).exists():
        pytest.skip("the TensorFlow 1.15 lane is not installed")
    path = tmp_path / "program.py"
    path.write_text(WEIGHED + LOOP.format(keep="keep(200000)" if leaks else "len('')"))
    environment = {"PYTHONPATH": str(ROOT / "probe" / "src"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([python, str(path)], capture_output=True, text=True, env=environment, timeout=60)
    assert done.stderr == ""
    temporary = {"made buffer 30", "freed rounds -30"}
    assert set(done.stdout.splitlines()) == (
        temporary | {"grown 20", "kept keep 20"} if leaks else temporary | {"grown 0"}
    )


@pytest.mark.parametrize("wanted", [True, False])
def test_lines_are_weighed_only_where_memory_has_no_owner(wanted: bool, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        WEIGHED + f"additions.begin([], unowned={wanted})\nfor n in range(9):\n    n + 1\nprint(additions.is_busy())\n"
        "additions.settle(patient=False)\n"
    )
    environment = {"PYTHONPATH": str(ROOT / "probe" / "src"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=environment, timeout=60)
    assert (done.stdout, done.stderr) == (f"{wanted}\n", "")


LIBRARY = """
import json
import threading
import time
asked = 0
def in_use():
    global asked
    asked += 1
    until = time.thread_time() + {seconds}
    while time.thread_time() < until:
        pass
    return libc_in_use()
libc_in_use = probe.malloc.in_use
probe.malloc.in_use = in_use
stopped = threading.Event()
if {another}:
    threading.Thread(target=stopped.wait).start()
additions.begin([], unowned=True)
for n in range({rounds}):
    json.dumps([[[n]]], indent=1)
additions.settle(patient=False)
stopped.set()
print(asked)
"""


def readings(folder: Path, **how: object) -> int:
    """How often malloc is asked in a loop of two lines that goes through a library."""
    path = folder / "program.py"
    path.write_text(WEIGHED + LIBRARY.format(**how))
    environment = {"PYTHONPATH": str(ROOT / "probe" / "src"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=environment, timeout=60)
    assert done.stderr == ""
    return int(done.stdout)


def test_malloc_is_asked_at_the_programs_own_lines(tmp_path: Path) -> None:
    """Beside other threads it is asked at each event: what they take must not count for a line of this one."""
    assert 60 <= readings(tmp_path, rounds=30, seconds=0.0, another=False) <= 70
    assert readings(tmp_path, rounds=30, seconds=0.0, another=True) > 300


def test_asking_has_a_limit_of_time(tmp_path: Path) -> None:
    assert 5 <= readings(tmp_path, rounds=200, seconds=0.01, another=False) <= 12
