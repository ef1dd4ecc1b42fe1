"""The baseline: leaks that are known, by fingerprint, so that only new ones fail."""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    Entry = dict[str, Any]  # fingerprint, rule, summary and tests of one leak

SCHEMA = "tensorleak.test-baseline/1"
FORMER = "tensorleak.baseline/1"  # in files of version 0.1: it is also the name of the static check's baseline
MAX_BYTES = 8 * 1024 * 1024


class BaselineError(ValueError):
    """A baseline that cannot be used: says why, and what to do."""


def read(path: str) -> dict[str, Entry]:
    """Fingerprint → entry; raises BaselineError with the reason when the file is none."""
    try:
        if os.path.getsize(path) > MAX_BYTES:
            raise BaselineError("%s is larger than any baseline: name the right file" % path)
        with open(path, encoding="utf-8") as source:
            content = json.load(source)
    except FileNotFoundError:
        raise BaselineError("there is no baseline %s: write one with --tensorleak-update-baseline" % path)
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, BaselineError):
            raise
        raise BaselineError("%s is no baseline (%s): write it anew with --tensorleak-update-baseline" % (path, error))
    return {entry["fingerprint"]: entry for entry in _entries(path, content)}


def _entries(path: str, content: Any) -> list[Entry]:
    if (
        not isinstance(content, dict)
        or content.get("schema") not in (SCHEMA, FORMER)
        or not isinstance(content.get("leaks"), list)
    ):
        raise BaselineError("%s is no baseline of the kind %s" % (path, SCHEMA))
    for entry in content["leaks"]:
        texts = [entry.get(name) for name in ("fingerprint", "rule", "summary")] if isinstance(entry, dict) else [None]
        tests = entry.get("tests") if isinstance(entry, dict) else None
        if not isinstance(tests, list) or not all(isinstance(text, str) for text in texts + tests):
            raise BaselineError("%s has an entry without fingerprint, rule, summary or tests" % path)
    leaks: list[Entry] = content["leaks"]
    return leaks


def merged(known: dict[str, Entry], ran: Iterable[str], leaks: Iterable[tuple[str, Entry]]) -> list[Entry]:
    """The entries after a run: tests that ran speak for themselves, the others keep what was known of them."""
    entries: dict[str, Entry] = {}
    for mark, entry in known.items():
        tests = set(entry["tests"]) - set(ran)
        if tests:
            entries[mark] = dict(entry, tests=tests)
    for test, leak in leaks:
        entry = entries.setdefault(leak["fingerprint"], {"tests": set()})
        entry.update({name: leak[name] for name in ("fingerprint", "rule", "summary")})
        entry["tests"].add(test)
    return [
        dict(entry, tests=sorted(entry["tests"])) for entry in sorted(entries.values(), key=lambda e: e["fingerprint"])
    ]


def write(path: str, entries: list[Entry]) -> None:
    """Writes the whole file or leaves the old one: sorted, so that a change reads well in a review."""
    text = json.dumps({"schema": SCHEMA, "leaks": entries}, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    draft = "%s.%d" % (path, os.getpid())
    with open(draft, "w", encoding="utf-8") as target:
        target.write(text)
    os.replace(draft, path)
