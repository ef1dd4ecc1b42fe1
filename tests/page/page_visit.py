"""What tests do with pages: make one of a recording, open it, and hear what the browser says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tensorleak.gather import gather
from tensorleak.repairs import with_repairs
from tensorleak.report.page import render

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@dataclass
class Visit:
    """An open page, and what the browser complained of or asked for on the way."""

    page: Page
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def data(self) -> dict[str, Any]:
        return json.loads(self.page.inner_text("#data") or self.page.text_content("#data"))

    @property
    def run(self) -> dict[str, Any]:
        return self.data["runs"][0]


def page_of(recording: Path, source: bool = True) -> Path:
    page = recording.with_suffix(".html")
    page.write_text(render(with_repairs(gather(recording, source))), encoding="utf-8")
    return page
