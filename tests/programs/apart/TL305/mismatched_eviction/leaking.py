"""Thumbnails-to-vectors service with a hand-written LRU cache."""
import sys
from collections import OrderedDict
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np
import tensorflow as tf


def normalised(url):
    parts = urlsplit(url)
    query = urlencode(sorted(parse_qsl(parts.query)))
    return f"{parts.netloc}{parts.path}?{query}"


class VectorCache:
    def __init__(self, size):
        self.size = size
        self.order = OrderedDict()
        self.store = {}
        self.evicted = 0

    def __getitem__(self, url):
        self.order.move_to_end(url)
        return self.store[normalised(url)]

    def __contains__(self, url):
        return url in self.order and normalised(url) in self.store

    def __setitem__(self, url, vector):
        self.order[url] = True
        self.store[normalised(url)] = vector  # LEAK
        if len(self.order) > self.size:
            oldest, _ = self.order.popitem(last=False)
            self.store.pop(oldest, None)
            self.evicted += 1


class Vectoriser:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.kernel = tf.constant(rng.normal(size=(3, 3, 3, 32)) * 0.1, tf.float32)

    def __call__(self, image):
        maps = tf.nn.conv2d(image[None], self.kernel, strides=2, padding="SAME")
        return tf.nn.relu(maps)[0].numpy()


class Service:
    def __init__(self, size):
        self.cache = VectorCache(size)
        self.vectoriser = Vectoriser(5)
        self.misses = 0

    def fetch(self, url):
        seed = sum(url.encode())
        return tf.random.stateless_uniform([48, 48, 3], seed=(seed, 7))

    def vector(self, url):
        if url not in self.cache:
            self.misses += 1
            self.cache[url] = self.vectoriser(self.fetch(url))
        return self.cache[url]


def visitors(requests, rng):
    for _ in range(requests):
        image = int(rng.zipf(1.2)) % 50000
        yield f"https://img.example.org/cat/{image}?w=48&h=48&fit=crop"


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    service = Service(size=150)
    total = 0.0
    for url in visitors(requests, np.random.default_rng(15)):
        total += float(service.vector(url).mean())
    print(f"{service.misses} misses, {service.cache.evicted} evictions, {total:.2f}")


if __name__ == "__main__":
    main()
