"""The built site shows everything from itself: from a server and from a folder, without network and without errors."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import PATIENCE, ROOT

MKDOCS = ROOT / ".envs" / "docs" / "bin" / "mkdocs"
PICTURE = '<img src="https://elsewhere.example/x.png">'
BROWSING = Path(__file__).with_name("site_browsing.py")
LOADED = re.compile(
    r"<(?:script|link|img|iframe|source|video|audio|object)\b[^>]*?(?:src|href|data)=[\"']?((?:https?:)?//[^\"' >]+)"
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not MKDOCS.exists():
        pytest.skip("the docs environment is not installed: see `tools/env docs`")
    folder = tmp_path_factory.mktemp("site") / "built"
    command = [str(MKDOCS), "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env=dict(os.environ, NO_MKDOCS_2_WARNING="1"), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def visits(site: Path) -> dict[str, list[dict]]:
    """What happened on two pages of the site and on two that ask for a picture from elsewhere, by path."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium: see `tools/env browser`")
    paths = ["built/index.html", "built/rules/TL101.html", *controls(site)]
    command = [sys.executable, str(BROWSING), chromium, str(site.parent), *paths]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    return {path: [answer for answer in answers if answer["path"] == path] for path in paths}


def controls(site: Path) -> list[str]:
    """Two pages that ask for a picture from elsewhere, one of them under the policy of the site."""
    policy = re.search(r'<meta http-equiv="Content-Security-Policy"[^>]*>', (site / "index.html").read_text())
    assert policy is not None
    (site.parent / "policed.html").write_text(f"<!doctype html><head>{policy[0]}</head><body>{PICTURE}</body>")
    (site.parent / "plain.html").write_text(f"<!doctype html><body>{PICTURE}</body>")
    return ["policed.html", "plain.html"]


def loaded_from_elsewhere(folder: Path) -> list[str]:
    return [url for page in folder.rglob("*.html") for url in LOADED.findall(page.read_text())]


def test_pages_name_nothing_that_is_loaded_from_elsewhere(site: Path, tmp_path: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 50
    assert loaded_from_elsewhere(site) == []
    (tmp_path / "bad.html").write_text('<script async src="https://elsewhere.example/x.js"></script>')
    assert loaded_from_elsewhere(tmp_path) == ["https://elsewhere.example/x.js"]


def test_borrowed_pages_are_there(site: Path) -> None:
    assert "What we ask of a change" in (site / "contributing.html").read_text()
    assert "To come" in (site / "changelog.html").read_text()


@pytest.mark.parametrize("path", ["built/index.html", "built/rules/TL101.html"])
def test_the_site_opens_without_network_or_errors_and_its_search_finds(
    visits: dict[str, list[dict]], path: str
) -> None:
    assert [answer["base"] for answer in visits[path]] == ["http", "file"]
    for answer in visits[path]:
        assert answer["elsewhere"] == []
        assert answer["said"] == []
        assert "rules/TL201.html" in answer["found"]


def test_the_browser_would_tell(visits: dict[str, list[dict]]) -> None:
    """The policy of the pages stops what comes from elsewhere, and the listeners hear of it."""
    for policed, plain in zip(visits["policed.html"], visits["plain.html"], strict=True):
        assert "Content Security Policy" in policed["said"][0]
        assert plain["said"]
        assert plain["elsewhere"] == ["https://elsewhere.example/x.png"]
