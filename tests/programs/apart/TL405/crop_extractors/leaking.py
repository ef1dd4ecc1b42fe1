"""Feature service: cuts a layer's output out of a backbone for crops of any size."""
import functools
import sys

import keras
import numpy as np

keras.utils.set_random_seed(20)
inputs = keras.Input((None, None, 3))
values = inputs
for depth in (8, 16, 24):
    values = keras.layers.Conv2D(depth, 3, padding="same", activation="relu", name=f"conv{depth}")(values)
    values = keras.layers.AveragePooling2D(2, padding="same", name=f"pool{depth}")(values)
backbone = keras.Model(inputs, keras.layers.GlobalAveragePooling2D()(values))


@functools.lru_cache(maxsize=None)  # LEAK
def extractor(layer, height, width):
    """The part of the backbone up to a layer, for one size of crop."""
    crop = keras.Input((height, width, 3))
    part = keras.Model(backbone.input, backbone.get_layer(layer).output)
    pooled = keras.layers.GlobalMaxPooling2D()(part(crop))
    return keras.Model(crop, pooled, name=f"{layer}_{height}x{width}")


def describe(picture, layer):
    height, width = picture.shape[:2]
    return extractor(layer, height, width).predict(picture[np.newaxis], verbose=0)[0]


def pictures(count):
    rng = np.random.default_rng(9)
    sizes = [(height, width) for height in range(16, 48) for width in range(16, 48)]
    for number in rng.permutation(len(sizes))[:count]:
        yield rng.random((*sizes[number], 3)).astype("float32")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    total = 0.0
    for number, picture in enumerate(pictures(count)):
        total += float(describe(picture, "conv16" if number % 2 else "conv24").mean())
    print(f"{count} pictures, mean feature {total / count:.5f}")


if __name__ == "__main__":
    main()
