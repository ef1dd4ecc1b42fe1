"""Scores the diagnosis on many TensorFlow versions, and writes docs/evidence/versions.md.

Each version has an environment of its own (`tools/env tf-VERSION`, pins in requirements/versions), made when first needed. On
each, the programs whose program.toml admits the version are run and judged as by `make quality`, against a truth measured from
outside (tools/truth.py): a leaking program that does not grow on a version counts neither way. A smoke set runs bare and
observed, and must print and return the same. Results accumulate in docs/evidence/versions.json.

usage: python tools/matrix.py [--versions 2.4,2.16+tf_keras] [--select TEXT] [--sample N] [--jobs N]
       python tools/matrix.py --page        writes the page from the results that are there
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import quality
import truth

from tensorleak.errors import UsageError
from tensorleak.lab.subject import Subject, ask, obstacle
from tensorleak.programs import Program, programs
from tensorleak.recording import load_all

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "requirements" / "versions"
RESULTS = ROOT / "docs" / "evidence" / "versions.json"
PAGE = ROOT / "docs" / "evidence" / "versions.md"
OLDEST = "1.15"  # its environment is the lane tf1
LEGACY = "+tf_keras"
USES_TF_KERAS = re.compile(r"tf\.keras|from tensorflow import keras")
ADDRESS = re.compile(r"0x[0-9a-f]+")

UNFINISHED = f"the program was not finished after {truth.PATIENCE:.0f} s"

# A cross-section of the runs, two programs of each mechanism at most. The first ones differ most and are short, so that a few
# tell much.
SAMPLE = (
    "TL101/discount_curve leaking",
    "TL201/step_number_argument leaking",
    "innocent/models_fitted_and_dropped innocent",
    "TL301/per_example_losses leaking",
    "TL401/width_search leaking",
    "TL302/episode_weights leaking",
    "innocent/function_per_call_dropped innocent",
    "TL102/tenant_sessions leaking",
    "TL501/epoch_generator leaking",
    "TL401/hyper_search leaking",
    "TL203/step_per_customer leaking",
    "TL401/hyper_search fixed",
    "innocent/graph_per_call innocent",
    "TL202/growing_prompt leaking",
    "TL303/tape_per_batch leaking",
    "TL201/step_number_argument fixed",
    "TL203/compile_per_stage leaking",
    "TL304/replay_transitions leaking",
    "TL403/predict_generator leaking",
    "TL405/hot_reload leaking",
    "TL901/step_timings leaking",
    "innocent/twelve_shapes innocent",
    "TL204/options_object_per_request leaking",
    "TL104/whitening_batches leaking",
    "TL501/epoch_generator fixed",
    "TL105/noise_workers leaking",
    "TL207/totals_per_job leaking",
    "TL305/cached_text_encoding leaking",
    "TL402/model_per_request leaking",
    "TL502/window_features leaking",
    "TL602/event_writer leaking",
    "TL804/any_image_size leaking",
    "TL101/discount_curve fixed",
    "TL301/per_example_losses fixed",
    "innocent/replay_memory_fills innocent",
    "innocent/ring_of_predictions innocent",
    "innocent/dropped_sessions innocent",
)
# Run bare and observed, for a few rounds: a session, and Keras models that are fitted by traced functions.
SMOKE = {
    "TL101/discount_curve": 20,
    "TL401/hyper_search": 2,
    "TL401/width_search": 2,
    "innocent/models_fitted_and_dropped": 2,
}


@dataclass(frozen=True)
class Version:
    """One column of the matrix: a TensorFlow in an environment, with or without tf_keras in place of Keras 3."""

    name: str

    @property
    def legacy(self) -> bool:
        return self.name.endswith(LEGACY)

    @property
    def number(self) -> str:
        return self.name.removesuffix(LEGACY)

    @property
    def environment(self) -> str:
        """The name of its environment below .envs/."""
        return "tf1" if self.number == OLDEST else f"tf-{self.number}"

    @property
    def python(self) -> Path:
        return quality.python(self.environment)

    @property
    def settings(self) -> dict[str, str]:
        """The variables that its programs are run with."""
        return {"TF_USE_LEGACY_KERAS": "1"} if self.legacy else {}

    @cached_property
    def subject(self) -> Subject:
        return ask(str(self.python))

    def admits(self, program: Program) -> bool:
        """True when the program is written for this version; with tf_keras only programs that use it are told apart."""
        if self.legacy and not USES_TF_KERAS.search(program.script.read_text(encoding="utf-8")):
            return False
        return obstacle(program, self.subject) is None


def every_version() -> list[Version]:
    """All versions that have pins, oldest first; tf_keras beside Keras 3."""
    pins = sorted(PINS.glob("*.txt"), key=lambda path: tuple(map(int, path.stem.split("."))))
    legacy = [path.stem for path in pins if "tf_keras" in path.read_text()]
    names = [OLDEST, *(path.stem for path in pins)]
    return [Version(name) for number in names for name in (number, number + LEGACY)[: 1 + (number in legacy)]]


# --- One run, and what comes of it ------------------------------------------------------------------------------------

COUNTED = ("right", "other line", "missed")  # leaking programs that grow on the version
REASONED = (
    "other line",
    "missed",
    "false leak",
    "not calm",
    "broken",
    "grows",
    "undecided",
)  # told on the page, one by one


def examine(version: Version, program: Program) -> dict[str, Any]:
    """Runs a program under the probe, measures its truth where it matters, and says what came of it."""
    stem = f"{version.name}-{program.name.replace('/', '-')}-{program.form}"
    try:
        diagnosis, status = quality.observe(program.script, version.environment, stem, version.settings)
    except subprocess.TimeoutExpired:
        diagnosis, status = {"verdict": "unfinished", "findings": [], "sentence": UNFINISHED}, 0
    row = quality.judge(program, version.name, diagnosis, status)
    found = None
    if program.leaking or status or not row["ok"]:
        found = truth.truth(program.script, version.python, quality.environment(version.settings))
    outcome, reason = judged(program, row, found, complaint(stem) if status else "")
    return {
        "program": program.name,
        "form": program.form,
        "outcome": outcome,
        "reason": reason,
        "expected": row["expected"],
        "verdict": row["verdict"],
        "rules": row["rules"],
        "places": row["places"],
        "truth": found.state if found else "not measured",
        "faults": faults(stem),
        "revision": revision(),
    }


@cache
def revision() -> str:
    """The commit that a run was made with."""
    words = ["git", "-C", str(ROOT), "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip() or "unknown"


def judged(program: Program, row: dict[str, Any], found: truth.Truth | None, complaint: str) -> tuple[str, str]:
    """(outcome, why) of one run."""
    sentence = row["sentence"][:200]
    if found is not None and found.reason.startswith("the bare program"):
        return "cannot run", complaint or found.reason
    if row["status"]:
        return "broken", f"ended with status {row['status']} under observation only: {complaint}"
    if program.leaking and found is not None:
        return judged_leak(row, found, sentence)
    if row["ok"]:
        return "calm", ""
    if found is not None and found.matters:
        return "grows", f"it grows on this version ({found.reason}); said: {sentence}"
    leak = row["false_alarm"] or row["false_announcement"]
    return ("false leak" if leak else "not calm"), f"{sentence} ({found})"


def judged_leak(row: dict[str, Any], found: truth.Truth, sentence: str) -> tuple[str, str]:
    if found.state == truth.FLAT:
        return ("false leak" if row["verdict"] == "leak" else "flat"), f"{found.reason}; said: {sentence}"
    if found.state == truth.UNDECIDED and not row["ok"]:
        return "undecided", f"{found.reason}; said: {sentence}"
    if row["ok"]:
        return "right", ""
    said = f"said {row['verdict']} {' '.join(row['rules'])}: {sentence}"
    return ("other line" if row["found"] else "missed"), f"{said} ({found.reason})"


def complaint(stem: str) -> str:
    """The last line of the error that a program ended with."""
    lines = (quality.OUT / f"{stem}.log").read_text(errors="replace").splitlines()
    errors = [line for line in lines if re.match(r"\s*(\w+\.)*\w*(Error|Exception)\b", line)]
    return short(errors[-1]) if errors else ""


def faults(stem: str) -> list[str]:
    """The faults that the probe noted in a program's recordings, without repetition."""
    record = quality.OUT / f"{stem}.jsonl"
    recordings = load_all(record) if record.exists() else []
    return sorted({short(f"{fault.where}: {fault.error}") for one in recordings for fault in one.faults})


def short(text: str) -> str:
    """One line without paths of this machine and addresses."""
    text = re.sub(r"(/[\w.@+-]+)+/", "", ADDRESS.sub("0x…", text.strip()))
    return text if len(text) <= 240 else text[:239] + "…"


# --- Harmlessness -----------------------------------------------------------------------------------------------------


def compared(version: Version, program: Program) -> dict[str, Any]:
    """Runs a program for a few rounds bare and observed, and names what differs."""
    command = [str(version.python), str(program.script), str(SMOKE[program.name])]
    record = quality.OUT / f"{version.name}-smoke-{program.name.replace('/', '-')}.jsonl"
    watch = [sys.executable, "-m", "tensorleak", "run", "--quiet", "--record", str(record), "--"]
    bare, observed = (printed(words, version) for words in (command, watch + command))
    differ = [name for name, a, b in zip(("status", "stdout", "stderr"), bare, observed, strict=True) if a != b]
    row = {"program": program.name, "runs": bare[0] == 0, "differ": differ}
    if differ:
        row["seen"] = [short(line) for line in sorted(set(observed[2].splitlines()) ^ set(bare[2].splitlines()))[:4]]
    return row


def printed(command: Sequence[str], version: Version) -> tuple[int, str, str]:
    """Exit status, stdout and stderr; addresses are no difference, and a run that does not end has status 124."""
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", **version.settings)
    try:
        done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=truth.PATIENCE)
    except subprocess.TimeoutExpired:
        return 124, "", UNFINISHED
    return done.returncode, ADDRESS.sub("0x", done.stdout), ADDRESS.sub("0x", done.stderr)


# --- A version --------------------------------------------------------------------------------------------------------


def chosen(version: Version, sample: int, select: str) -> list[Program]:
    """The programs to run: all that are admitted, or the first ones of the cross-section."""
    admitted = {
        f"{program.name} {program.form}": program
        for program in programs()
        if select in program.name and version.admits(program)
    }
    if not sample:
        return list(admitted.values())
    return [admitted[name] for name in SAMPLE if name in admitted][:sample]


def measured(version: Version, options: argparse.Namespace) -> dict[str, Any]:
    """All rows of a version."""
    work = chosen(version, options.sample, options.select)
    smoke = [one for one in programs() if one.name in SMOKE and one.form != "fixed" and version.admits(one)]
    smoke = [one for one in smoke if options.select in one.name]
    with ThreadPoolExecutor(options.jobs) as pool:
        harmless = list(pool.map(lambda program: compared(version, program), smoke))
        rows = []
        for row in pool.map(lambda program: examine(version, program), work):
            rows.append(row)
            show(version, row)
    for row in harmless:
        print(f"{'DIFFERS' if row['differ'] else 'same   '} {version.name:14} {row['program']} {row['differ'] or ''}")
    subject = version.subject
    return {
        "tensorflow": subject.tensorflow,
        "python": subject.python,
        "keras": "tf_keras" if version.legacy else subject.keras,
        "rows": rows,
        "harmless": harmless,
    }


def show(version: Version, row: dict[str, Any]) -> None:
    said = f"{row['verdict']:11} {','.join(row['rules']):12} {' '.join(map(str, row['places']))}"
    print(f"{row['outcome']:11} {version.name:14} {row['program']:36} {row['form']:8} {row['truth']:12} {said}")
    if row["outcome"] in REASONED:
        print(f"            {row['reason'][:300]}")
    for fault in row["faults"]:
        print(f"            fault: {fault}")
    sys.stdout.flush()


def prepared(version: Version) -> str:
    """Makes the version's environment; returns why it cannot be made, or nothing."""
    done = subprocess.run([str(ROOT / "tools" / "env"), version.environment], capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "ERROR" in line or "tensorleak:" in line]
        return short(lines[-1]) if lines else f"tools/env {version.environment} ended with {done.returncode}"
    try:
        ask(str(version.python))
    except UsageError as error:
        return short(str(error))
    return ""


def joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A version's results with those of a later measurement in place of the same programs' earlier ones."""
    rows = {(row["program"], row["form"]): row for row in [*old.get("rows", []), *new["rows"]]}
    harmless = {row["program"]: row for row in [*old.get("harmless", []), *new["harmless"]]}
    return {**new, "rows": [rows[key] for key in sorted(rows)], "harmless": [harmless[key] for key in sorted(harmless)]}


# --- The results ------------------------------------------------------------------------------------------------------


def results() -> dict[str, Any]:
    return dict(json.loads(RESULTS.read_text(encoding="utf-8"))) if RESULTS.exists() else {}


def store(name: str, result: dict[str, Any]) -> None:
    """Adds a version's results and writes the page."""
    kept = results() | {name: result}
    order = [version.name for version in every_version()]
    kept = {key: kept[key] for key in sorted(kept, key=lambda key: order.index(key) if key in order else len(order))}
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")


INTRODUCTION = """# On other versions of TensorFlow

`make matrix` runs the programs on each version, in an environment of its own, and judges the diagnosis as `make quality` does.
Whether a leaking program grows on a version is measured from outside, on the bare program (`tools/truth.py`); one that does not
grow there counts neither way, and a verdict `leak` on it is a false one. Every version is measured on a cross-section of the
programs at least; a cell that was not measured says so.

- *grow*: leaking programs that run on the version and grow there; *right rule* and *right line*: of these.
- *false leaks*: programs that do not grow, or repaired twins and innocent programs, for which a leak was told.
- *not applied*: places of TensorFlow at which the probe expected to count and found something else; *faults*: errors inside the
  probe, noted and kept from the program. Both are numbers of different messages.
- *broken*: programs that end differently under observation. *Same output*: programs of the smoke set whose exit status, stdout
  and stderr are the same bare and observed.
"""


def page(kept: dict[str, Any]) -> str:
    """The page of all results."""
    head = (
        "TensorFlow", "Python", "Keras", "runs", "grow", "right rule", "right line",
        "false leaks", "not applied", "faults", "broken", "same output",
    )  # fmt: skip
    lines = [INTRODUCTION, "| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(cells(version.name, kept.get(version.name))) + " |" for version in every_version()]
    for name, result in kept.items():
        lines += told(name, result)
    lines += where_it_leaks(kept)
    return "\n".join(lines).rstrip() + "\n"


def cells(name: str, result: dict[str, Any] | None) -> list[str]:
    """A version's row of the table."""
    if result is None or "absent" in result:
        return [name, "not measured", *[""] * 10]
    count = Counter(row["outcome"] for row in result["rows"])
    ran = [row for row in result["rows"] if row["outcome"] != "cannot run"]
    grow = sum(count[outcome] for outcome in COUNTED)
    unapplied, noted = messages(ran)
    compared = [row for row in result["harmless"] if row["runs"]]
    broken = count["broken"] + sum("status" in row["differ"] for row in result["harmless"])
    return [
        result["tensorflow"] + (" with tf_keras" if name.endswith(LEGACY) else ""),
        result["python"],
        result["keras"] or "tf.keras",
        str(len(ran)),
        str(grow),
        share(count["right"] + count["other line"], grow),
        share(count["right"], count["right"] + count["other line"]),
        str(count["false leak"]),
        str(len(unapplied)),
        str(len(noted)),
        str(broken),
        f"{sum(not row['differ'] for row in compared)} of {len(compared)}",
    ]


def share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})" if whole else "none to judge"


def messages(rows: Iterable[dict[str, Any]]) -> tuple[set[str], set[str]]:
    """(patches that were not applied, other faults of the probe), each message once."""
    every = {fault for row in rows for fault in row["faults"]}
    unapplied = {fault for fault in every if fault.startswith("hook ")}
    return unapplied, every - unapplied


def told(name: str, result: dict[str, Any]) -> list[str]:
    """What was not as it should be on a version, one by one, and which programs do not run or grow there."""
    if "absent" in result:
        return ["", f"## {name}", "", f"Not measured: {result['absent']}"]
    items = [
        f"- {row['program']} {row['form']}: **{row['outcome']}**. {row['reason']}"
        for row in result["rows"]
        if row["outcome"] in REASONED
    ]
    items += [
        f"- {row['program']}, bare and observed: **{' and '.join(row['differ'])} differ**. {' / '.join(row['seen'])}"
        for row in result["harmless"]
        if row["differ"]
    ]
    unapplied, noted = messages(result["rows"])
    items += [f"- not applied: {fault}" for fault in sorted(unapplied)]
    items += [f"- fault of the probe: {fault}" for fault in sorted(noted)]
    for outcome, words in (("flat", "does not grow here"), ("cannot run", "does not run here")):
        named = [row for row in result["rows"] if row["outcome"] == outcome]
        items += [f"- {words}: {row['program']} {row['form']} ({row['reason']})" for row in named]
    runs = Counter(row["revision"] for row in result["rows"])
    measured = "Measured with " + ", ".join(f"revision {one} ({count} runs)" for one, count in runs.items()) + "."
    return ["", f"## {name}", "", measured, "", *(items or ["Nothing to report."])]


def where_it_leaks(kept: dict[str, Any]) -> list[str]:
    """A table of the leaking programs over the versions: whether each grows, as measured."""
    ran = {name: result for name, result in kept.items() if "rows" in result and not name.endswith(LEGACY)}
    truths = {
        (row["program"], name): "does not run" if row["outcome"] == "cannot run" else row["truth"]
        for name, result in ran.items()
        for row in result["rows"]
        if row["form"] == "leaking"
    }
    names = sorted({program for program, _ in truths})
    if not names:
        return []
    lines = ["", "## Which programs grow where", "", "Measured on the bare programs. Empty: not measured.", ""]
    lines += ["| program | " + " | ".join(ran) + " |", "| --- |" + " --- |" * len(ran)]
    lines += [f"| {one} | " + " | ".join(truths.get((one, name), "") for name in ran) + " |" for one in names]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--versions", default="", help="names with commas between; default: all")
    parser.add_argument("--select", default="", help="only programs whose name contains this")
    parser.add_argument("--sample", type=int, default=0, help="only the first N runs of the cross-section")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--page", action="store_true", help="write the page from the kept results, run nothing")
    options = parser.parse_args()
    if options.page:
        PAGE.write_text(page(results()), encoding="utf-8")
        return 0
    quality.OUT.mkdir(exist_ok=True)
    wanted = [name for name in options.versions.replace(",", " ").split() if name]
    unknown = set(wanted) - {version.name for version in every_version()}
    if unknown:
        print(f"no such version: {', '.join(sorted(unknown))}; there are {', '.join(v.name for v in every_version())}")
        return 2
    good = True
    for version in every_version():
        if not wanted or version.name in wanted:
            good &= carry_out(version, options)
    return 0 if good else 1


def carry_out(version: Version, options: argparse.Namespace) -> bool:
    """Measures one version and keeps the results; False when something was broken, falsely accused, or too much missed."""
    absent = prepared(version)
    if absent:
        print(f"{version.name} is left out: {absent}")
        store(version.name, {"absent": absent})
        return True
    result = joined(results().get(version.name, {}), measured(version, options))
    store(version.name, result)
    print(" | ".join(cells(version.name, result)), flush=True)
    count = Counter(row["outcome"] for row in result["rows"])
    recall = (count["right"] + count["other line"]) / max(1, sum(count[outcome] for outcome in COUNTED))
    return not count["broken"] and not count["false leak"] and recall >= 0.9


if __name__ == "__main__":
    sys.exit(main())
