"""What besides the program differs between two runs, and so makes their rates compare badly."""

from __future__ import annotations

from tensorleak.model.comparison import Difference, Run

NAMES = {"tensorflow": "TensorFlow", "keras": "Keras", "python": "Python", "platform": "machine"}


def differences(before: Run, after: Run) -> tuple[Difference, ...]:
    """The programs, libraries, machines and units of work that are not the same."""
    old, new = before.diagnosis, after.diagnosis
    pairs = [("program", _name(old.program), _name(new.program))]
    pairs += [(word, old.environment.get(key, ""), new.environment.get(key, "")) for key, word in NAMES.items()]
    pairs += [("unit of work", old.growth.unit, new.growth.unit)]
    return tuple(Difference(what, was, now) for what, was, now in pairs if was and now and was != now)


def remarks(before: Run, after: Run) -> tuple[str, ...]:
    """What a reader must know before holding the rates against each other."""
    found = {difference.what for difference in differences(before, after)}
    lines = []
    names = [word for word in NAMES.values() if word in found]
    if names:
        lines.append(f"rates compare badly: {_listed(names)} not the same in both runs")
    if "unit of work" in found:
        lines.append("the runs count in different units of work: rates are converted where both did the same kind")
    return tuple(lines)


def _name(program: str) -> str:
    """A program without its folder: a copy of a project is the same project."""
    return program.rsplit("/", 1)[-1]


def _listed(names: list[str]) -> str:
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"
