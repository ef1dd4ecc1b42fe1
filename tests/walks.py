"""Walks as tests need them: a process of the tests is full of other tests' modules, and a walk is bounded for programs."""

from __future__ import annotations

import pytest
from tensorleak_probe.looks import walk


def let_walks_visit_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the bounds away."""
    monkeypatch.setattr(walk, "MAX_VISITED", 10**7)
    monkeypatch.setattr(walk, "EMERGENCY", 60.0)
    monkeypatch.setattr(walk, "MAX_REPORTED", 1000)
    monkeypatch.setattr(walk, "DESCRIBED", 60.0)
