"""Markdown as GitHub reads it: headings, tables and lists are ours alone, and strangers' words are words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from tensorleak_engine.model.diagnosis import Diagnosis, KnownLeak, LedgerPart, Location, ProcessSummary, Rate, Verdict
from test_reports import DIAGNOSIS, FINDING
from training_runs import TrainingRuns

from tensorleak.cli import job_summary
from tensorleak.cli.job_summary import LIMIT, add_to_job_summary
from tensorleak.report.gfm import prose, table, words
from tensorleak.report.markdown import render

GFM = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = [
    "a|b",
    "`code` and ``more`` and ```",
    "`|`",
    "<script>alert(1)</script>",
    "<!-- -->",
    "&lt;b&gt; &amp; &copy;",
    "[text](https://evil.example) ![x](https://evil.example/p.png)",
    "<https://evil.example>",
    "# heading",
    "- item",
    "1. item",
    "1) item",
    "+ item",
    "***",
    "---",
    "===",
    "> quote",
    "    indented",
    "a\n\n# b\n| c |\n| --- |",
    "*em* **strong** _em_ __strong__ ~~gone~~",
    "\\`escaped\\` \\| \\",
    "$x$ $$y$$",
    "[^1] [a]: b",
    "\x1b[31mred\x07 \u202egnp.exe \u2028 \ud800",
]


def parsed(text: str) -> list[Token]:
    return GFM.parse(text)


def inline(tokens: list[Token]) -> list[Token]:
    return [child for token in tokens for child in token.children or []]


def shown(text: str) -> str:
    """What a reader sees of one paragraph."""
    return "".join(token.content for token in inline(parsed(text)))


def expected(text: str) -> str:
    plain = re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]", "�", text)
    return " ".join(plain.split())


@pytest.mark.parametrize("text", HOSTILE)
def test_words_are_shown_as_they_are(text: str) -> None:
    for before in ("", "- ", "| a | b |\n| --- | --- |\n| x | "):
        tokens = parsed(f"{before}{words(text)}{' |' if before.startswith('|') else ''}")
        assert {token.type for token in inline(tokens)} <= {"text", "text_special"}
        content = [token for token in tokens if token.type == "inline"][-1]
        seen = "".join(token.content for token in content.children or [])
        assert seen.replace("\u2060", "") == expected(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_prose_knows_code_and_nothing_else(text: str) -> None:
    tokens = parsed(f"- what: {prose(text)}")
    assert [token.type for token in tokens if token.block and token.nesting == 1] == [
        "bullet_list_open",
        "list_item_open",
        "paragraph_open",
    ]
    assert {token.type for token in inline(tokens)} <= {"text", "text_special", "code_inline"}


def test_remedies_keep_their_code() -> None:
    kinds = [(token.type, token.content) for token in inline(parsed(prose("use `float(loss)` or `a|b`, not `` ` ``")))]
    assert ("code_inline", "float(loss)") in kinds
    assert ("code_inline", "a|b") in kinds


@pytest.mark.parametrize(
    "text", ["@octocat", "mail a@b.example", "#12", "owner/repo#12", "GH-12", "https://x.example", "www.x.example"]
)
def test_what_github_links_afterwards_is_broken(text: str) -> None:
    seen = shown(words(text))
    assert not re.search(r"@\w|#\d|GH-\d|://\w|www\.", seen)
    assert seen.replace("\u2060", "") == text


def test_cells_stay_cells() -> None:
    rows = [[words(text), "x"] for text in HOSTILE]
    tokens = parsed("\n".join(table(("a", "b"), rows)))
    assert sum(token.type == "tr_open" for token in tokens) == len(rows) + 1
    assert sum(token.type == "td_open" for token in tokens) == 2 * len(rows)


def test_a_diagnosis_says_what_where_how_fast_and_what_to_change() -> None:
    text = render(DIAGNOSIS)
    tokens = parsed(text)
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h2", "h3"]
    assert sum(token.type == "table_open" for token in tokens) == 2
    for part in ("## Tensorleak: leak", "TL301", "train.py:7", "10.2 KB", "Keep numbers.", "out of memory", "93.0%"):
        assert part in text


def test_a_steady_program_has_no_tables() -> None:
    steady = replace(DIAGNOSIS, verdict=Verdict.STEADY, sentence="memory is steady", findings=(), ledger=())
    text = render(steady)
    assert text.startswith("## Tensorleak: steady\n\nmemory is steady\n")
    assert "|" not in text
    assert "out of memory" not in text


def hostile_diagnosis(evil: str) -> Diagnosis:
    found = replace(
        FINDING,
        name=evil,
        summary=evil,
        location=Location(evil, 3, evil),
        holder=evil,
        rate=Rate(10.0, 1.0, evil),
        remedy=evil,
        evidence=(evil,) * 3,
        path=(evil, evil),
        known_leak=KnownLeak(evil, evil, evil, evil),
    )
    return replace(
        DIAGNOSIS,
        sentence=evil,
        findings=(found, found),
        ledger=(LedgerPart(evil, 1.0, 1.0),),
        notes=(evil,),
        ruled_out=(evil,),
        environment={"python": evil, "tensorflow": evil},
        growth=replace(DIAGNOSIS.growth, unit=evil),
        processes=(ProcessSummary(1, evil, evil, Verdict.LEAK, evil),),
    )


@pytest.mark.parametrize("evil", HOSTILE)
def test_a_hostile_recording_makes_no_structure(evil: str) -> None:
    tokens, harmless = parsed(render(hostile_diagnosis(evil))), parsed(render(hostile_diagnosis("harmless")))
    assert [token.type for token in tokens] == [token.type for token in harmless]
    allowed = {"text", "text_special", "code_inline", "softbreak"}
    assert {token.type for token in inline(tokens)} <= allowed
    assert not set("\x1b\x07\u202e") & set(render(hostile_diagnosis(evil)))


def test_a_job_gets_its_summary(training_runs: TrainingRuns) -> None:
    text = training_runs.summary.read_text()
    assert text.startswith("# Other tools\n\n## Tensorleak: leak\n")
    headings = [token.tag for token in parsed(text) if token.type == "heading_open"]
    assert headings == ["h1", "h2", "h3"]
    assert "training.py:24" in text
    assert training_runs.piped.returncode == 0


def test_without_the_variable_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(job_summary.VARIABLE, raising=False)
    add_to_job_summary(DIAGNOSIS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("used", [0, LIMIT - 700, LIMIT - 20, LIMIT + 5])
def test_the_summary_stays_within_githubs_limit(used: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "summary"
    target.write_bytes(b"x" * used)
    monkeypatch.setenv(job_summary.VARIABLE, str(target))
    add_to_job_summary(hostile_diagnosis("|" * 100))
    text = target.read_bytes()
    assert text[:used] == b"x" * used
    assert len(text) <= max(LIMIT, used)
    assert (b"the rest is cut" in text) == (used == LIMIT - 700)
    text.decode()


def test_a_huge_diagnosis_stays_small() -> None:
    huge = hostile_diagnosis("|\\`" * 10_000)
    crowd = replace(huge, findings=huge.findings * 500, notes=huge.notes * 500, processes=huge.processes * 500)
    assert len(render(crowd).encode()) < 2 * LIMIT


def test_a_summary_that_cannot_be_written_is_told_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(job_summary.VARIABLE, str(tmp_path / "no" / "file"))
    add_to_job_summary(DIAGNOSIS)
    assert capsys.readouterr().err.count("\n") == 1
