"""The tools that exports are for: found where `tools/consumers` puts them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support import ROOT

CONSUMERS = ROOT / ".envs" / "consumers"


def consumer(place: str) -> Path:
    """One of the tools; without it, the test is skipped."""
    path = CONSUMERS / place
    if not path.exists():
        pytest.skip(f"{place} is not there: see `tools/consumers`")
    return path


def chromium() -> str:
    """The browser."""
    found = [path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))]
    if not found:
        pytest.skip("there is no Chromium to open the pages of speedscope and Perfetto in")
    return found[0]
