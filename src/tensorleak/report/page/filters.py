"""Numbers, times and names as the templates of the page write them."""

from __future__ import annotations

import re
import shlex
from datetime import datetime, timezone

from markupsafe import Markup, escape
from tensorleak_engine.model.diagnosis import Interval, Verdict
from tensorleak_engine.wording import amount, count_words, duration

from tensorleak.safe import clean

TONES = {
    Verdict.LEAK: "bad",
    Verdict.UNEXPLAINED: "odd",
    Verdict.GROWING: "warn",
    Verdict.TOO_SHORT: "warn",
}


LONGEST = 2_000
CODE = re.compile(r"`([^`]+)`")


def brief(text: str) -> str:
    """Text of strangers as a page may hold it."""
    return clean(text if len(text) <= LONGEST else text[:LONGEST] + "…")


def coded(text: str) -> Markup:
    """Our own sentences, with what stands between backticks as code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(brief(text)))))


def number(value: float) -> str:
    """A count with thousands kept apart."""
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-9 or abs(value) >= 100 else f"{value:,.3g}"


def percent(share: float) -> str:
    """A share of one."""
    return f"{share:.1%}"


def moment(unix: float) -> str:
    """A time of day anybody can place; empty for what no calendar holds."""
    try:
        return datetime.fromtimestamp(unix, tz=timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, OSError, ValueError):
        return ""


def signed(nbytes: float) -> str:
    """A change in bytes."""
    return f"+{amount(nbytes)}" if nbytes > 0 else amount(nbytes).replace("-", "−")


def between(span: Interval) -> str:
    """An interval of bytes."""
    return f"{amount(span.low)} to {amount(span.high)}"


def seconds(value: float) -> str:
    """A moment of the run."""
    return f"{value:.2f} s" if value < 100 else f"{value:,.0f} s"


def tone(verdict: Verdict) -> str:
    """How alarming a verdict looks."""
    return TONES.get(verdict, "calm")


def quoted(word: str) -> str:
    """One word of a command line."""
    return shlex.quote(word)


FILTERS = {
    "amount": amount,
    "signed": signed,
    "between": between,
    "coded": coded,
    "count": count_words,
    "duration": duration,
    "moment": moment,
    "number": number,
    "percent": percent,
    "quoted": quoted,
    "seconds": seconds,
    "tone": tone,
}
