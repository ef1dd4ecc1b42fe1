"""Fixtures of the tests of fixes."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from fixing import outcome

from tensorleak.check.source import Source
from tensorleak.fix.outcome import Refusal, Rewrite


@pytest.fixture
def becomes() -> Callable[..., Rewrite]:
    """Asserts the whole text after a fix, byte for byte."""

    def check(fix: str, before: str, after: str, rule: str = "TL101", subject: str = "") -> Rewrite:
        result = outcome(fix, before, rule, subject)
        assert isinstance(result, Rewrite), result
        assert result.text == textwrap.dedent(after).lstrip("\n")
        assert result.title
        assert result.reason
        return result

    return check


@pytest.fixture
def refuses() -> Callable[..., str]:
    """Asserts that there is no fix, and gives the reason."""

    def check(fix: str, code: str, rule: str = "TL101", subject: str = "") -> str:
        result = outcome(fix, code, rule, subject)
        assert isinstance(result, Refusal), result.text
        return result.reason

    return check


@pytest.fixture
def source() -> Callable[..., Source]:
    def make(path: Path, text: str) -> Source:
        path.write_bytes(text.encode())
        return Source(path, path.name, text)

    return make
