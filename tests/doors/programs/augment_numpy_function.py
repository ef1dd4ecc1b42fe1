"""Preview endpoint that maps a tf.numpy_function over each upload; the callback and the palette it closes over stay registered."""
LANES = ("tf2",)
RULE = "TL501"
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(19)


def preview(pixels, palette):
    def recolour(tile):
        return palette[tile]

    tiles = tf.data.Dataset.from_tensor_slices(pixels)
    tiles = tiles.map(lambda t: tf.numpy_function(recolour, [t], tf.float32))  # LEAK
    return sum(float(tile.numpy().mean()) for tile in tiles)


def round_trip(i):
    palette = rng.rand(256, 16).astype(np.float32)
    pixels = rng.randint(0, 256, size=(3, 64))
    return preview(pixels, palette)
