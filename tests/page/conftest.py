"""Fixtures of the page: a real browser that notes whatever goes wrong, real runs, and pages made of forged recordings."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from forged_runs import ended, leaking, write
from page_visit import FLAGS, Visit, page_of
from playwright.sync_api import Browser, sync_playwright
from support import ROOT, lane_python, observe

HERE = Path(__file__).parent
NATIVE = ROOT / "src" / "tensorleak" / "programs" / "TL803" / "native_features" / "leaking.py"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser per module: Playwright's event loop must not be there when other tests want their own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next((found for name in names if (found := shutil.which(name))), None)
    if chromium is None:
        pytest.skip("there is no Chromium: see `tools/env browser`")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Opens a page as a user would, in a fresh context."""
    contexts = []

    def opened(address: Path | str, **settings: Any) -> Visit:
        context = browser.new_context(**({"viewport": {"width": 1200, "height": 900}} | settings))
        contexts.append(context)
        visited = Visit(context.new_page())
        page = visited.page
        page.on("console", lambda message: visited.problems.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: visited.problems.append(f"error: {error}"))
        page.on("request", lambda request: visited.requests.append(request.url))
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        return visited

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a forged recording with one leak."""
    folder = tmp_path_factory.mktemp("forged")
    return page_of(write(folder / "run.jsonl", ended(leaking())))


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Recordings of three real programs, which together leak in every family that a run can show."""
    python = lane_python("tf2")
    if not python.exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    recorded = {}
    for script in (HERE / "many_leaks.py", HERE / "graph_and_traces.py", NATIVE):
        folder = tmp_path_factory.mktemp(re.sub(r"\W", "_", script.stem))
        html = ("--html", str(folder / "run.html"))
        outcome = observe(folder, *html, str(script), python=python)
        assert outcome.status == 0, outcome.stderr
        recorded[script.parent.name if script is NATIVE else script.stem] = outcome.record
    return recorded
