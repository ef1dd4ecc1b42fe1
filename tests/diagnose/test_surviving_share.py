"""Each collection takes the garbage away: what survives is compared with what was made between collections."""

from __future__ import annotations

import pytest

from tensorleak.diagnose.case import surviving_share
from tensorleak.recording.records import Look


def looks(*counts: tuple[int, int]) -> list[Look]:
    return [
        Look(t, "collect", 0.1, before={"g": before}, after={"g": after}) for t, (before, after) in enumerate(counts)
    ]


@pytest.mark.parametrize(
    ("counts", "share"),
    [
        (((18, 4), (22, 6), (27, 9)), 5 / 39),  # models that are fitted and dropped, TensorFlow 2.4: garbage
        (((18, 18), (22, 22), (27, 27)), 1.0),
        (((20, 10), (30, 20), (40, 30)), 0.5),
    ],
    ids=["garbage", "kept", "half of it"],
)
def test_share(counts: tuple[tuple[int, int], ...], share: float) -> None:
    assert surviving_share(looks(*counts), "g") == pytest.approx(share)


@pytest.mark.parametrize("counts", [((5, 5), (5, 5)), ((5, 5),)], ids=["nothing made", "one look"])
def test_nothing_to_tell_by(counts: tuple[tuple[int, int], ...]) -> None:
    assert surviving_share(looks(*counts), "g") is None
