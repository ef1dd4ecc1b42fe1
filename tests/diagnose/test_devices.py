"""Memory on an accelerator, judged from recordings made on one (TensorFlow 2.21, memory growth on)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tensorleak_engine import Diagnosis, Verdict, diagnose
from tensorleak_engine.wording import device_lines

from tensorleak.documents import diagnosis as document
from tensorleak.recording.reader import load

DATA = Path(__file__).parent / "data"


def diagnosed(name: str) -> Diagnosis:
    return diagnose(load(DATA / f"gpu_{name}.jsonl"))


def without(name: str, folder: Path, unwanted: Callable[[dict], bool]) -> Diagnosis:
    """The diagnosis of a recording that lacks some of its records."""
    kept = [line for line in (DATA / f"gpu_{name}.jsonl").open() if not unwanted(json.loads(line))]
    (folder / "part.jsonl").write_text("".join(kept))
    return diagnose(load(folder / "part.jsonl"))


def test_tensors_of_the_device_go_on_after_the_last_look() -> None:
    """The list was seen for the last time 345 calls before the end: host memory stood still meanwhile, the device's did not."""
    found = diagnosed("kept_by_epoch")
    (finding,) = found.findings
    assert (found.verdict, finding.rule, finding.location and finding.location.line) == (Verdict.LEAK, "TL301", 18)
    assert finding.rate.bytes_per_unit == pytest.approx(4_194_304, rel=0.05)


def test_without_the_devices_figures_it_may_have_stopped(tmp_path: Path) -> None:
    lines = []
    for line in (DATA / "gpu_kept_by_epoch.jsonl").open():
        record = json.loads(line)
        if record["k"] == "sample":
            record["g"] = {name: value for name, value in record["g"].items() if not name.startswith("device.")}
        lines.append(json.dumps(record) + "\n")
    (tmp_path / "part.jsonl").write_text("".join(lines))
    assert diagnose(load(tmp_path / "part.jsonl")).verdict is not Verdict.LEAK


def test_kept_tensors_are_weighed_on_the_device_and_not_in_host_memory() -> None:
    found = diagnosed("kept_on_gpu")
    first, device = found.findings[0], found.devices[0]
    assert (found.verdict, first.rule) == (Verdict.LEAK, "TL301")
    assert device.name == "GPU:0"
    assert device.bytes_per_unit == pytest.approx(1_048_576, rel=0.05)
    assert first.rate.bytes_per_unit == pytest.approx(1_048_576, rel=0.05)
    assert any("memory in use on GPU:0 rose" in line for line in first.evidence)
    assert all("TL301" not in part.part for part in found.ledger)


def test_variables_on_the_device_are_weighed_there_too() -> None:
    found = diagnosed("variables")
    assert [finding.rule for finding in found.findings] == ["TL302"]
    assert found.devices[0].bytes_per_unit == pytest.approx(262_144, rel=0.05)
    assert all("TL302" not in part.part for part in found.ledger)


def test_tensors_that_nobody_can_name_a_holder_of_leak_although_host_memory_is_flat() -> None:
    found = diagnosed("chained")
    assert (found.verdict, found.findings[0].rule) == (Verdict.LEAK, "TL301")
    assert not found.growth.confirmed


def test_without_a_collection_the_same_tensors_might_be_garbage(tmp_path: Path) -> None:
    found = without("chained", tmp_path, lambda record: record.get("kind") == "collect")
    assert found.verdict is Verdict.GROWING


def test_tensors_on_the_device_that_a_collection_freed_are_deferred() -> None:
    found = diagnosed("garbage")
    assert found.verdict is Verdict.DEFERRED
    assert "a collection frees it" in found.sentence


def test_growth_on_the_device_without_any_owner_is_unexplained(tmp_path: Path) -> None:
    found = without("chained", tmp_path, lambda record: record.get("kind") == "census")
    assert (found.verdict, found.findings[0].rule) == (Verdict.UNEXPLAINED, "TL803")
    assert found.sentence.startswith("device memory that no TensorFlow or Python object accounts for grows by 1.0")


def test_garbage_on_the_device_is_not_called_unexplained(tmp_path: Path) -> None:
    found = without("garbage", tmp_path, lambda record: record.get("kind") == "census")
    assert "TL803" not in {finding.rule for finding in found.findings}


def test_dropped_models_on_the_device_wait_for_the_collector() -> None:
    assert diagnosed("models_dropped").verdict in (Verdict.DEFERRED, Verdict.STEADY, Verdict.BOUNDED)


def test_a_large_temporary_is_retained_by_the_pool() -> None:
    found = diagnosed("big_temporary")
    assert found.verdict is Verdict.RETAINED
    assert "released its memory on GPU:0" in found.sentence
    assert not found.findings


@pytest.mark.parametrize("name", ["steady", "cycles"])
def test_a_level_or_saw_tooth_on_the_device_is_no_growth(name: str) -> None:
    found = diagnosed(name)
    assert (found.verdict, found.findings) == (Verdict.STEADY, ())
    assert found.devices[0].bytes_per_unit == 0


def test_only_a_level_is_ruled_out() -> None:
    told = {name: any("memory on GPU:0" in line for line in diagnosed(name).ruled_out) for name in ("steady", "cycles")}
    assert told == {"steady": True, "cycles": False}


def test_reports_tell_the_device() -> None:
    found = diagnosed("kept_on_gpu")
    assert device_lines(found)[0].startswith("GPU:0: 7")
    assert "grew by 1.0" in device_lines(found)[0]
    assert document.as_data(found)["devices"][0]["name"] == "GPU:0"
    assert "grew" not in device_lines(diagnosed("steady"))[0]
