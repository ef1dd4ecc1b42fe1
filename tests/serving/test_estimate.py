"""What a file holds is told exactly, in every format, without TensorFlow; what it cannot tell is said to be unknown."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from saved_models import Saved

from tensorleak.serving import ModelFileError, estimate_model

SUFFIXES = [".keras", ".h5", ".weights.h5", "_saved", "_checkpoint", "_checkpoint.index"]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", ["conv", "text", "chain"])
def test_parameters_are_exact(saved2: Saved, name: str, suffix: str) -> None:
    found = estimate_model(saved2.path(name + suffix))
    assert found.parameters == saved2.facts[name]["parameters"]
    assert found.bytes_by_dtype["float32"] == 4 * found.parameters
    assert found.optimizer_parameters == 0
    assert found.host_bytes > found.runtime_bytes + found.weights_bytes
    assert found.host_peak_bytes >= found.host_bytes


@pytest.mark.parametrize("suffix", [".keras", ".h5", "_saved"])
def test_half_precision_is_told(saved2: Saved, suffix: str) -> None:
    assert estimate_model(saved2.path("half" + suffix)).bytes_by_dtype == {"float16": 440}


@pytest.mark.parametrize("suffix", [".keras", "_saved", "_checkpoint"])
def test_bfloat16_is_told(saved2: Saved, suffix: str) -> None:
    found = estimate_model(saved2.path("brain" + suffix))
    assert found.parameters == 220
    assert found.bytes_by_dtype == {"bfloat16": 440}


@pytest.mark.parametrize("suffix", [".keras", ".h5"])
def test_the_optimizer_is_told_apart(saved2: Saved, suffix: str) -> None:
    found = estimate_model(saved2.path("trained" + suffix))
    assert found.parameters == saved2.facts["trained"]["parameters"]
    assert found.optimizer_parameters >= 2 * found.parameters
    assert any("optimizer" in note for note in found.notes)


@pytest.mark.parametrize("suffix", [".keras", ".h5", "_saved"])
def test_activations_follow_the_batch(saved2: Saved, suffix: str) -> None:
    one, eight = (estimate_model(saved2.path("conv" + suffix), size) for size in (1, 8))
    assert one.activations_bytes is not None
    assert eight.activations_bytes == 8 * one.activations_bytes
    assert eight.device_bytes > one.device_bytes
    # Two results of the convolutions, 14 × 14 × 8 floats, are alive at once, and a third while they are added.
    assert 2 * 6272 <= one.activations_bytes <= 4 * 6272


@pytest.mark.parametrize("suffix", [".weights.h5", "_checkpoint"])
def test_unknown_activations_are_said_to_be_unknown(saved2: Saved, suffix: str) -> None:
    found = estimate_model(saved2.path("conv" + suffix))
    assert found.activations_bytes is None
    assert "unknown" in str(found)
    assert any("not counted" in note for note in found.notes)


def test_doubled_variables_of_an_export_are_counted_once_and_noted(saved2: Saved) -> None:
    found = estimate_model(saved2.path("conv_saved"))
    assert any("twice" in note for note in found.notes)


def test_a_folder_of_checkpoints_gives_the_newest(saved2: Saved) -> None:
    assert estimate_model(saved2.path("rolling")).parameters == saved2.facts["chain"]["parameters"]


def test_weights_frozen_into_the_graph_count(saved2: Saved) -> None:
    assert estimate_model(saved2.path("frozen_saved")).parameters == 64 * 32


def test_gradients_beside_the_functions_are_passed_over(saved2: Saved) -> None:
    assert estimate_model(saved2.path("bent_saved")).parameters == 30


def test_savings(saved2: Saved) -> None:
    found = estimate_model(saved2.path("chain.keras"))
    kernels, vectors = 10 * 20 + 20 * 3, 23
    assert found.savings["float16"].memory_bytes == 2 * (kernels + vectors)
    assert found.savings["bfloat16"].memory_bytes == 2 * (kernels + vectors)
    assert found.savings["int8"].memory_bytes == 3 * kernels - 4 * 23
    assert found.savings["pruned"].memory_bytes == 0  # zeros take as much room as other numbers
    assert 0 < found.savings["pruned"].file_bytes < 2 * kernels


@pytest.mark.parametrize("name", ["conv.h5", "conv.weights.h5", "conv_saved"])
def test_tensorflow_1_formats(saved1: Saved, name: str) -> None:
    assert estimate_model(saved1.path(name)).parameters == saved1.facts["conv"]["parameters"]


def test_shapes_of_keras_2_are_followed_from_the_input(saved1: Saved) -> None:
    found = estimate_model(saved1.path("conv.h5"), batch_size=2)
    assert found.activations_bytes == 2 * 4 * (8 * 8 * 4 + 4 * 4 * 4)


def test_a_tensorflow_1_checkpoint_and_its_optimizer(saved1: Saved) -> None:
    found = estimate_model(saved1.path("adam"))
    assert found.parameters == 70 + 2  # the two powers that Adam keeps have no telling name
    assert found.optimizer_parameters == 140


def test_weights_packed_into_the_zip_are_read_too(saved2: Saved, tmp_path: Path) -> None:
    packed = tmp_path / "packed.keras"
    with (
        zipfile.ZipFile(saved2.path("conv.keras")) as source,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out,
    ):
        for name in source.namelist():
            out.writestr(name, source.read(name))
    assert estimate_model(packed) == pytest.approx(estimate_model(packed))
    assert estimate_model(packed).parameters == saved2.facts["conv"]["parameters"]


def test_tensorflow_is_not_needed(saved2: Saved) -> None:
    program = (
        "import sys; sys.modules['tensorflow'] = None\n"
        "from tensorleak import estimate_model\n"
        "print(estimate_model(sys.argv[1]).parameters)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(saved2.path("conv_saved"))], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == str(saved2.facts["conv"]["parameters"]), done.stderr


def test_another_interpreter_can_read_hdf5(saved2: Saved, lane: Path) -> None:
    assert estimate_model(saved2.path("conv.h5"), python=str(lane)).parameters == saved2.facts["conv"]["parameters"]


def test_an_interpreter_without_h5py_says_so(saved2: Saved, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.write_text(f'#!/bin/sh\nshift; exec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    with pytest.raises(ModelFileError, match=r"tensorleak\[models\]"):
        estimate_model(saved2.path("conv.h5"), python=str(bare))


@pytest.mark.parametrize("size", [0, -1, True, 1.5, "8", 1 << 40])
def test_a_batch_size_is_a_sane_number(saved2: Saved, size: object) -> None:
    with pytest.raises(ModelFileError, match="batch size"):
        estimate_model(saved2.path("conv.h5"), size)  # type: ignore[arg-type]


def test_the_text_has_the_figures(saved2: Saved) -> None:
    text = str(estimate_model(saved2.path("chain.keras"), 4))
    for part in ("283 parameters", "host", "device", "batch size 4", "float16", "int8"):
        assert part in text
    assert estimate_model(saved2.path("chain.keras")).as_dict()["host_bytes"] > 0


def test_tensorflows_own_part_follows_its_build(saved2: Saved) -> None:
    cpu, cuda, gpu = (estimate_model(saved2.path("conv.keras"), runtime=name) for name in ("cpu", "cuda", "gpu"))
    assert cpu == estimate_model(saved2.path("conv.keras"))
    assert cpu.host_bytes < cuda.host_bytes < gpu.host_bytes
    assert cpu.model_bytes == cuda.model_bytes == gpu.model_bytes
    with pytest.raises(ModelFileError, match="one of cpu, cuda, gpu"):
        estimate_model(saved2.path("conv.keras"), runtime="tpu")
