"""Real runs: every family of rules that a run can show has a page with its line, its source and its figures."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from page_visit import Visit, page_of
from support import ROOT
from tensorleak_engine.wording import amount

FAMILIES = {"TL1", "TL2", "TL3", "TL4", "TL5", "TL6", "TL8", "TL9"}


def test_each_family_renders(real: dict[str, Path], visit: Callable[..., Visit]) -> None:
    seen_rules = set()
    for recording in real.values():
        seen = visit(recording.with_suffix(".html"))
        diagnosis = json.loads(recording.with_suffix(".json").read_text())
        rules = [found["rule"] for found in diagnosis["findings"]]
        shown = seen.page.locator(".finding .rule b").all_inner_texts()
        assert seen.problems == []
        assert shown == rules
        assert seen.page.inner_text("h1") == diagnosis["sentence"]
        seen_rules |= set(rules)
    assert {rule[:3] for rule in seen_rules} == FAMILIES


def test_accelerators_have_their_own_lines(tmp_path: Path, visit: Callable[..., Visit]) -> None:
    """A leak and a pool that keeps its peak, both recorded on a real GPU."""
    for name, words in (
        ("gpu_kept_on_gpu", "grew by 1.06 MB per function call"),
        ("gpu_big_temporary", "at most 8.59 GB"),
    ):
        recording = shutil.copy(ROOT / "tests" / "diagnose" / "data" / f"{name}.jsonl", tmp_path)
        seen = visit(page_of(Path(recording)))
        assert seen.problems == []
        assert words in seen.page.inner_text("#ledger")
        assert seen.page.locator("#counters figure[data-key='device.GPU:0.in_use']").count() == 1


def test_figures_are_those_of_the_json(real: dict[str, Path], visit: Callable[..., Visit]) -> None:
    recording = real["many_leaks"]
    diagnosis = json.loads(recording.with_suffix(".json").read_text())
    page = visit(recording.with_suffix(".html")).page
    rows = [row.strip().split("\t") for row in page.locator("table.ledger tbody tr").all_inner_texts()]
    assert [row[:2] for row in rows] == [[part["part"], amount(part["bytes"])] for part in diagnosis["ledger"]]
    for row, part in zip(rows, diagnosis["ledger"], strict=True):
        assert abs(float(row[2].rstrip("%")) - 100 * part["share"]) < 0.06
    rates = page.locator(".rate").all_inner_texts()
    for found, rate in zip(diagnosis["findings"], rates, strict=True):
        assert rate == f"{amount(found['rate']['bytes_per_unit'])} per {found['rate']['unit']}"
        place = f"{found['location']['file']}:{found['location']['line']}"
        assert Path(place).name in page.inner_text("main")


def test_an_overview_leads_to_each_of_several_findings(real: dict[str, Path], visit: Callable[..., Visit]) -> None:
    page = visit(real["many_leaks"].with_suffix(".html")).page
    links = page.locator(".overview a")
    assert links.count() == page.locator(".finding").count() > 1
    links.last.click()
    assert page.evaluate(
        "document.querySelector(':target').closest('.finding') === [...document.querySelectorAll('.finding')].pop()"
    )
    assert visit(real["native_features"].with_suffix(".html")).page.locator(".overview").count() == 0


def test_the_blamed_line_is_marked_in_its_source(real: dict[str, Path], visit: Callable[..., Visit]) -> None:
    recording = real["many_leaks"]
    diagnosis = json.loads(recording.with_suffix(".json").read_text())
    page = visit(recording.with_suffix(".html")).page
    marked = page.locator(".line.marked .number").all_inner_texts()
    assert marked == [str(found["location"]["line"]) for found in diagnosis["findings"]]
    kept = next(n for n, found in enumerate(diagnosis["findings"]) if found["rule"] == "TL301")
    assert "losses.append(values * 2.0)" in page.locator(".line.marked").nth(kept).inner_text()


def test_counters_that_grew_are_drawn_and_the_others_named(real: dict[str, Path], visit: Callable[..., Visit]) -> None:
    seen = visit(real["graph_and_traces"].with_suffix(".html"))
    rising = seen.page.locator("#counters figure.rising").evaluate_all("all => all.map((one) => one.dataset.key)")
    assert {"graph.ops", "function.traces"} <= set(rising)
    assert "session.open" not in rising
    assert "open sessions (1)" in seen.page.inner_text("#counters p")


def test_a_repair_is_shown_as_a_diff(real: dict[str, Path], visit: Callable[..., Visit]) -> None:
    page = visit(real["graph_and_traces"].with_suffix(".html")).page
    diff = page.locator(".finding", has_text="TL201").locator(".diff")
    assert "-    scaled(tf.ones([32]), number)" in diff.inner_text()
    assert diff.locator(".added").count() >= 1
