"""What a Keras configuration tells of a model's layers: how many there are, and the sizes of their results.

Keras 3 writes the shape of every tensor between layers; Keras 2 only the input's, so the common layers are followed from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tensorleak.serving.layer_shapes import output_shape
from tensorleak.serving.liveness import Activations, Step, activations, grouped_scratch
from tensorleak.serving.tensors import BITS

MAX_DEPTH = 40
MAX_LAYERS = 100_000
MODELS = ("Functional", "Sequential", "Model")

Shape = tuple[int | None, ...]


@dataclass
class Layer:
    """One layer of a configuration with what it needs; the shape is None where nothing tells it."""

    name: str
    kind: str
    settings: dict[str, Any]
    needs: list[str]
    input_shapes: list[Shape]
    shape: Shape | None = None
    dtype: str = "float32"


def layer_count(config: dict[str, Any] | None) -> int:
    """Layers of a model, those of the models within it included."""
    return sum(1 for _ in _all_layers(config, 0)) if config else 0


def config_activations(config: dict[str, Any] | None, batch_size: int) -> Activations | None:
    """Intermediate results for one batch; None where the configuration does not tell."""
    layers = _layers(config, 0) if config else None
    if not layers or any(layer.shape is None for layer in layers):
        return None
    return activations(_step(layer, _nbytes(layer, batch_size)) for layer in layers)


def _step(layer: Layer, nbytes: int) -> Step:
    kernel, groups = layer.settings.get("kernel_size"), layer.settings.get("groups", 1)
    grouped = isinstance(groups, int) and groups > 1 and isinstance(kernel, list) and layer.shape and layer.input_shapes
    sizes = (
        [size for size in kernel if isinstance(size, int) and 0 < size < 1 << 16] if isinstance(kernel, list) else []
    )
    if not grouped or layer.shape is None:
        return Step(layer.name, nbytes, tuple(layer.needs))
    scratch = grouped_scratch(nbytes, layer.shape[-1] or 1, layer.input_shapes[0][-1] or 1, sizes[:3])
    return Step(layer.name, nbytes, tuple(layer.needs), scratch)


def _all_layers(config: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    for entry in _entries(config):
        yield entry
        if depth < MAX_DEPTH:
            yield from _all_layers(entry, depth + 1)


def _entries(config: dict[str, Any]) -> list[dict[str, Any]]:
    inner = config.get("config")
    found = inner.get("layers") if isinstance(inner, dict) else inner if isinstance(inner, list) else None
    return [entry for entry in found if isinstance(entry, dict)][:MAX_LAYERS] if isinstance(found, list) else []


def _layers(config: dict[str, Any], depth: int) -> list[Layer] | None:
    """The layers of a model in the order of the file, each with the shape of its result."""
    entries = _entries(config)
    if not entries or depth > MAX_DEPTH:
        return None
    chain = config.get("class_name") == "Sequential"
    stated = _stated_shapes(entries)
    layers: list[Layer] = []
    shapes: dict[str, Shape | None] = {}
    for entry in entries:
        layer = _layer(entry, layers[-1] if chain and layers else None)
        known = [shapes.get(need) for need in layer.needs]
        layer.input_shapes = layer.input_shapes or [shape for shape in known if shape is not None]
        layer.shape = stated.get(layer.name) or _followed(entry, layer, depth)
        shapes[layer.name] = layer.shape
        layers.append(layer)
    return layers


def _layer(entry: dict[str, Any], before: Layer | None) -> Layer:
    settings = entry.get("config")
    settings = settings if isinstance(settings, dict) else {}
    build = entry.get("build_config")
    built = (_shape(build.get("input_shape")) if isinstance(build, dict) else None) or _input_shape(settings)
    needs = [name for name, _, _ in _tensors(entry.get("inbound_nodes"), 0)]
    name = str(entry.get("name") or settings.get("name") or f"layer_{id(entry)}")
    return Layer(
        name,
        str(entry.get("class_name", "")),
        settings,
        needs or ([before.name] if before else []),
        [built] if built else [],
        dtype=_dtype(settings.get("dtype")),
    )


def _followed(entry: dict[str, Any], layer: Layer, depth: int) -> Shape | None:
    """The shape of a result that the file does not state: by the layer's own rule, or by the model within."""
    if layer.kind == "InputLayer":
        return layer.input_shapes[0] if layer.input_shapes else None
    if layer.kind in MODELS:
        inner = _layers(entry, depth + 1)
        return inner[-1].shape if inner else None
    return output_shape(layer.kind, layer.settings, layer.input_shapes)


def _stated_shapes(entries: list[dict[str, Any]]) -> dict[str, Shape]:
    """Layer name → the shape of its result, from wherever another layer takes it in."""
    return {
        name: shape
        for entry in entries
        for name, shape, _ in _tensors(entry.get("inbound_nodes"), 0)
        if shape is not None
    }


def _tensors(node: Any, depth: int) -> Iterator[tuple[str, Shape | None, str]]:
    """The tensors that a layer takes in: Keras 3 writes objects, Keras 2 lists that begin with the layer's name."""
    if depth > MAX_DEPTH:
        return
    if isinstance(node, dict):
        if node.get("class_name") == "__keras_tensor__" and isinstance(node.get("config"), dict):
            config = node["config"]
            history = config.get("keras_history")
            if isinstance(history, list) and history:
                yield str(history[0]), _shape(config.get("shape")), str(config.get("dtype", "float32"))
            return
        for value in node.values():
            yield from _tensors(value, depth + 1)
    elif isinstance(node, list):
        if len(node) >= 3 and isinstance(node[0], str) and isinstance(node[1], int) and isinstance(node[2], int):
            yield node[0], None, "float32"
            return
        for value in node:
            yield from _tensors(value, depth + 1)


def _input_shape(settings: dict[str, Any]) -> Shape | None:
    return _shape(settings.get("batch_shape")) or _shape(settings.get("batch_input_shape"))


def _shape(value: Any) -> Shape | None:
    if not isinstance(value, list) or not value or len(value) > 16:
        return None
    if any(size is not None and (not isinstance(size, int) or not 0 <= size < 1 << 40) for size in value):
        return None
    return tuple(value)


def _dtype(value: Any) -> str:
    """A dtype, or the compute dtype of a policy; float32 where neither is told."""
    if isinstance(value, dict):
        config = value.get("config")
        value = config.get("name") if isinstance(config, dict) else None
    name = str(value).removeprefix("mixed_") if isinstance(value, str) else "float32"
    return name if name in BITS else "float32"


def _nbytes(layer: Layer, batch_size: int) -> int:
    """Bytes of a layer's result; a second open dimension counts as one element, the least it can be."""
    if layer.kind in ("InputLayer", "Flatten", "Reshape", "Dropout"):
        return 0  # what came in, unchanged
    first, *rest = layer.shape or (0,)
    elements = (batch_size if first is None else first) * math.prod(1 if size is None else size for size in rest)
    return min(elements, 1 << 50) * BITS[layer.dtype] // 8
