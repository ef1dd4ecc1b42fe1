"""Inspects a convolutional network: mean feature map of its first layer over a stream of images."""
import sys

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 900
keras.utils.set_random_seed(0)


class FeatureProbe:
    """Runs a sub-model up to the named layer and remembers what came out."""

    def __init__(self, model, layer_name):
        self.tap = keras.Model(model.inputs, model.get_layer(layer_name).output)
        self.total = 0.0
        self.count = 0

    def look(self, image):
        self.total += float(self.tap(image[None], training=False).numpy().mean())
        self.count += 1

    def mean_map(self):
        return self.total / self.count


def build():
    inputs = keras.Input((64, 64, 3))
    x = keras.layers.Conv2D(8, 3, padding="same", activation="relu", name="edges")(inputs)
    x = keras.layers.GlobalAveragePooling2D()(x)
    return keras.Model(inputs, keras.layers.Dense(2)(x))


def main():
    probe = FeatureProbe(build(), "edges")
    rng = np.random.default_rng(6)
    for image in range(steps):
        probe.look(rng.random((64, 64, 3), dtype="float32"))
    print(f"{steps} images, mean activation {probe.mean_map():.4f}")


if __name__ == "__main__":
    main()
