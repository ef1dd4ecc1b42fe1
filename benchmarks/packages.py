"""Total processor time of real packages, observed over bare, desk included.

Each job of `benchmarks/jobs/` runs bare and under `tensorleak run` in turn, in the environment of `make harm` (`tools/env harm2`).
The number of rounds makes a bare job take about a minute of processor time on the machine of 2026 (two cores, AMD EPYC).
The ratio of each pair is taken within the pair; their median and spread are given.

usage: python benchmarks/packages.py [--job NAME]... [--pairs 3] [--share 1.0] [--python PATH]
Quick look at one package: python benchmarks/packages.py --job gpflow_fit --pairs 1 --share 0.3
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from pairs import OUT, ROOT, Pair, alternate, compile_both, cost, middle, observed

JOBS = ROOT / "benchmarks" / "jobs"
PYTHON = ROOT / ".envs" / "harm2" / "bin" / "python"
# Rounds for about a minute of processor time, start-up included.
ROUNDS = {
    "gpflow_fit": 160,
    "tfp_mcmc": 9000,
    "tfp_eager": 2300,
    "keras_tuner_search": 54,
    "scikeras_grid": 26,
    "tf2onnx_convert": 1500,
    "hub_reload": 1850,
    "keras_fit": 520,
    "keras_predict": 1580,
    "flask_client": 20_000,
}
MEDIAN, EACH = 1.05, 1.10


def job(name: str, python: Path, share: float, count: int, folder: Path) -> list[Pair]:
    words = [str(JOBS / f"{name}.py"), str(max(2, round(ROUNDS[name] * share)))]
    return alternate(
        lambda number: cost([str(python), *words]),
        lambda number: cost(observed(python, folder / f"{name}-{number}.jsonl", words)),
        count,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--job", action="append", choices=list(ROUNDS))
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--share", type=float, default=1.0, help="of the rounds: less for a quick look")
    parser.add_argument("--python", type=Path, default=PYTHON)
    options = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    compile_both(options.python)
    ratios, rows = [], {}
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        for name in options.job or ROUNDS:
            pairs = job(name, options.python, options.share, options.pairs, Path(folder))
            if any(pair.bare.status or pair.observed.status for pair in pairs):
                print(f"{name:20} failed: {[(pair.bare.status, pair.observed.status) for pair in pairs]}", flush=True)
                continue
            found = sorted(pair.ratio for pair in pairs)
            added = middle([pair.observed.processor - pair.bare.processor for pair in pairs])
            bare = middle([pair.bare.processor for pair in pairs])
            print(
                f"{name:20} {middle(found):.3f} x ({found[0]:.3f} to {found[-1]:.3f})  {added:+.1f} s on {bare:.0f} s",
                flush=True,
            )
            ratios.append(middle(found))
            rows[name] = {"ratios": found, "added": added, "bare": bare}
    if not ratios:
        return 1
    print(
        f"\nprocessor time of {len(ratios)} packages: median {middle(ratios):.3f} x (goal {MEDIAN:.2f}), "
        f"each at most {max(ratios):.3f} x (goal {EACH:.2f})"
    )
    (OUT / "packages.json").write_text(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
