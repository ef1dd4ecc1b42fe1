"""Makes the pictures of the README and the documentation, from real runs in a real browser.

usage: tools/screenshots.py [FOLDER]      FOLDER keeps the recordings, so that a second run needs no TensorFlow
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from tensorleak_engine import diagnose

from tensorleak.chart.parts import parts
from tensorleak.gather import gather
from tensorleak.recording import Recording
from tensorleak.report import live, terminal

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PROGRAM = ROOT / "src" / "tensorleak" / "programs" / "TL303" / "tape_per_batch"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LARGEST = 150_000
WIDTH, HEIGHT = 1040, 900
# Rich's own frame would fetch fonts from the network.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font: 600 16px ui-sans-serif, system-ui, sans-serif; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main(folder: Path) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    recorded(folder, "before", "leaking.py")
    recorded(folder, "after", "fixed.py")
    report, compared = folder / "report.html", folder / "compare.html"
    tensorleak(folder, "report", "before.jsonl", "--html", report.name)
    tensorleak(folder, "compare", "before.jsonl", "after.jsonl", "--html", compared.name, "--fail-on", "never")
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for scheme in ("light", "dark"):
            shoot(browser, report, f"report-{scheme}", scheme)
            shoot(browser, report, f"timeline-{scheme}", scheme, "#timeline")
            shoot(browser, compared, f"compare-{scheme}", scheme)
        browser.close()
    draw_terminal(folder)
    check_sizes()


def recorded(folder: Path, name: str, script: str) -> None:
    """A recording of one form of the program, under names that say nothing of this machine."""
    recording = folder / f"{name}.jsonl"
    if not recording.exists():
        shutil.copy(PROGRAM / script, folder / "train.py")
        python = ROOT / ".envs" / "tf2" / "bin" / "python"
        tensorleak(folder, "run", "--quiet", "--record", recording.name, "--python", str(python), "train.py")
    shutil.copy(PROGRAM / "leaking.py", folder / "train.py")


def tensorleak(folder: Path, *words: str) -> None:
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    subprocess.run(
        [sys.executable, "-m", "tensorleak", *words], cwd=folder, env=settings, check=True, stdout=subprocess.DEVNULL
    )


def shoot(browser: Browser, page: Path, name: str, scheme: str, part: str = "") -> None:
    """The top of a page, or one part of it."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme)
    shown = context.new_page()
    shown.goto(page.as_uri())
    shown.wait_for_selector("#memory svg path")
    target = IMAGES / f"{name}.png"
    if part:
        top = shown.locator(part).bounding_box()
        shown.set_viewport_size({"width": WIDTH, "height": 2400})
        shown.screenshot(path=target, full_page=True, clip={"x": 0, "y": top["y"] - 16, "width": WIDTH, "height": 720})
    else:
        shown.screenshot(path=target)
    context.close()


def draw_terminal(folder: Path) -> None:
    """What stands in a terminal: the report at the end, and the live view half-way."""
    os.chdir(folder)  # names are shown as seen from here
    subject = gather(Path("before.jsonl"))
    console = a_terminal(138)
    terminal.render(subject.diagnosis, console, subject.excerpts)
    save(console, "terminal", "tensorleak run train.py")
    half = first_half(subject.recording)
    console = a_terminal(100)
    console.print(live.frame(diagnose(half), parts(half), console.width))
    save(console, "live", "tensorleak run --live train.py")


def first_half(recording: Recording) -> Recording:
    """The recording as it was when the program had run for half its time."""
    middle = recording.seconds / 2
    early = {
        name: [one for one in getattr(recording, name) if one.t < middle] for name in ("samples", "tallies", "looks")
    }
    return replace(recording, **early, end=None)


def a_terminal(width: int) -> Console:
    return Console(record=True, width=width, file=io.StringIO(), force_terminal=True)


def save(console: Console, name: str, title: str) -> None:
    drawn = console.export_svg(title=title, code_format=FRAME, unique_id=name)
    (IMAGES / f"{name}.svg").write_text(drawn, encoding="utf-8")


def check_sizes() -> None:
    for image in sorted(IMAGES.iterdir()):
        size = image.stat().st_size
        print(f"{size:8,} {image.relative_to(ROOT)}")
        if size > LARGEST:
            sys.exit(f"tensorleak: {image.name} is larger than {LARGEST:,} bytes")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]).resolve())
    else:
        with tempfile.TemporaryDirectory() as name:
            main(Path(name))
