"""Says what a saved model will take in memory, from its file alone: nothing is loaded, TensorFlow is not needed."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tensorleak.serving import calibration
from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats.checkpoint import read_index
from tensorleak.serving.formats.files import read_whole, regular_file
from tensorleak.serving.formats.hdf5 import SIGNATURE, Hdf5File, read_hdf5
from tensorleak.serving.formats.keras_zip import read_keras
from tensorleak.serving.formats.savedmodel import read_saved_model
from tensorleak.serving.keras_config import config_activations, layer_count
from tensorleak.serving.liveness import Activations
from tensorleak.serving.savings import Saving, savings
from tensorleak.serving.sizes import size_text
from tensorleak.serving.tensors import StoredTensor, bytes_by_dtype

MAX_STATE = 1 << 20
MAX_BATCH = 1 << 24


@dataclass(frozen=True)
class Estimate:
    """What a model holds and what it is expected to take; all sizes in bytes."""

    path: str
    format: str
    batch_size: int
    parameters: int
    optimizer_parameters: int
    bytes_by_dtype: dict[str, int]
    weights_bytes: int
    activations_bytes: int | None
    training_activations_bytes: int | None
    runtime_bytes: int
    model_bytes: int
    peak_bytes: int
    savings: dict[str, Saving]
    notes: tuple[str, ...]

    @property
    def host_bytes(self) -> int:
        """Resident memory of a process that has loaded the model and predicts, TensorFlow included."""
        return self.runtime_bytes + self.model_bytes

    @property
    def host_peak_bytes(self) -> int:
        """The most that such a process takes, which is while it loads."""
        return self.runtime_bytes + self.peak_bytes

    @property
    def device_bytes(self) -> int:
        """Accelerator memory for prediction: the weights and one batch's intermediate results."""
        return self.weights_bytes + (self.activations_bytes or 0)

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data."""
        return {
            **asdict(self),
            "host_bytes": self.host_bytes,
            "host_peak_bytes": self.host_peak_bytes,
            "device_bytes": self.device_bytes,
        }

    def __str__(self) -> str:
        kinds = ", ".join(f"{name} {size_text(size)}" for name, size in self.bytes_by_dtype.items())
        activations = "unknown" if self.activations_bytes is None else size_text(self.activations_bytes)
        lines = [
            f"{self.path} ({self.format}): {self.parameters:,} parameters, {size_text(self.weights_bytes)} ({kinds})",
            f"  host     {size_text(self.host_bytes)}: TensorFlow {size_text(self.runtime_bytes)}, the model"
            f" {size_text(self.model_bytes)}; while loading {size_text(self.host_peak_bytes)}",
            f"  device   {size_text(self.device_bytes)} at batch size {self.batch_size} (intermediate results {activations})",
            *(f"  {name:<9}saves {size_text(one.memory_bytes)}: {one.note}" for name, one in self.savings.items()),
            *(f"  note     {note}" for note in self.notes),
        ]
        return "\n".join(lines)


@dataclass
class Contents:
    """What a reader found, before it is turned into an estimate."""

    kind: str
    tensors: list[StoredTensor]
    activations: Activations | None = None
    copies: int = 0
    layers: int = 0
    nodes: int = 0


def estimate_model(
    path: str | os.PathLike[str], batch_size: int = 1, *, python: str | None = None, runtime: str = "cpu"
) -> Estimate:
    """What the model at `path` holds and takes; `python` names an interpreter with h5py if this one has none.

    What TensorFlow itself takes depends on its build, which no model file tells: `runtime` is `"cpu"`, `"cuda"` for the
    CUDA wheel without a GPU, or `"gpu"` with one.
    Reads `.keras`, `.h5` (models and weights), SavedModel directories and checkpoints; raises `ModelFileError`.
    """
    if isinstance(batch_size, bool) or not isinstance(batch_size, int) or not 0 < batch_size <= MAX_BATCH:
        raise ModelFileError(f"the batch size must be a whole number from 1 to {MAX_BATCH:,}, not {batch_size!r}")
    if runtime not in calibration.RUNTIMES:
        raise ModelFileError(f"the runtime must be one of {', '.join(calibration.RUNTIMES)}, not {runtime!r}")
    found = _read(Path(os.fspath(path)), batch_size, python)
    if not found.tensors:
        raise ModelFileError(f"{path} holds no weights: name a file that does")
    return _estimate(str(path), found, batch_size, calibration.RUNTIMES[runtime])


def _read(path: Path, batch_size: int, python: str | None) -> Contents:
    """Chooses the reader by what the file is, not by what it is called."""
    if path.is_dir():
        return _read_folder(path, batch_size)
    if path.name == "saved_model.pb":
        return _read_folder(path.parent, batch_size)
    index = path if path.suffix == ".index" else path.with_name(path.name + ".index")
    if path.suffix == ".index" or (not path.exists() and index.exists()):
        return Contents("checkpoint", read_index(index))
    regular_file(path)
    return _read_file(path, batch_size, python)


def _read_file(path: Path, batch_size: int, python: str | None) -> Contents:
    try:
        with path.open("rb") as source:
            beginning = source.read(8)
    except OSError as error:
        raise ModelFileError(f"{path}: {error.strerror or error}: make it readable") from error
    if beginning[:2] == b"PK" or (path.suffix == ".keras" and beginning != SIGNATURE):
        return _keras_contents("keras", read_keras(path, python), batch_size)
    opened = read_hdf5(path, python)
    return _keras_contents("hdf5" if opened.config else "hdf5 weights", opened, batch_size)


def _keras_contents(kind: str, opened: Hdf5File, batch_size: int) -> Contents:
    try:
        live = config_activations(opened.config, batch_size)
        layers = layer_count(opened.config)
    except RecursionError:  # nested beyond any real model: the weights are still known
        live, layers = None, 0
    return Contents(kind, opened.tensors, live, layers=layers)


def _read_folder(folder: Path, batch_size: int) -> Contents:
    if (folder / "saved_model.pb").exists():
        saved = read_saved_model(folder)
        copies = sum(tensor.nbytes for tensor in saved.copies)
        return Contents("savedmodel", saved.tensors, saved.activations(batch_size), copies, nodes=saved.nodes)
    return Contents("checkpoint", read_index(_latest_index(folder)))


def _latest_index(folder: Path) -> Path:
    """The index of the checkpoint that the folder's state file calls the newest, or of the only one there."""
    state = folder / "checkpoint"
    if state.exists():
        for line in read_whole(state, MAX_STATE).decode("utf-8", "replace").splitlines():
            if line.startswith("model_checkpoint_path:"):
                named = Path(line.split(":", 1)[1].strip().strip('"')).name
                return folder / f"{named}.index"
    found = sorted(folder.glob("*.index"))[:2]
    if len(found) != 1:
        some = "several checkpoints: name one" if found else "no model: name a .keras, .h5, SavedModel or checkpoint"
        raise ModelFileError(f"{folder} is a directory with {some}")
    return found[0]


def _estimate(path: str, found: Contents, batch_size: int, runtime: int) -> Estimate:
    own = [tensor for tensor in found.tensors if not tensor.optimizer]
    weights = sum(tensor.nbytes for tensor in own)
    live = found.activations
    peak = live.peak if live else 0
    model = calibration.model_bytes(found.kind, own, found.copies, found.layers, found.nodes, peak)
    return Estimate(
        path,
        found.kind,
        batch_size,
        sum(tensor.elements for tensor in own),
        sum(tensor.elements for tensor in found.tensors if tensor.optimizer),
        bytes_by_dtype(own),
        weights,
        live.peak if live else None,
        live.total if live else None,
        runtime,
        model,
        calibration.peak_bytes(found.kind, own, model),
        savings(own),
        tuple(_notes(found)),
    )


def _notes(found: Contents) -> list[str]:
    notes = []
    if found.activations is None:
        notes.append("the file does not tell the shapes between layers: intermediate results are not counted")
    if found.copies:
        notes.append(f"the file stores every variable twice, and loading it makes both: {size_text(found.copies)} more")
    if any(tensor.optimizer for tensor in found.tensors):
        notes.append(
            "the file also holds the optimizer's state, which prediction does not need: load with compile=False"
        )
    return notes
