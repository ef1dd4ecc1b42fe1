"""Similar-image search with several layers of caching, all of them bounded."""
import functools
import random
import sys
import time
import weakref

import numpy as np
import tensorflow as tf

SIDE = 64
alive = weakref.WeakValueDictionary()
filters = tf.random.stateless_normal([5, 5, 3, 6], seed=[1, 5], stddev=0.1)


class Image:
    def __init__(self, key):
        self.key = key
        rng = np.random.default_rng(key)
        self.pixels = tf.constant(rng.random((SIDE, SIDE, 3), dtype=np.float32))

    @functools.cached_property
    def response(self):
        return tf.nn.relu(tf.nn.conv2d(self.pixels[None], filters, 2, "VALID"))[0]


def load(key):
    image = alive.get(key)
    if image is None:
        image = alive[key] = Image(key)
    return image


@functools.lru_cache(maxsize=64)
def features(key):
    """Keeps the images of its entries alive through their responses only."""
    return load(key).response


@functools.lru_cache(maxsize=256)
def signature(key):
    return tf.math.l2_normalize(tf.reduce_mean(features(key), axis=[0, 1]), axis=0)


def similarity(left, right):
    return float(tf.tensordot(signature(left), signature(right), axes=1))


class Search:
    def __init__(self, rng):
        self.rng = rng
        self.trail = []

    def neighbours(self, key):
        candidates = [self.rng.randrange(key + 1) for _ in range(4)]
        best = max(candidates, key=lambda other: similarity(key, other))
        self.trail.append((key, best))
        if len(self.trail) > 30:
            self.trail = self.trail[-10:]
        return best


def main():
    lookups = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    search = Search(random.Random(15))
    total = 0.0
    print("searching", flush=True)
    for key in range(lookups):
        best = search.neighbours(key)
        detail = features(best)
        total += float(tf.reduce_max(detail))
        time.sleep(0.004)
    print("features", features.cache_info())
    print("signatures", signature.cache_info())
    print("images alive", len(alive), "trail", len(search.trail), f"mean {total / lookups:.3f}")


if __name__ == "__main__":
    main()
