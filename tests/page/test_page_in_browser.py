"""The page in a real browser: silent, self-contained, the same figures everywhere, for eyes, keys and paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from page_visit import Visit
from playwright.sync_api import Page
from tensorleak_engine.wording import amount

Open = Callable[..., Visit]
KEYS = "#memory svg.plot"


def domain(page: Page) -> str:
    """The stretch that the picture says it shows."""
    words = page.get_attribute(KEYS, "aria-label") or ""
    return re.search(r"from (.+?);", words)[1]


def test_it_loads_without_a_word_to_the_console_or_the_network(forged: Path, visit: Open) -> None:
    seen = visit(forged)
    seen.page.wait_for_selector("#memory svg path")
    assert seen.problems == []
    assert [url for url in seen.requests if not url.startswith(("file:", "data:"))] == []


def test_the_policy_refuses_what_the_page_does_not_hold(forged: Path, visit: Open) -> None:
    """The control of the test above: a request is noticed, and refused."""
    seen = visit(forged)
    refused = "() => fetch('https://example.com/').then(() => 'reached', () => 'refused')"
    assert seen.page.evaluate(refused) == "refused"
    assert any("Content Security Policy" in problem for problem in seen.problems)
    seen.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.late = 1'; document.body.append(s); }"
    )
    assert seen.page.evaluate("() => window.late") is None


def test_order_of_the_page(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    heads = page.locator("h1, h2").all_inner_texts()
    assert heads[0].startswith("list attribute Trainer.losses keeps")
    assert heads[1:] == ["Findings", "Ledger", "Timeline", "Ruled out", "Environment", "Reproduce"]


def test_a_finding_says_everything(forged: Path, visit: Open) -> None:
    text = visit(forged).page.inner_text(".finding")
    for part in (
        "TL301",
        "tensor-kept",
        "/gone/train.py:7",
        "22.5 KB per function call",
        "out of memory (16 GB)",
        "float(loss)",
    ):
        assert part in text


def test_the_suspect_step_is_marked_and_only_that(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    assert page.locator(".path li").count() == 2
    assert page.locator(".path li.suspect").all_inner_texts() == ["attribute Trainer.losses grows here"]


def test_tables_agree_with_the_data(forged: Path, visit: Open) -> None:
    seen = visit(forged)
    seen.page.click("#twin-memory summary")
    rows = [row.split("\t") for row in seen.page.locator("#twin-memory tbody tr").all_inner_texts()]
    run = seen.run
    assert rows[0][2] == amount(run["resident"][0])
    assert rows[-1][2] == amount(run["resident"][-1])
    assert rows[-1][3:] == [amount(layer["bytes"][-1]) for layer in run["layers"]]
    for moment, resident in enumerate(run["resident"]):
        assert sum(layer["bytes"][moment] for layer in run["layers"]) == resident


def test_the_picture_agrees_with_the_data(forged: Path, visit: Open) -> None:
    """The end of the outline lies where the scale puts the last reading."""
    seen = visit(forged)
    seen.page.click("#mode label:has-text('all memory')")
    found = seen.page.evaluate(
        """() => {
            const path = document.querySelector('.outline').getAttribute('d').split(/[ML ]/).filter(Boolean).map(Number);
            const ticks = [...document.querySelectorAll('#memory .grid')].map((line) => [Number(line.getAttribute('y1')), line.nextSibling.textContent]);
            return { y: path[path.length - 1], count: path.length / 2, ticks };
        }"""
    )
    places = {words: y for y, words in found["ticks"]}
    per_byte = (places["0 B"] - places["500 MB"]) / 500e6
    last = seen.run["resident"][-1]
    assert abs((places["0 B"] - found["y"]) / per_byte - last) < 0.005 * last
    assert found["count"] == len(seen.run["resident"])


def test_ledger_adds_up_in_picture_and_table(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    widths = page.eval_on_selector_all("svg.ledger rect", "all => all.map((one) => Number(one.getAttribute('width')))")
    assert abs(sum(widths) - 1000) < 1
    assert page.locator("table.ledger tbody tr").count() == len(widths)
    shares = page.locator("table.ledger tbody td:last-child").all_inner_texts()
    assert abs(sum(float(share.rstrip("%")) for share in shares) - 100) < 0.2


def test_drag_zooms_and_double_click_shows_the_whole_run(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    whole = domain(page)
    page.locator(KEYS).scroll_into_view_if_needed()
    box = page.locator(KEYS).bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 90)
    assert "resident" in page.inner_text(".tip")
    page.mouse.down()
    page.mouse.move(box["x"] + 600, box["y"] + 90, steps=4)
    page.mouse.up()
    assert domain(page) != whole
    page.mouse.dblclick(box["x"] + 400, box["y"] + 90)
    assert domain(page) == whole


def test_time_and_work_share_the_zoom(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    assert domain(page) == "function call 0 to function call 1,990"
    page.click("#axis label:has-text('time')")
    assert domain(page) == "2 s to 21.9 s"
    page.click("[data-zoom=in]")
    by_time = domain(page)
    page.click("#axis label:has-text('function call')")
    assert domain(page).startswith("function call ")
    page.click("#axis label:has-text('time')")
    assert domain(page) == by_time
    page.click("[data-zoom=reset]")
    assert domain(page) == "2 s to 21.9 s"


def test_the_keyboard_reaches_and_works_everything(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name = page.evaluate(
            "(() => { const a = document.activeElement; return a.id || a.dataset?.zoom || a.name || a.textContent.slice(0, 20) || a.tagName; })()"
        )
        if name in reached[-1:]:
            break
        reached.append(name)
        if page.evaluate(f"document.activeElement.matches('{KEYS}')"):
            break
    assert reached[0] == "theme"
    assert [name for name in reached if name in ("axis", "mode", "in", "out", "reset")] == [
        "axis",
        "mode",
        "out",
        "in",
        "reset",
    ]
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    whole = domain(page)
    page.keyboard.press("ArrowRight")
    assert "function call 0, 2 s; resident 500 MB" in page.get_attribute(KEYS, "aria-valuetext")
    page.keyboard.press("+")
    assert domain(page) != whole
    assert domain(page) in page.inner_text("#reading")
    page.keyboard.press("End")
    assert "function call 1,990, 21.9 s; resident 540 MB" in page.get_attribute(KEYS, "aria-valuetext")
    page.keyboard.press("0")
    assert domain(page) == whole


def test_light_dark_and_back(forged: Path, visit: Open) -> None:
    def paper(page: Page) -> str:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, dark = visit(forged, color_scheme="light").page, visit(forged, color_scheme="dark").page
    assert paper(light) == "rgb(255, 255, 255)"
    assert paper(dark) != paper(light)
    light.click("#theme")
    light.click("#theme")
    assert light.inner_text("#theme") == "Theme: dark"
    assert paper(light) == paper(dark)


def test_text_is_readable_on_its_ground(forged: Path, visit: Open) -> None:
    """Contrast of at least 4.5 to 1, for everything that is text, in both schemes."""
    script = """() => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const rgb = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = (element) => { for (let at = element; at; at = at.parentElement) { const c = rgb(getComputedStyle(at).backgroundColor); if (c[3] > 250) return c; } return [255, 255, 255, 255]; };
        const faint = [];
        for (const element of document.querySelectorAll('main *')) {
            if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || !element.checkVisibility()) continue;
            const style = getComputedStyle(element);
            const ink = rgb(element.namespaceURI.includes('svg') ? style.fill : style.color);
            const [a, b] = [light(ink), light(ground(element))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${element.tagName}.${element.getAttribute('class')}: ${element.textContent.slice(0, 30)}`);
        }
        return faint;
    }"""
    for scheme in ("light", "dark"):
        page = visit(forged, color_scheme=scheme).page
        assert page.evaluate(script) == []
        page.evaluate("document.querySelector('.finding .soft').style.color = 'var(--rule)'")
        assert len(page.evaluate(script)) == 1


def test_screen_readers_find_names_for_everything(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('svg:not([aria-hidden]), button, input, section, [tabindex="0"], figure')]
            .filter((one) => !(one.ariaLabel || one.getAttribute('aria-labelledby') || one.textContent.trim() || one.closest('label')?.textContent.trim()))
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert nameless == []
    levels = page.eval_on_selector_all("h1, h2, h3", "all => all.map((one) => Number(one.tagName[1]))")
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_nothing_is_wider_than_a_phone(forged: Path, visit: Open) -> None:
    page = visit(forged, viewport={"width": 360, "height": 700}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_paper_everything_is_open(forged: Path, visit: Open) -> None:
    page = visit(forged).page
    assert not page.locator("#twin-memory table").is_visible()
    pdf = page.pdf()
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") + pdf.count(b"/Type /Page/") >= 2
    page.emulate_media(media="print")
    assert page.locator("#twin-memory table").is_visible()
    assert not page.locator(".controls").is_visible()
    assert page.locator("#memory svg path").first.is_visible()
    page.emulate_media(media="screen")
    assert not page.locator("#twin-memory table").is_visible()


def test_without_script_the_words_are_all_there(forged: Path, visit: Open) -> None:
    page = visit(forged, java_script_enabled=False).page
    text = page.inner_text("main")
    assert "list attribute Trainer.losses keeps" in text
    assert page.locator("table.ledger").is_visible()
    assert not page.locator(".controls").is_visible()
