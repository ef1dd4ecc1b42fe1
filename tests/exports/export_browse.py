"""Opens exported files in the real pages of speedscope and Perfetto, in headless Chromium, and prints what they made of them.

usage: browse.py CHROMIUM CONSUMERS REQUESTS; REQUESTS is JSON, [["speedscope", FILE] or ["perfetto", FILE, SQL …] …]. A process
of its own, since one process can have only one Playwright.
"""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 90_000
FAILED = "Something went wrong"
OPENED = f"() => document.title !== 'speedscope' || document.body.innerText.includes('{FAILED}')"
LOADED = "() => (window.app?.trace?.engine) || document.querySelector('.pf-modal-dialog, .modal-dialog')"
QUERY = """async sql => {
    const result = await window.app.trace.engine.query(sql), columns = result.columns(), rows = [];
    for (const row = result.iter({}); row.valid(); row.next())
        rows.push(columns.map(column => { const value = row.get(column); return typeof value === 'bigint' ? Number(value) : value }));
    return rows;
}"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def speedscope(browser: Browser, base: str, file: str) -> dict[str, Any]:
    page = browser.new_page()
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text))
    page.goto(f"{base}/speedscope/index.html#profileURL={base}/files/{file}")
    page.wait_for_function(OPENED, timeout=PATIENCE)
    text = page.inner_text("body")
    result = {"title": page.title(), "refused": FAILED in text, "text": text, "console": lines}
    page.close()
    return result


def perfetto(browser: Browser, base: str, file: str, *queries: str) -> dict[str, Any]:
    page = browser.new_page()
    page.goto(f"{base}/perfetto/index.html#!/?testing=1&url={base}/files/{file}")
    page.wait_for_function(LOADED, timeout=PATIENCE)
    refused = not page.evaluate("() => Boolean(window.app?.trace?.engine)")
    answers = [] if refused else [page.evaluate(QUERY, sql) for sql in queries]
    executed = page.evaluate("() => window.executed ?? false")
    page.close()
    return {"refused": refused, "answers": answers, "executed": executed}


def main(chromium: str, consumers: str, requests: str) -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        root = Path(name)
        for tool in Path(consumers).resolve().iterdir():
            (root / tool.name).symlink_to(tool)
        (root / "files").mkdir()
        handler = functools.partial(Handler, directory=name)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        results = []
        for tool, file, *queries in json.loads(Path(requests).read_text()):
            place = f"{len(results)}{''.join(Path(file).suffixes)}"
            shutil.copy(file, root / "files" / place)
            open_in = {"speedscope": speedscope, "perfetto": perfetto}[tool]
            results.append(open_in(browser, base, place, *queries))
        browser.close()
        json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
