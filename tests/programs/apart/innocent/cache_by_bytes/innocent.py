"""Map server: rendered regions are cached, up to so many bytes."""
import collections

import numpy as np
import tensorflow as tf

LIMIT = 40_000_000


class RegionCache:
    def __init__(self, limit):
        self.limit = limit
        self.bytes = 0
        self.hits = 0
        self.regions = collections.OrderedDict()

    def get(self, key, render):
        if key in self.regions:
            self.hits += 1
            self.regions.move_to_end(key)
            return self.regions[key]
        region = render(key)
        self.regions[key] = region
        self.bytes += self.size(region)
        while self.bytes > self.limit:
            _, oldest = self.regions.popitem(last=False)
            self.bytes -= self.size(oldest)
        return region

    @staticmethod
    def size(region):
        return region.shape.num_elements() * region.dtype.size


def render(key):
    zoom, x, y = key
    side = 32 * zoom
    heights = tf.random.stateless_uniform((side, side, 3), (zoom * 1000 + x, y))
    return tf.image.adjust_gamma(heights, 0.8)


def main():
    rng = np.random.default_rng(14)
    cache = RegionCache(LIMIT)
    light = 0.0
    for _ in range(9000):
        key = int(rng.integers(1, 8)), int(rng.zipf(1.5) % 90), int(rng.integers(12))
        light += float(tf.reduce_mean(cache.get(key, render)))
    print("some hits:", cache.hits > 100, "light", round(light / 9000, 1))


if __name__ == "__main__":
    main()
