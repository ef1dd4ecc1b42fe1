"""Whether a bare program grows on this machine: the truth that a verdict of the tool is compared with.

The program is run without the probe. A thread that patches nothing and shares no code with the probe
(`tools/outside/sitecustomize.py`) counts the bytes and blocks in use after full collections; this process samples resident
memory from outside. The counts of the loop are cut into disjoint stretches: the program `grows` when what is in use rises from
stretch to stretch to the end, it is `flat` when the last stretch is no higher than an early one, and `undecided` otherwise.
An undecided program is run once more with more rounds, where it takes their number as an argument.

Whether a leak shows may depend on the processor (oneDNN chooses its kernels by it) and on versions, so a truth is kept in
`.quality/truth/` under all of these: processor, instruction sets, TensorFlow's switches, versions, the program's files.

usage: python tools/truth.py [--lane tf1|tf2] [--select TEXT] [--form TEXT] [--fresh]      prints one line for each program
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from tensorleak.programs import Program, programs

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".quality" / "truth"
COUNTER = ROOT / "tools" / "outside"
METHOD = 2  # raised when the measurement changes: older truths are measured again

GROWS, FLAT, UNDECIDED = "grows", "flat", "undecided"
STRETCHES = 6
FEW = 2  # counts in a stretch: fewer are no measurement
SKIPPED = 0.4  # share of the loop that is taken for set-up and warm-up
STILL = 0.15  # share of the growth that the last two of five rises must bring; an even rise brings 0.4
# A rise below these, in the judged part of a run, is none. A stretch's own scatter counts, too.
LEAST = {"malloc": 128 << 10, "blocks": 500, "resident": 4 << 20}
# A scatter above these hides a leak: a count that is not seen to rise is not called flat then.
BLIND = {"malloc": 2 << 20, "blocks": 20_000, "resident": 16 << 20}
# Growth that excuses a program that is meant not to grow. The least that a leaking program was seen to gain in the judged part
# is 2 MB and 6,000 blocks, the most that a twin was seen to gain (oneDNN's kernels for its last shapes) is 0.4 MB.
MATTERS = {"malloc": 1 << 20, "blocks": 6000, "resident": 4 << 20}
LONGER, LONGEST = 3, 40  # times the rounds of an undecided run
PATIENCE = 900.0
PULSE = 0.02

# Instruction sets that oneDNN and TensorFlow choose kernels by.
SETS = re.compile(r"sse4_1|avx|avx2|fma|avx512\w+|avx_vnni|amx\w*|asimd\w*|sve\w*|bf16|i8mm")
SWITCHES = re.compile(r"(ONEDNN|DNNL|TF|XLA|KERAS|MALLOC|OMP|MKL|PYTHON(MALLOC|HASHSEED|GC))_?.*|CUDA_VISIBLE_DEVICES")
SILENT = {"TF_CPP_MIN_LOG_LEVEL", "TF_CPP_MAX_VLOG_LEVEL"}
ROUNDS = re.compile(r"sys\.argv\[1\]\) if len\(sys\.argv\) > 1 else ([\d_]+)")


@dataclass(frozen=True)
class Truth:
    """What the bare program did: its state, one line that says why, and the growth of each count in the judged part."""

    state: str
    reason: str
    grown: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    outside: int = 0  # growth of resident bytes of the program and its children, sampled from outside
    counts: int = 0  # in the judged part of its loop

    @property
    def matters(self) -> bool:
        """Whether it grows by more than an innocent loop does."""
        return self.state == GROWS and any(self.grown[count] > MATTERS[count] for count in self.grown)

    def __str__(self) -> str:
        return f"{self.state}: {self.reason}"


@dataclass(frozen=True)
class Trend:
    """How one count went over the stretches of a run."""

    state: str
    total: float


# --- The judgement: from counts to a state ------------------------------------------------------------------------------


def trend(levels: Sequence[float], noise: float, blind: float) -> Trend:
    """Judges the level of each stretch, the first one first."""
    total = levels[-1] - levels[0]
    rises = [after - before for before, after in itertools.pairwise(levels)]
    if total > noise and sum(rise > 0 for rise in rises) >= len(rises) - 1 and sum(rises[-2:]) > STILL * total:
        return Trend(GROWS, total)
    if len(levels) == STRETCHES and trend(levels[:-1], noise, blind).state == GROWS:
        return Trend(UNDECIDED, total)  # the tear-down took the last stretch: more rounds tell
    level = levels[-1] <= max(levels[: len(levels) // 2]) + noise
    return Trend(FLAT if level and noise <= blind else UNDECIDED, total)


def stretches(rows: Sequence[dict], count: str) -> list[list[float]]:
    """A count in each of the stretches, which hold the same number of counts each; sorted by size."""
    cuts = [round(number * len(rows) / STRETCHES) for number in range(STRETCHES + 1)]
    return [sorted(row[count] for row in rows[begin:end]) for begin, end in itertools.pairwise(cuts)]


def judged(groups: Sequence[list[float]], count: str) -> Trend:
    """The level of a stretch is its lower quartile: a step's own arrays lie above it, the tear-down does not reach it."""
    levels = [group[len(group) // 4] for group in groups]
    scatter = statistics.median(group[len(group) // 2] - group[len(group) // 4] for group in groups)
    return trend(levels, max(LEAST[count], 2 * scatter), BLIND[count])


def judge(rows: Sequence[dict]) -> Truth:
    """The truth about one process, from its counts."""
    rows = loop(rows)
    if len(rows) < FEW * STRETCHES:
        reason = f"too short: {len(rows)} counts of its loop, {FEW * STRETCHES} are needed"
        return Truth(UNDECIDED, reason, counts=len(rows))
    counts = ["malloc", "blocks"] if rows[0]["malloc"] is not None else ["resident", "blocks"]
    found = {}
    for count in counts:
        found[count] = judged(stretches(rows, count), count)
    grown = {count: one.total for count, one in found.items()}
    seconds = rows[-1]["t"] - rows[0]["t"]
    for state in (GROWS, UNDECIDED):
        named = [count for count, one in found.items() if one.state == state]
        if named:
            return Truth(state, told(named, grown, seconds), grown, seconds, counts=len(rows))
    return Truth(FLAT, told(counts, grown, seconds), grown, seconds, counts=len(rows))


def loop(rows: Sequence[dict]) -> list[dict]:
    """The counts after TensorFlow's import and after the warm-up."""
    after = [row for row in rows if row["phase"] == "loop"] or [row for row in rows if row["phase"] == "plain"]
    if len(after) < 2:
        return []
    begin = after[0]["t"] + SKIPPED * (after[-1]["t"] - after[0]["t"])
    return [row for row in after if row["t"] >= begin]


def told(counts: Iterable[str], grown: dict[str, float], seconds: float) -> str:
    words = {
        "malloc": lambda n: f"{n / 1e6:+.2f} MB in use by malloc",
        "blocks": lambda n: f"{n:+,.0f} blocks in use by Python",
        "resident": lambda n: f"{n / 1e6:+.2f} MB resident",
    }
    return ", ".join(words[count](grown[count]) for count in counts) + f" in {seconds:.1f} s of its loop"


def together(truths: Sequence[Truth]) -> Truth:
    """One truth about all processes of a run: growth in one of them is growth."""
    for state in (GROWS, FLAT, UNDECIDED):
        for one in truths:
            if one.state == state:
                return one
    return Truth(UNDECIDED, "nothing was counted: this interpreter does not import sitecustomize")


# --- The measurement ----------------------------------------------------------------------------------------------------


@dataclass
class Sampler:
    """Resident memory of a process and its children, read from outside while it runs."""

    pid: int
    series: list[tuple[float, int]] = field(default_factory=list)

    def watch(self, ended: threading.Event) -> None:
        while not ended.wait(PULSE):
            self.series.append((time.time(), sum(map(anonymous, family(self.pid)))))

    def growth(self) -> int:
        """Rise of the median from the first to the last sixth of the second half of the run."""
        tail = [size for _, size in self.series[len(self.series) // 2 :]]
        part = max(1, len(tail) // 6)
        return int(statistics.median(tail[-part:]) - statistics.median(tail[:part])) if tail else 0


def anonymous(pid: int) -> int:
    try:
        found = re.search(r"RssAnon:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def family(pid: int) -> list[int]:
    try:
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        children = []
    return [pid, *(one for child in children for one in family(child))]


def measure(command: Sequence[str], environment: dict[str, str], folder: Path | None = None) -> Truth:
    """Runs a bare command once and judges it; a failing program has no truth."""
    with tempfile.TemporaryDirectory(prefix="truth-") as place:
        path = os.pathsep.join(filter(None, (str(COUNTER), environment.get("PYTHONPATH"))))
        status, outside = run(command, dict(environment, PYTHONPATH=path, TRUTH_FOLDER=place), folder)
        if status:
            return Truth(UNDECIDED, f"the bare program {status}", outside=outside)
        truths = [judge(read(file)) for file in sorted(Path(place).glob("*.jsonl"))]
    one = together(truths)
    return replace(one, outside=outside)


def run(command: Sequence[str], environment: dict[str, str], folder: Path | None) -> tuple[str, int]:
    """(how it failed, if it did; growth of resident memory seen from outside)."""
    child = subprocess.Popen(
        command,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    sampler, ended = Sampler(child.pid), threading.Event()
    thread = threading.Thread(target=sampler.watch, args=(ended,))
    thread.start()
    try:
        status = child.wait(PATIENCE)
        failure = f"ended with status {status}" if status else ""
    except subprocess.TimeoutExpired:
        failure = f"was not finished after {PATIENCE:.0f} s"
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        ended.set()
        thread.join()
    return failure, sampler.growth()


def read(file: Path) -> list[dict]:
    rows = []
    for line in file.read_text().splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:  # the last line of a process that ended while it was written
            continue
    return rows


# --- The key: what a truth depends on ------------------------------------------------------------------------------------


def processor() -> dict[str, object]:
    """The model of the processor, its instruction sets, and the number of its cores."""
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    first = text.split("\n\n", 1)[0]
    fields = dict(re.findall(r"^(\S[^\t:]*)\s*:\s*(.*)$", first, re.MULTILINE))
    flags = (fields.get("flags") or fields.get("Features") or "").split()
    return {
        "model": fields.get("model name") or platform.processor(),
        "family": fields.get("cpu family", ""),
        "sets": sorted(flag for flag in flags if SETS.fullmatch(flag)),
        "cores": os.cpu_count(),
    }


def switches(environment: dict[str, str]) -> dict[str, str]:
    """Settings of TensorFlow, oneDNN and the allocators that may change what a program keeps."""
    return {
        name: value
        for name, value in sorted(environment.items())
        if SWITCHES.fullmatch(name) and name not in SILENT and not name.startswith("PYTHONPATH")
    }


def versions(python: Path | str) -> dict[str, str]:
    """Python's version and those of the packages that a program's growth depends on, read without importing them."""
    question = "import platform, sysconfig; print(platform.python_version()); print(sysconfig.get_path('purelib'))"
    number, site = subprocess.run([str(python), "-c", question], capture_output=True, text=True).stdout.split("\n")[:2]
    found = {"python": number, "libc": "-".join(platform.libc_ver())}
    for place in sorted(Path(site).glob("*-info")):
        name, _, version = place.name.rsplit(".", 1)[0].partition("-")
        if re.fullmatch(r"tensorflow.*|keras|tf_keras|tf_nightly.*|numpy", name):
            found[name] = version
    return found


def fingerprint(script: Path) -> str:
    """Hash of the script and of the modules beside it."""
    digest = hashlib.sha256()
    beside = [file for file in script.parent.glob("*.py") if file.name not in ("leaking.py", "fixed.py", "innocent.py")]
    for file in [script, *sorted(file for file in beside if file != script)]:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def settings(environment: dict[str, str] | None = None) -> dict[str, str]:
    """The environment that programs are measured and observed in: the one given, or this one without the cards."""
    given = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"} if environment is None else environment
    return {**given, "TF_CPP_MIN_LOG_LEVEL": "3"}


# --- The truth about a program ------------------------------------------------------------------------------------------


def truth(
    script: Path,
    python: Path | str,
    environment: dict[str, str] | None = None,
    kept: Path | None = None,
    fresh: bool = False,
) -> Truth:
    """The truth about a script under an interpreter: kept from an earlier measurement on this machine, or measured now."""
    environment = settings(environment)
    depends = {
        "method": METHOD,
        "processor": processor(),
        "switches": switches(environment),
        "versions": versions(python),
        "program": fingerprint(script),
    }
    key = hashlib.sha256(json.dumps(depends, sort_keys=True).encode()).hexdigest()[:24]
    file = (kept or KEPT) / f"{script.parent.name}-{script.stem}-{key}.json"
    if file.exists() and not fresh:
        return Truth(**json.loads(file.read_text())["truth"])
    one = established(script, python, environment)
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    scratch.write_text(json.dumps({"truth": asdict(one), "depends": depends}, indent=1))
    scratch.replace(file)
    return one


def established(script: Path, python: Path | str, environment: dict[str, str]) -> Truth:
    """Measures as often as needed: once, and once with more rounds where that did not decide."""
    one = measure([str(python), str(script)], environment)
    rounds = ROUNDS.search(script.read_text(encoding="utf-8"))
    if one.state != UNDECIDED or rounds is None or one.reason.startswith("the bare program"):
        return one
    wanted = 3 * FEW * STRETCHES  # counts: a third of them would do
    times = min(LONGEST, max(LONGER, math.ceil(wanted / max(1, one.counts))))
    more = measure([str(python), str(script), str(int(rounds[1]) * times)], environment)
    return one if more.state == UNDECIDED else more


def excuse(program: Program, found: Truth) -> str:
    """Why a program counts neither way on this machine, in one line; empty where its verdict counts.

    Only a measurement excuses: a program whose truth is undecided must be judged as its author says.
    """
    if program.leaking and found.state == FLAT:
        return f"does not leak on this machine ({found.reason})"
    if not program.leaking and found.matters:
        return f"grows on this machine though it is meant not to ({found.reason})"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lane", action="append")
    parser.add_argument("--select", default="")
    parser.add_argument("--form", default="")
    parser.add_argument("--fresh", action="store_true", help="measure again, whatever is kept")
    options = parser.parse_args()
    for lane in options.lane or ["tf2", "tf1"]:
        python = ROOT / ".envs" / lane / "bin" / "python"
        for program in programs():
            if lane in program.lanes and options.select in program.name and options.form in program.form:
                found = truth(program.script, python, fresh=options.fresh)
                mark = "!!  " if excuse(program, found) else "??  " if found.state == UNDECIDED else "    "
                print(
                    f"{mark}{lane} {program.name:42} {program.form:8} {found}; outside {found.outside / 1e6:+.1f} MB",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
