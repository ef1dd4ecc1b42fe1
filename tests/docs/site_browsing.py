"""Opens pages of a built site in Chromium and writes what happened: runs in a process of its own.

usage: python site_browsing.py CHROMIUM FOLDER PAGE...
"""

from __future__ import annotations

import functools
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
INPUT, ANSWER = "input.md-search__input", "a.md-search-result__link[href*='TL201']"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: str) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def visit(browser: Browser, base: str, path: str) -> dict[str, object]:
    """What one page asked for from elsewhere, what the console said, and where its search leads."""
    page, elsewhere, said = browser.new_page(), [], []
    page.on(
        "request", lambda request: None if request.url.startswith((base, "data:")) else elsewhere.append(request.url)
    )
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(base + path)
    found = None
    if page.locator(INPUT).count():
        page.locator(INPUT).first.click()
        page.locator(INPUT).first.press_sequentially("retrace")
        page.wait_for_selector(ANSWER, state="attached", timeout=60_000)
        found = page.locator(ANSWER).first.get_attribute("href")
    answer = {"base": base[:4], "path": path, "elsewhere": elsewhere, "said": said, "found": found}
    page.close()
    return answer


def main(chromium: str, folder: str, *paths: str) -> None:
    with served(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        answers = [visit(browser, base, path) for base in (address, f"file://{folder}/") for path in paths]
        browser.close()
    print(json.dumps(answers))


if __name__ == "__main__":
    main(*sys.argv[1:])
