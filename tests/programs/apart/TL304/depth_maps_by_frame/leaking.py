"""Estimates depth maps of a drive and counts the frames in which the scene jumps."""
import sys

import keras
import numpy as np

FRAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 500
RAYS = 384


def residual_block(values, width):
    inner = keras.layers.Dense(width // 2, activation="relu")(values)
    inner = keras.layers.Dense(width)(inner)
    return keras.layers.LayerNormalization()(keras.layers.Add()([values, inner]))


def build(blocks=24, width=64):
    keras.utils.set_random_seed(8)
    rays = keras.Input((width,))
    values = rays
    for _ in range(blocks):
        values = residual_block(values, width)
    return keras.Model(rays, keras.layers.Dense(32, activation="softplus")(values))


class Drive:
    """Depth by frame number."""

    def __init__(self, model):
        self.model = model
        self.depth = {}

    def see(self, number, rays):
        self.depth[number] = self.model.predict_on_batch(rays)  # LEAK

    def jumped(self, number):
        before = self.depth.get(number - 1)
        return before is not None and float(np.abs(self.depth[number] - before).mean()) > 0.05


def main():
    drive = Drive(build())
    rng = np.random.default_rng(13)
    scene = rng.normal(size=(RAYS, 64)).astype("float32")
    jumps = 0
    for number in range(FRAMES):
        if rng.random() < 0.05:
            scene = rng.normal(size=scene.shape).astype("float32")
        scene += rng.normal(scale=0.01, size=scene.shape).astype("float32")
        drive.see(number, scene)
        jumps += drive.jumped(number)
    print(f"{FRAMES} frames, {jumps} jumps")


if __name__ == "__main__":
    main()
