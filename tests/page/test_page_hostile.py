"""Recordings from strangers: whatever they are called, it is shown as text and never runs; what is damaged is said."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from forged_runs import HOSTILE, census, ended, header, leaking, samples, write
from page_visit import Visit, page_of
from tensorleak_engine.model.diagnosis import Diagnosis, KnownLeak, LedgerPart, Location, ProcessSummary, Verdict

from tensorleak.compare import compare
from tensorleak.gather import gather, read_run
from tensorleak.report.page import comparison, render
from tensorleak.report.page.island import island
from tensorleak.report.page.report import news
from tensorleak.report.subject import Repair, Subject
from tensorleak.safe import clean

Open = Callable[..., Visit]
VISIBLE = "</script><script>window.pwned=1</script>\"'><img src=x onerror=window.pwned=1>&lt;"


def hostile_recording(folder: Path) -> Path:
    lines = leaking(name=HOSTILE, program=f"/gone/{HOSTILE}.py", cwd=HOSTILE, executable=HOSTILE, python=HOSTILE)
    lines += [{"k": "tally", "t": 5.0, "births": [[HOSTILE, 0, HOSTILE, 9, 0, 1, 0]]}]
    lines += [{"k": "fault", "where": HOSTILE, "error": HOSTILE, "t": 5.0}]
    lines += [{"k": "sample", "t": 21.95, "g": {f"device.{HOSTILE}.in_use": 7}}]
    return write(folder / "hostile.jsonl", ended(lines))


def poisoned(subject: Subject) -> Subject:
    """Every string that a diagnosis can hold, replaced."""
    found = replace(
        subject.diagnosis.findings[0],
        summary=HOSTILE,
        name=HOSTILE,
        holder=HOSTILE,
        remedy=HOSTILE,
        location=Location(f"/{HOSTILE}", 3, HOSTILE),
        evidence=(HOSTILE,),
        path=(HOSTILE, HOSTILE),
        also=(Location(HOSTILE, 4),),
        known_leak=KnownLeak(HOSTILE, HOSTILE, f"javascript:{HOSTILE}", HOSTILE),
    )
    diagnosis: Diagnosis = replace(
        subject.diagnosis,
        findings=(found,),
        sentence=HOSTILE,
        environment={HOSTILE: HOSTILE},
        work={HOSTILE: 3},
        ledger=(LedgerPart(HOSTILE, 1e6, 1.0),),
        ruled_out=(HOSTILE,),
        notes=(HOSTILE,),
        recording=HOSTILE,
        processes=(ProcessSummary(8, HOSTILE, HOSTILE, Verdict.LEAK, HOSTILE),),
    )
    excerpts = {found.fingerprint: ((2, HOSTILE), (3, HOSTILE))}
    repairs = {found.fingerprint: Repair(HOSTILE, HOSTILE, HOSTILE, f"+{HOSTILE}\n-{HOSTILE}\n")}
    return replace(subject, diagnosis=diagnosis, excerpts=excerpts, repairs=repairs)


def assert_harmless(seen: Visit) -> None:
    seen.page.wait_for_selector("#memory svg path")
    seen.page.mouse.move(500, 400)
    assert seen.page.evaluate("() => window.pwned") is None
    assert seen.page.locator("main img, main script, main iframe").count() == 0
    assert seen.problems == []
    assert [url for url in seen.requests if not url.startswith(("file:", "data:"))] == []


def test_names_of_a_hostile_recording_are_text(tmp_path: Path, visit: Open) -> None:
    seen = visit(page_of(hostile_recording(tmp_path)))
    assert_harmless(seen)
    assert VISIBLE in seen.page.inner_text("h1")
    assert VISIBLE in seen.page.inner_text(".path")
    assert "<img src=x onerror=window.pwned=1>" in seen.page.inner_text("#reproduce")
    assert VISIBLE in seen.page.text_content("#memory")  # as the kind of a birth


def test_every_string_of_a_diagnosis_is_text(tmp_path: Path, visit: Open) -> None:
    subject = poisoned(gather(write(tmp_path / "r.jsonl", leaking())))
    page = tmp_path / "poisoned.html"
    page.write_text(render(subject), encoding="utf-8")
    seen = visit(page)
    assert_harmless(seen)
    for place in (".rule", ".facts", ".code", ".diff", "table.ledger", "#ruled", "#about"):
        assert VISIBLE in seen.page.inner_text(place), place
    assert seen.page.locator("a[href^=javascript]").count() == 0
    marked = {sign for sign in seen.page.inner_text("main") if ord(sign) < 32} - {"\n", "\t"}
    assert marked == set()
    assert not set("\u202e\u2028\u2029\x1b") & set(seen.page.content())


def test_news_of_a_served_page_are_as_safe(tmp_path: Path) -> None:
    renewed = news(poisoned(gather(write(tmp_path / "r.jsonl", leaking()))))["sections"]
    for name in ("verdict", "findings", "ledger", "ruled", "about", "reproduce"):
        assert "&lt;img src=x" in renewed[name], name
    assert not [name for name, text in renewed.items() if "<img" in text or "<script" in text]


def test_the_page_of_a_comparison_is_as_safe(tmp_path: Path, visit: Open) -> None:
    bad, good = hostile_recording(tmp_path), write(tmp_path / "good.jsonl", ended(leaking()))
    compared = compare(read_run(bad, HOSTILE), read_run(good, HOSTILE))
    page = tmp_path / "compared.html"
    page.write_text(comparison.render(compared), encoding="utf-8")
    seen = visit(page)
    assert_harmless(seen)
    assert VISIBLE in seen.page.inner_text(".legend")


def test_an_unescaped_page_would_be_caught(tmp_path: Path, visit: Open) -> None:
    """The control: the same text as markup, and without the policy, does run."""
    page = tmp_path / "open.html"
    page.write_text(f"<main>{HOSTILE}</main>")
    seen = visit(page)
    seen.page.wait_for_function("() => window.pwned === 1")


def test_data_cannot_leave_its_element() -> None:
    text = island({"name": clean(HOSTILE) + "\u2028<!--<script>"})
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text)["name"].endswith("<!--<script>")


def report(recording: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "tensorleak",
        "report",
        str(recording),
        "--html",
        str(recording.with_suffix(".html")),
    ]
    return subprocess.run([*command, *words], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"not json\n", "is not a Tensorleak recording"),
        (json.dumps(header(format="tensorleak.recording/9")).encode() + b"\n", "upgrade tensorleak"),
        (json.dumps(header()).encode() + b"\n" + b"rubbish\n" * 40, "is damaged"),
    ],
)
def test_what_is_no_recording_is_said_in_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "r.jsonl"
    file.write_bytes(content)
    done = report(file)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not file.with_suffix(".html").exists()


def test_a_torn_recording_has_a_page(tmp_path: Path, visit: Open) -> None:
    file = write(tmp_path / "torn.jsonl", leaking())
    file.write_bytes(file.read_bytes()[:-40])
    done = report(file)
    assert done.returncode == 0, done.stderr
    seen = visit(file.with_suffix(".html"))
    assert seen.problems == []
    assert "no end was recorded" in seen.page.inner_text("#about")
    assert "The source file is not at hand here" in seen.page.inner_text(".finding")


def test_a_recording_without_samples_has_a_page(tmp_path: Path, visit: Open) -> None:
    seen = visit(page_of(write(tmp_path / "bare.jsonl", [header()])))
    assert seen.problems == []
    assert "never imported TensorFlow" in seen.page.inner_text("h1")
    assert "nothing to draw" in seen.page.inner_text("#timeline")


def test_one_sample_is_no_trouble(tmp_path: Path, visit: Open) -> None:
    seen = visit(page_of(write(tmp_path / "one.jsonl", [header(), *samples(1), census(3, 4, "x")])))
    assert seen.problems == []


def test_source_is_shown_and_can_be_left_out(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("a = 1\n" * 6 + "Trainer.losses.append('only in the source')\n")
    lines = json.loads(json.dumps(leaking()).replace("/gone/train.py", str(script)))
    digest = hashlib.sha256(script.read_bytes()).hexdigest()
    recording = write(tmp_path / "r.jsonl", [*lines, {"k": "sources", "rows": [[str(script), digest, 1]]}])
    assert report(recording).returncode == 0
    page = recording.with_suffix(".html")
    assert "only in the source" in page.read_text()
    assert report(recording, "--no-source").returncode == 0
    text = page.read_text()
    assert "only in the source" not in text
    assert "Source was left out of this page." in text


def test_a_page_without_a_folder_is_refused_before_the_program_runs(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("open('ran', 'w')\n")
    command = [sys.executable, "-m", "tensorleak", "run", "--html", "missing/page.html", "train.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "tensorleak: cannot write missing/page.html: there is no folder missing\n"
    assert not (tmp_path / "ran").exists()
