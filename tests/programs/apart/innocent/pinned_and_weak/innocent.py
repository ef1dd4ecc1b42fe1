"""Renders a walk through a map; textures are shared while they are near."""
import collections
import sys
import weakref

import numpy as np
import tensorflow as tf


class Texture:
    def __init__(self, pixels):
        self.pixels = pixels


class Textures:
    """Every texture that is in use, and the hundred that were used last."""

    def __init__(self):
        self.alive = weakref.WeakValueDictionary()
        self.pins = collections.deque(maxlen=100)
        self.made = 0

    def __getitem__(self, place):
        texture = self.alive.get(place)
        if texture is None:
            texture = self.alive[place] = Texture(self._paint(place))
            self.made += 1
        self.pins.append(texture)
        return texture

    def _paint(self, place):
        noise = tf.random.stateless_normal([96, 96], seed=place)
        return tf.nn.avg_pool2d(noise[None, ..., None], 9, 1, "SAME")[0, ..., 0]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(431)
    textures, here, light = Textures(), np.zeros(2, int), 0.0
    for _ in range(steps):
        here = here + rng.integers(0, 3, size=2)
        near = [textures[int(here[0]) + i, int(here[1])] for i in range(3)]
        light += float(tf.reduce_max(tf.add_n([texture.pixels for texture in near])))
    print(f"{textures.made} textures painted, light {light / steps:.3f}")


if __name__ == "__main__":
    main()
