"""The shape of a layer's result from that of its input, for the layers that most Keras 2 models are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Shape = tuple[int | None, ...]
Rule = Callable[[dict[str, Any], Shape], Shape | None]

SAME = frozenset(
    "Activation ReLU LeakyReLU PReLU ELU Softmax Dropout SpatialDropout1D SpatialDropout2D GaussianNoise GaussianDropout "
    "BatchNormalization BatchNormalizationV1 LayerNormalization Rescaling Normalization Masking "
    "Add Multiply Subtract Average Maximum Minimum".split()
)


def output_shape(kind: str, settings: dict[str, Any], inputs: list[Shape]) -> Shape | None:
    """The shape of the result, batch first; None for a layer or an input that is not known."""
    if not inputs:
        return None
    if kind in SAME:
        return inputs[0]
    if kind == "Concatenate":
        return _concatenated(settings, inputs)
    rule = RULES.get(kind)
    try:
        return rule(settings, inputs[0]) if rule else None
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError):
        return None


def _concatenated(settings: dict[str, Any], inputs: list[Shape]) -> Shape | None:
    axis = settings.get("axis", -1)
    if not isinstance(axis, int) or any(len(shape) != len(inputs[0]) for shape in inputs):
        return None
    if not -len(inputs[0]) <= axis < len(inputs[0]):
        return None
    sizes = [shape[axis] for shape in inputs]
    joined = list(inputs[0])
    joined[axis] = None if None in sizes else sum(size or 0 for size in sizes)
    return tuple(joined)


def _dense(settings: dict[str, Any], shape: Shape) -> Shape:
    return (*shape[:-1], int(settings["units"]))


def _embedding(settings: dict[str, Any], shape: Shape) -> Shape:
    return (*shape, int(settings["output_dim"]))


def _flatten(settings: dict[str, Any], shape: Shape) -> Shape:
    size = 1
    for part in shape[1:]:
        size *= int(part or 1)
    return (shape[0], size)


def _reshape(settings: dict[str, Any], shape: Shape) -> Shape:
    return (shape[0], *(int(size) if size >= 0 else None for size in settings["target_shape"]))


def _recurrent(settings: dict[str, Any], shape: Shape) -> Shape:
    units = int(settings["units"])
    return (shape[0], shape[1], units) if settings.get("return_sequences") else (shape[0], units)


def _bidirectional(settings: dict[str, Any], shape: Shape) -> Shape | None:
    inner = settings["layer"]
    once = output_shape(inner["class_name"], inner["config"], [shape])
    if once is None or settings.get("merge_mode", "concat") != "concat":
        return once
    return (*once[:-1], 2 * int(once[-1] or 0))


def _windowed(window: str, channels: str | None) -> Rule:
    """Convolution and pooling: strides and padding shrink what lies between batch and channels."""

    pooling = window == "pool_size"  # which steps by its own size unless told

    def rule(settings: dict[str, Any], shape: Shape) -> Shape | None:
        if settings.get("data_format", "channels_last") == "channels_first":
            return None
        sizes, places = _pair(settings[window], len(shape) - 2), shape[1:-1]
        strides = _pair(settings.get("strides") or (settings[window] if pooling else 1), len(places))
        dilation = _pair(settings.get("dilation_rate") or 1, len(places))
        spread = [(size - 1) * by + 1 for size, by in zip(sizes, dilation, strict=True)]
        valid = settings.get("padding", "valid") != "same"
        kept = tuple(
            None if place is None else -(-(place - size + 1 if valid else place) // stride)
            for place, size, stride in zip(places, spread, strides, strict=True)
        )
        return (shape[0], *kept, int(settings[channels]) if channels else shape[-1])

    return rule


def _depthwise(settings: dict[str, Any], shape: Shape) -> Shape | None:
    found = _windowed("kernel_size", None)(settings, shape)
    return None if found is None else (*found[:-1], int(shape[-1] or 0) * int(settings.get("depth_multiplier", 1)))


def _pair(value: Any, count: int) -> list[int]:
    return [int(size) for size in value] if isinstance(value, (list, tuple)) else [int(value)] * count


def _padded(settings: dict[str, Any], shape: Shape) -> Shape:
    padding = settings["padding"]
    pairs = [tuple(pair) if isinstance(pair, (list, tuple)) else (pair, pair) for pair in _as_list(padding, shape)]
    return (
        shape[0],
        *(None if size is None else size + pair[0] + pair[1] for size, pair in zip(shape[1:-1], pairs, strict=True)),
        shape[-1],
    )


def _as_list(value: Any, shape: Shape) -> list[Any]:
    if len(shape) == 3 and isinstance(value, list) and not isinstance(value[0], list):
        return [value]
    return value if isinstance(value, list) else [value] * (len(shape) - 2)


def _pooled(settings: dict[str, Any], shape: Shape) -> Shape:
    return (shape[0], *(1 for _ in shape[1:-1]), shape[-1]) if settings.get("keepdims") else (shape[0], shape[-1])


RULES: dict[str, Rule] = {
    "Dense": _dense,
    "Embedding": _embedding,
    "Flatten": _flatten,
    "Reshape": _reshape,
    "Bidirectional": _bidirectional,
    **dict.fromkeys(("LSTM", "GRU", "SimpleRNN", "CuDNNLSTM", "CuDNNGRU"), _recurrent),
    **dict.fromkeys(
        ("Conv1D", "Conv2D", "Conv3D", "SeparableConv1D", "SeparableConv2D"), _windowed("kernel_size", "filters")
    ),
    "DepthwiseConv2D": _depthwise,
    **dict.fromkeys(
        ("MaxPooling1D", "MaxPooling2D", "AveragePooling1D", "AveragePooling2D"), _windowed("pool_size", None)
    ),
    **dict.fromkeys(("ZeroPadding1D", "ZeroPadding2D", "ZeroPadding3D"), _padded),
    **dict.fromkeys(
        ("GlobalAveragePooling1D", "GlobalAveragePooling2D", "GlobalMaxPooling1D", "GlobalMaxPooling2D"), _pooled
    ),
}
