"""The page of a comparison: leak by leak, both runs on one axis, and the same figures as text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from forged_runs import ended, header, leaking, samples, write
from page_visit import Visit

Open = Callable[..., Visit]


def compared(folder: Path, before: list[dict], after: list[dict], *words: str) -> Path:
    files = [write(folder / f"{name}.jsonl", ended(lines)) for name, lines in (("before", before), ("after", after))]
    page = folder / "compared.html"
    command = [sys.executable, "-m", "tensorleak", "compare", *map(str, files), "--html", str(page), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    return page


def steady(count: int) -> list[dict]:
    environment = {"k": "environment", "t": 1.9, "tensorflow": "2.21.0", "keras": "3.15.1"}
    return [header(), environment, *samples(count, step_bytes=0)]


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compared(tmp_path_factory.mktemp("fixed"), leaking(), steady(300))


def test_it_says_what_became_of_the_leak(fixed: Path, visit: Open) -> None:
    seen = visit(fixed)
    assert seen.problems == []
    assert seen.page.inner_text(".verdict .badge").lower() == "fixed"
    row = seen.page.locator("#changes tbody tr").first.inner_text()
    assert "TL301" in row
    assert "none" in row


def test_both_runs_share_an_axis_that_begins_at_nought(fixed: Path, visit: Open) -> None:
    seen = visit(fixed)
    runs = seen.data["runs"]
    assert [run["name"] for run in runs] == ["before.jsonl", "after.jsonl"]
    assert [run["seconds"][0] for run in runs] == [0, 0]
    assert seen.page.locator("#memory .trace").count() == 2
    assert "function call 0 to function call 2,990" in seen.page.get_attribute("#memory svg.plot", "aria-label")
    assert seen.page.locator("#mode").is_hidden()


def test_the_table_agrees_with_the_picture(fixed: Path, visit: Open) -> None:
    page = visit(fixed).page
    page.click("#twin-growth summary")
    rows = [row.split("\t") for row in page.locator("#twin-growth tbody tr").all_inner_texts()]
    assert rows[0][1:] == ["0 B", "0 B"]
    assert rows[-1][1:] == ["ended", "0 B"]
    middle = next(row for row in rows if row[0].startswith("1,495"))
    assert middle[1] == "+29.8 MB"


def test_different_work_leaves_time_as_the_common_axis(tmp_path: Path, visit: Open) -> None:
    other = leaking()
    for line in other:
        if line["k"] == "sample":
            line["w"] = {"train_batches": line["w"]["function_calls"]}
    seen = visit(compared(tmp_path, leaking(), other))
    assert "only time is common" in seen.page.inner_text("#timeline")
    assert seen.page.locator("#axis").is_hidden()
    assert seen.problems == []


def test_diagnoses_without_samples_have_figures_but_no_picture(tmp_path: Path, visit: Open) -> None:
    sides = []
    for name, lines in (("a", leaking()), ("b", steady(300))):
        recording, result = write(tmp_path / f"{name}.jsonl", ended(lines)), tmp_path / f"{name}.json"
        command = [sys.executable, "-m", "tensorleak", "report", str(recording), "--json", str(result)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        sides.append(str(result))
    page = tmp_path / "page.html"
    subprocess.run(
        [sys.executable, "-m", "tensorleak", "compare", *sides, "--html", str(page)],
        check=True,
        capture_output=True,
        timeout=60,
    )
    seen = visit(page)
    assert seen.problems == []
    assert "There is no picture" in seen.page.inner_text("#timeline")
    assert "TL301" in seen.page.inner_text("#changes")
