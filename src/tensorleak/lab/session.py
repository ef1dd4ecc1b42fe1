"""A visit to the lab: each experiment in turn; one that fails does not end it, Ctrl-C ends it with what there is."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from tensorleak.lab.bench import Bench, Ending
from tensorleak.lab.effect import Effect, effect
from tensorleak.lab.experiment import Experiment, Form
from tensorleak.lab.measure import measure
from tensorleak.lab.result import LabResult, Outcome, Trial
from tensorleak.lab.subject import Subject, applies, obstacle

TIMEOUT = 180.0


@dataclass(frozen=True)
class Options:
    """How the lab runs; recordings are kept only where a folder for them is named."""

    timeout: float = TIMEOUT
    record_dir: Path | None = None
    resume: bool = False
    share: float = 1.0
    recorded_only: bool = False
    starting: Callable[[Experiment, Form], None] = lambda experiment, form: None
    done: Callable[[Experiment, Trial], None] = lambda experiment, trial: None


def run_lab(subject: Subject, chosen: list[Experiment], options: Options) -> LabResult:
    """Runs the chosen experiments on one TensorFlow."""
    outcomes: list[Outcome] = []
    interrupted = False
    with _folder(options) as folder:
        bench = Bench(subject, folder, options.timeout, options.resume or options.recorded_only, options.share)
        for experiment in chosen:
            trials: list[Trial] = []
            try:
                outcomes.append(_outcome(bench, experiment, trials, options))
            except KeyboardInterrupt:
                outcomes += [Outcome(experiment, tuple(trials))] if trials else []
                interrupted = True
                break
    return LabResult(subject, date.today().isoformat(), tuple(outcomes), interrupted)


def forms(experiment: Experiment, subject: Subject) -> list[Form]:
    """The forms that are run on this TensorFlow, the leaking one first."""
    return [] if obstacle(experiment, subject) else [form for form in experiment.forms if applies(form, subject)]


@contextmanager
def _folder(options: Options) -> Iterator[Path]:
    """Where recordings go while the lab is open."""
    if options.record_dir is not None:
        options.record_dir.mkdir(parents=True, exist_ok=True)
        yield options.record_dir.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="tensorleak-lab-") as name:
        yield Path(name)


def _outcome(bench: Bench, experiment: Experiment, trials: list[Trial], options: Options) -> Outcome:
    """One experiment; what was run is in `trials` even when it is interrupted."""
    reason = obstacle(experiment, bench.subject)
    chosen = forms(experiment, bench.subject)
    if options.recorded_only and reason is None:
        chosen = [form for form in chosen if bench.has(experiment, form)]
        reason = None if chosen and not chosen[0].remedy else "not run"
    if reason is not None:
        return Outcome(experiment, skipped=reason)
    for form in chosen:
        options.starting(experiment, form)
        trial = _judged(_trial(bench, experiment, form), trials)
        trials.append(trial)
        options.done(experiment, trial)
    return Outcome(experiment, tuple(trials))


def _trial(bench: Bench, experiment: Experiment, form: Form) -> Trial:
    run = bench.run(experiment, form)
    failure = _failure(run.ending, bench.timeout)
    if failure is None and not run.recordings:
        failure = "no recording was written: this interpreter could not be observed"
    rounds = run.ending.rounds or form.rounds
    measured = None if failure else measure(run.recordings, experiment.unit, rounds)
    status = 0 if run.ending.timed_out else run.ending.status
    return Trial(form, measured, failure, run.ending.seconds, rounds, status)


def _failure(ending: Ending, timeout: float) -> str | None:
    if ending.timed_out:
        return f"not finished after {timeout:.0f} s"
    return f"ended with status {ending.status}: {ending.complaint}" if ending.status else None


def _judged(trial: Trial, before: list[Trial]) -> Trial:
    """A remedy with its effect on the leaking form, which ran first."""
    if not trial.form.remedy:
        return trial
    if trial.measure is None and trial.status and before[0].measure is not None:
        return replace(trial, effect=Effect.BREAKS)
    return replace(trial, effect=effect(before[0].measure, trial.measure))
