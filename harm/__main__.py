"""Runs the programs bare and observed and writes docs/evidence/harmless.md.

usage: python -m harm [--select TEXT] [--lane LANE] [--jobs N] [--again] [--list] [--dry]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harm import results
from harm.compare import differences
from harm.drive import NEVER_READY
from harm.programs import ANY, LANES, VERSIONS, Program, all_programs
from harm.results import Result
from harm.world import ROOT, Outcome, World, python_of, remove


def main() -> int:
    """Runs what was selected; 1 when a program differs."""
    options = _options()
    pairs = [(p, lane) for p in all_programs() for lane in p.lanes if _wanted(p, lane, options)]
    if options.again:
        alike = {(key, result.text) for key, result in results.load().items() if result.verdict == "identical"}
        pairs = [(p, lane) for p, lane in pairs if (f"{p.name} {lane}", results.digest(p.file)) not in alike]
    if options.list:
        print("\n".join(f"{program.name} {lane}" for program, lane in pairs))
        return 0
    missing = {lane: _missing(LANES[lane]) for lane in dict.fromkeys(lane for _, lane in pairs)}
    listed = {f"{p.name} {lane}" for p in all_programs() for lane in p.lanes}
    chosen = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda pair: _try(*pair, missing[pair[1]]), pairs):
            chosen.append(result)
            if not options.dry:
                results.renew([result], listed)
    if not options.dry:
        results.renew(_not_run(), listed)
    differing = [result for result in chosen if result.verdict == "differs"]
    print(f"tensorleak: {len(chosen)} pairs of runs, {len(differing)} differ")
    return 1 if differing else 0


def _not_run() -> list[Result]:
    """Rows for what has never been run; the lanes of the matrix are run only where they are asked for."""
    known = results.load()
    pairs = [(p, lane) for p in all_programs() for lane in p.lanes if lane not in VERSIONS]
    return [
        Result(p.name, lane, "not tried", p.about, ["not run yet"])
        for p, lane in pairs
        if f"{p.name} {lane}" not in known
    ]


def compare_on(program: Program, lane: str) -> Result:
    """Runs `program` on `lane` bare and observed; bare once more where the two differ."""
    place = Path(tempfile.mkdtemp(prefix="harm-"))
    try:
        world = World(program, lane, place)
        bare = world.run(observed=False)
        if broken := _broken(program, lane, bare):
            return Result(program.name, lane, "not tried", program.about, [broken], str(bare.status))
        observed = world.run(observed=True)
        recorded = world.recorded()
        found = differences(bare, observed, program)
        verdict = "differs" if found else "identical"
        status = str(bare.status)
        if found and (shaky := differences(bare, world.run(observed=False), program)):
            verdict, found = "unstable", shaky
    finally:
        remove(place)
    return Result(program.name, lane, verdict, program.about, found, status, **recorded)


def _broken(program: Program, lane: str, bare: Outcome) -> str:
    """Why the bare run is no measure: a server that does not start, or a traceback of a program that is meant to succeed.

    Programs that run on the stand-in lanes have few words and fail on purpose only.
    """
    said = (bare.stderr.decode(errors="replace").strip().splitlines() or ["nothing"])[-1][:200]
    if NEVER_READY in bare.answers:
        return f"the server does not start bare: {said}"
    if lane not in ANY and not program.fails and b"Traceback" in bare.stderr and bare.status:
        return f"the program fails bare: {said}"
    return ""


def _try(program: Program, lane: str, missing: str) -> Result:
    start = time.monotonic()
    absent = missing or _needs(program, lane)
    result = Result(program.name, lane, "not tried", program.about, [absent]) if absent else compare_on(program, lane)
    result.text, result.probe = results.digest(program.file), results.probe_digest()
    seconds = f"{time.monotonic() - start:.0f} s"
    print(
        f"{result.verdict:10} {lane:8} {program.name} (status {result.status}, {seconds}, {result.looks} looks, {result.faults} faults)",
        flush=True,
    )
    for line in result.details:
        print("          ", line, flush=True)
    return result


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--select", action="append", help="only programs whose name contains this (may be repeated)")
    parser.add_argument("--lane", action="append", choices=sorted(LANES), help="only on this lane (may be repeated)")
    parser.add_argument("--jobs", type=int, default=2, help="programs at the same time")
    parser.add_argument(
        "--again", action="store_true", help="only those that were not identical last time, have changed, or never ran"
    )
    parser.add_argument("--list", action="store_true", help="list what would run, and stop")
    parser.add_argument(
        "--versions", action="store_true", help="also on every TensorFlow of the matrix, for the programs that say so"
    )
    parser.add_argument("--dry", action="store_true", help="write no results")
    return parser.parse_args()


def _wanted(program: Program, lane: str, options: argparse.Namespace) -> bool:
    named = not options.select or any(text in program.name for text in options.select)
    if lane in VERSIONS and not options.versions:
        return named and bool(options.lane) and lane in options.lane
    return named and (not options.lane or lane in options.lane)


def _missing(environment: str) -> str:
    """Makes the environment; why it is not there, or nothing."""
    done = subprocess.run(
        [ROOT / "tools" / "env", environment], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    said = [line for line in done.stderr.splitlines() if line.startswith(("tensorleak:", "ERROR"))]
    return "" if done.returncode == 0 else (said or [f"the environment {environment} could not be made"])[-1]


def _needs(program: Program, lane: str) -> str:
    """Which module the program needs and the lane does not have."""
    code = "import importlib.util, sys; sys.exit(' '.join(m for m in sys.argv[1:] if importlib.util.find_spec(m) is None) or 0)"
    if not program.needs:
        return ""
    done = subprocess.run([python_of(lane), "-c", code, *program.needs], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"not installed: {done.stderr.strip()}"


if __name__ == "__main__":
    sys.exit(main())
