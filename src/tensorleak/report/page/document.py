"""One self-contained document: templates with styles and script inlined, and a policy that lets nothing else in."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from tensorleak import __version__
from tensorleak.report.page.filters import FILTERS, brief

ASSETS = files("tensorleak.report.page").joinpath("assets")
STYLES = ("tokens.css", "page.css", "chart.css", "print.css")
SCRIPTS = (
    "dom.js",
    "words.js",
    "scale.js",
    "view.js",
    "drawing.js",
    "marks.js",
    "chart.js",
    "counters.js",
    "live.js",
    "main.js",
)


def document(template: str, **context: Any) -> str:
    """The whole page of a template; `live` in the context lets the script ask its own server, and no other."""
    style, script = inlined(STYLES), f"(() => {{\n'use strict';\n{inlined(SCRIPTS)}}})();\n"
    page: str = (
        environment()
        .get_template(template)
        .render(
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script, bool(context.get("live"))),
            version=__version__,
            **context,
        )
    )
    return page


def section(template: str, block: str, **context: Any) -> str:
    """One block of a template alone, for a page that is already open."""
    source = environment().get_template(template)
    return "".join(source.blocks[block](source.new_context(context)))


@cache
def environment() -> jinja2.Environment:
    """Templates escape everything, show no control characters and know no undefined names."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("tensorleak.report.page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    made.filters |= FILTERS
    return made


def shown(value: Any) -> Any:
    """What stands in a page: strangers' text of bearable length, without control characters and marks that reorder it."""
    return brief(value) if type(value) is str else value


@cache
def inlined(names: tuple[str, ...]) -> str:
    """The assets of these names, one after the other."""
    return "".join(ASSETS.joinpath(name).read_text(encoding="utf-8") for name in names)


def policy(style: str, script: str, live: bool) -> str:
    """A content security policy: this style, this script, and no network but, for a served page, its own server."""
    connect = "connect-src 'self'; " if live else ""
    return (
        f"default-src 'none'; {connect}img-src data:; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    """The hash by which a policy names an inlined text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
