"""A folder of models that a lane has saved."""

from __future__ import annotations

from pathlib import Path


class Saved:
    """A folder of saved models and the facts that TensorFlow told of them."""

    def __init__(self, folder: Path, facts: dict[str, dict[str, int]]) -> None:
        self.folder, self.facts = folder, facts

    def path(self, name: str) -> Path:
        return self.folder / name
