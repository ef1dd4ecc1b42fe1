"""The small parts of the plugin: settings and baseline."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tensorleak_probe.testing import baseline, settings


@pytest.mark.parametrize("given, expected", [("1 KB", 1e3), ("0.5 MiB", 524288), (2048, 2048), ("10", 10)])
def test_limits_are_read(given: object, expected: float) -> None:
    assert settings.parse_bytes(given) == expected


@pytest.mark.parametrize("given", ["much", "-1 KB", "1 furlong", None, True, -3])
def test_limits_that_cannot_be_meant_are_refused(given: object) -> None:
    with pytest.raises(settings.SettingError, match="no amount of memory"):
        settings.parse_bytes(given)


@pytest.mark.parametrize(
    "arguments, values", [((), {"limits": "1 KB"}), ((30,), {}), ((), {"iterations": 5}), ((), {"warmup": -1})]
)
def test_markers_that_cannot_be_meant_are_refused(arguments: tuple, values: dict) -> None:
    mark = SimpleNamespace(args=arguments, kwargs=values)
    with pytest.raises(settings.SettingError):
        settings.Settings.of_marker(mark, settings.DEFAULTS)


def leak(mark: str, summary: str = "s") -> dict:
    return {"fingerprint": mark, "rule": "TL301", "summary": summary}


def test_a_baseline_keeps_what_did_not_run_and_forgets_what_is_fixed(tmp_path: Path) -> None:
    path = str(tmp_path / "sub" / "baseline.json")
    baseline.write(path, baseline.merged({}, [], [("t1", leak("bb")), ("t2", leak("aa")), ("t3", leak("aa"))]))
    first = baseline.read(path)
    assert list(first) == ["aa", "bb"]
    assert first["aa"]["tests"] == ["t2", "t3"]
    baseline.write(path, baseline.merged(first, ["t1", "t2"], [("t2", leak("cc"))]))
    assert {mark: entry["tests"] for mark, entry in baseline.read(path).items()} == {"aa": ["t3"], "cc": ["t2"]}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"schema": "other"}', '{"schema": "tensorleak.baseline/1", "leaks": [{"rule": 1}]}', "[" * 99999],
)
def test_a_broken_baseline_is_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(baseline.BaselineError, match=r"b\.json"):
        baseline.read(str(path))


def test_a_missing_baseline_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(baseline.BaselineError, match="--tensorleak-update-baseline"):
        baseline.read(str(tmp_path / "none.json"))


def test_the_file_is_sorted_json(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    baseline.write(str(path), baseline.merged({}, [], [("b", leak("2")), ("a", leak("1"))]))
    content = json.loads(path.read_text())
    assert [entry["fingerprint"] for entry in content["leaks"]] == ["1", "2"]
    assert path.read_text().endswith("}\n")


def test_it_is_no_baseline_of_the_static_check_and_one_of_the_first_version_is_still_read(tmp_path: Path) -> None:
    from tensorleak.check.baseline import SCHEMA as STATIC

    path = tmp_path / "b.json"
    baseline.write(str(path), baseline.merged({}, [], [("a", leak("1"))]))
    content = json.loads(path.read_text())
    assert content["schema"] != STATIC
    path.write_text(json.dumps({**content, "schema": "tensorleak.baseline/1"}))
    assert list(baseline.read(str(path))) == ["1"]
