"""The magic in a shell without TensorFlow: options, names of cells, lines, and what comes and goes with the extension."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import RichOutput, capture_output
from tensorleak_engine.model.diagnosis import Diagnosis, Finding, LedgerPart, Location, MemoryGrowth, Rate, Verdict
from tensorleak_engine.texts import OWN, Texts
from tensorleak_probe.guards.judge_words import Diagnosis as WatchedDiagnosis

from tensorleak.check.notebook import plain_python
from tensorleak.documents.diagnosis import as_data
from tensorleak.notebook.cells import Cells
from tensorleak.notebook.shown import of_desk, of_watch

NASTY = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m`</code>`\u202e"
FINDING = Finding(
    rule="TL301",
    name="tensor-kept",
    verdict=Verdict.LEAK,
    summary="list keeps 1 more tensor per step",
    location=Location("/a/train.py", 7, "step"),
    holder="list",
    rate=Rate(10_208.0, 1.0, "gradient step"),
    confidence=0.9,
    remedy="Keep `float(loss)`.",
    subject="kept",
    evidence=("grew",),
)
DIAGNOSIS = Diagnosis(
    Verdict.LEAK,
    FINDING.summary,
    "train.py",
    7,
    {"python": "3.11"},
    {"gradients": 300},
    MemoryGrowth(11_000.0, "gradient step", 0.93, 3e6, 270, 10.0, True),
    (FINDING,),
    (LedgerPart("TL301 tensor-kept", 2.8e6, 0.93), LedgerPart("unexplained", 2e5, 0.07)),
    memory_limit=16_000_000_000,
    memory_now=600_000_000,
    seconds=12.0,
)


class Run:
    """What one cell printed, showed and raised."""

    def __init__(self, shell: InteractiveShell, code: str) -> None:
        with capture_output() as captured:
            self.result = shell.run_cell(code, store_history=True)
        self.text: str = captured.stdout + captured.stderr
        self.shown: list[RichOutput] = captured.outputs

    @property
    def error(self) -> BaseException | None:
        return self.result.error_in_exec or self.result.error_before_exec


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    InteractiveShell.clear_instance()
    made = InteractiveShell.instance()  # the one that `display` shows things in
    made.run_line_magic("load_ext", "tensorleak")
    made.run_line_magic("colors", "NoColor")
    yield made
    made.run_line_magic("unload_ext", "tensorleak")
    InteractiveShell.clear_instance()


def test_a_cell_runs_as_it_would_without(shell: InteractiveShell) -> None:
    run = Run(shell, "%%tensorleak --into told\nx = 20\nx += 1\nx * 2")
    assert run.error is None
    assert run.result.result == 42
    assert shell.user_ns["x"] == 21
    assert shell.user_ns["told"].diagnosis.verdict is Verdict.TOO_SHORT
    assert Run(shell, "%%tensorleak -q\nx;").result.result is None


def test_lines_are_those_of_the_cell(shell: InteractiveShell) -> None:
    run = Run(shell, "%%tensorleak\n\n\ndef f():\n    return 1 / 0\n\nf()")
    assert isinstance(run.error, ZeroDivisionError)
    assert "line 5, in f()" in run.text
    assert "line 7" in run.text
    broken = Run(shell, "%%tensorleak\nx = 1\nx = = 2")
    assert isinstance(broken.error, SyntaxError)
    assert broken.error.lineno == 3


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("%%tensorleak --nonsense\n1", "unrecognized arguments: --nonsense"),
        ("%tensorleak", "%tensorleak run SCRIPT"),
        ("%tensorleak dance now", "%tensorleak run SCRIPT"),
        ("%tensorleak report /no/such/recording", "no recording at /no/such/recording"),
    ],
)
def test_wrong_use_is_told_in_a_line(code: str, words: str, shell: InteractiveShell) -> None:
    run = Run(shell, code)
    assert run.text.startswith("UsageError: ")
    assert words in run.text
    assert run.text.count("\n") == 1


def test_a_script_runs_in_a_process_of_its_own(shell: InteractiveShell, tmp_path: Path) -> None:
    (tmp_path / "hello.py").write_text("print('hello from the script')")
    run = Run(shell, f"%tensorleak run {tmp_path / 'hello.py'}")
    assert run.error is None
    assert "tensorleak-too-short" in run.shown[-1].data["text/html"]


def test_a_recording_is_kept_and_shown(shell: InteractiveShell, tmp_path: Path) -> None:
    Run(shell, f"%%tensorleak -q --record {tmp_path / 'run.jsonl'}\nimport time\ntime.sleep(0.3)")
    run = Run(shell, f"%tensorleak report {tmp_path / 'run.jsonl'}")
    assert "text/html" in run.shown[0].data


def test_cells_have_numbers(shell: InteractiveShell) -> None:
    Run(shell, "kept = []\ndef add(value):\n    kept.append(value)")
    name = shell.user_ns["add"].__code__.co_filename
    cells = Cells(shell.compile)
    assert cells.label(name) == "In[1]"
    assert cells.label("/a/train.py") is None
    assert Texts().lines(name, 3, 0) == ((3, "    kept.append(value)"),)
    assert Texts().tree(name) is not None
    found = replace(FINDING, location=Location(name, 3, "add"), summary=f"kept at {name}:3", evidence=(f"{name}:1",))
    told = cells.told(replace(DIAGNOSIS, findings=(found,), sentence=found.summary))
    assert told.sentence == "kept at In[1]:3"
    assert str(told.findings[0].location) == "In[1]:3"
    assert told.findings[0].evidence == ("In[1]:1",)
    assert told.findings[0].fingerprint == found.fingerprint
    shown = of_desk(replace(DIAGNOSIS, findings=(found,)), cells)
    assert "kept.append(value)" in shown._repr_html_()
    assert "kept.append(value)" in repr(shown)


@pytest.mark.parametrize(("head", "read"), [("%%tensorleak --strict", True), ("%%bash", False)])
def test_the_static_check_reads_measured_cells(head: str, read: bool) -> None:
    assert ("step()" in plain_python(f"{head}\nstep()")) is read


def test_files_of_the_machine_are_not_taken_for_cells(shell: InteractiveShell, tmp_path: Path) -> None:
    assert Texts(OWN).lines(str(tmp_path / "none.py"), 1, 1) == ()
    assert Texts(OWN).tree("<string>") is None


@pytest.mark.parametrize(
    "show", [of_desk, lambda found, cells: of_watch(WatchedDiagnosis.of_data(as_data(found), "desk"), cells)]
)
def test_nothing_in_a_name_acts(show: Any, shell: InteractiveShell) -> None:
    hostile = replace(
        FINDING,
        summary=NASTY,
        holder=NASTY,
        location=Location(NASTY, 3, NASTY),
        path=(NASTY, NASTY),
        evidence=(NASTY,),
        remedy=NASTY,
    )
    diagnosis = replace(
        DIAGNOSIS,
        findings=(hostile,),
        sentence=NASTY,
        ledger=(LedgerPart(NASTY, 1.0, 1.0),),
        ruled_out=(NASTY,),
        environment={"python": NASTY},
    )
    shown = show(diagnosis, Cells(shell.compile))
    page = shown._repr_html_()
    assert "&lt;script&gt;" in page
    for text in (page, repr(shown), shown._repr_markdown_()):
        assert not set("\x1b\u202e") & set(text)
    for tag in ("<script", "<img", "</code>`"):
        assert tag not in page


def test_a_watch_without_a_word_is_shown_too(shell: InteractiveShell) -> None:
    shown = of_watch(WatchedDiagnosis("too-short", "only 3 marks were seen"), Cells(shell.compile))
    assert "only 3 marks were seen" in shown._repr_html_()
    assert repr(shown).startswith(" TOO-SHORT  only 3 marks were seen")


def test_what_other_watches_make_is_left_out(shell: InteractiveShell) -> None:
    watched = WatchedDiagnosis.of_data(as_data(DIAGNOSIS), "desk")
    shown = of_watch(watched.without(watched.findings), Cells(shell.compile))
    assert shown.diagnosis.findings == ()
    assert shown.diagnosis.verdict is Verdict.STEADY


def test_diagnoses_are_shown_as_html_while_the_extension_is_there(shell: InteractiveShell) -> None:
    shell.user_ns.update(watched=WatchedDiagnosis.of_data(as_data(DIAGNOSIS), "desk"), desk=DIAGNOSIS)
    for name in ("watched", "desk"):
        data, _ = shell.display_formatter.format(shell.user_ns[name])
        assert "TL301" in data["text/html"]
        assert "TL301" in data["text/markdown"]
    shell.run_line_magic("unload_ext", "tensorleak")
    data, _ = shell.display_formatter.format(shell.user_ns["watched"])
    assert "text/html" not in data
    assert "tensorleak" not in shell.magics_manager.magics["cell"]
    shell.run_line_magic("load_ext", "tensorleak")
