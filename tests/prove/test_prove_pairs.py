"""Findings of two runs are matched by fingerprint, else by rule and file, else by rule."""

from __future__ import annotations

from proofs import finding, larger

from tensorleak.prove.pairs import Change, match


def changes(before: list, after: list) -> list[tuple[str, str]]:
    return [(pair.finding.rule, str(pair.change)) for pair in match(before, after)]


def test_the_same_leak_matches_although_its_line_and_folder_moved() -> None:
    assert changes([finding()], [finding(file="/copy/train.py")]) == [("TL101", "unchanged")]


def test_another_subject_in_the_same_file_matches_by_rule() -> None:
    assert changes([finding(subject="a")], [finding(subject="b")]) == [("TL101", "unchanged")]


def test_another_file_matches_by_rule_alone() -> None:
    assert changes([finding()], [finding(file="/app/fixed.py")]) == [("TL101", "unchanged")]


def test_the_surest_match_wins() -> None:
    first, second = finding(subject="a"), finding(subject="b", count=9)
    pairs = match([first, second], [second])
    assert [(pair.before, pair.after) for pair in pairs] == [(first, None), (second, second)]


def test_gone_and_new() -> None:
    assert changes([finding()], [finding("TL301")]) == [("TL101", "gone"), ("TL301", "new")]


def test_rates() -> None:
    found = finding()
    for factor, change in ((0.1, Change.SMALLER), (0.9, Change.SAME), (1.2, Change.SAME), (3.0, Change.LARGER)):
        assert match([found], [larger(found, factor)])[0].change is change


def test_bytes_decide_where_there_is_no_count() -> None:
    assert match([finding(count=0, size=1000)], [finding(count=0, size=10)])[0].change is Change.SMALLER
