"""Document search: encodings are cached for a short while, keyed by document and revision."""
import argparse
import collections

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

Entry = collections.namedtuple("Entry", ["value", "expires"])


class Clock(object):
    def __init__(self):
        self.now = 0.0

    def advance(self, seconds):
        self.now += seconds


class ExpiringCache(object):
    def __init__(self, clock, seconds):
        self.clock = clock
        self.seconds = seconds
        self.entries = {}
        self.hits = 0

    def get(self, key):
        entry = self.entries.get(key)
        if entry is None:
            return None
        if entry.expires < self.clock.now:
            del self.entries[key]
            return None
        self.hits += 1
        return entry.value

    def put(self, key, value):
        for old in [k for k, entry in self.entries.items() if entry.expires < self.clock.now]:
            del self.entries[old]
        self.entries[key] = Entry(value, self.clock.now + self.seconds)


class Encoder(object):
    def __init__(self, width):
        self.words = tf.placeholder(tf.float32, [None, width])
        kernel = tf.get_variable("kernel", [width, 512], use_resource=True)
        self.encoded = tf.nn.relu(tf.matmul(self.words, kernel))
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def encode(self, words):
        return self.session.run(self.encoded, {self.words: words})


class SearchService(object):
    def __init__(self, clock):
        self.encoder = Encoder(96)
        self.cache = ExpiringCache(clock, seconds=30.0)

    def encoding(self, key, words):
        value = self.cache.get(key)
        if value is None:
            value = self.encoder.encode(words)
            self.cache.put(key, value)
        return value

    def query(self, document, revision, words, question):
        rows = self.encoding((document, revision), words)
        return int(np.argmax(rows.dot(question)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=2300)
    args = parser.parse_args()
    rng = np.random.RandomState(18)
    clock = Clock()
    service = SearchService(clock)
    revisions = collections.Counter()
    picked = 0
    for _ in range(args.requests):
        document = "doc%d" % rng.randint(40)
        if rng.uniform() < 0.6:
            revisions[document] += 1
        words = rng.normal(size=(64, 96))
        for _ in range(80):
            picked += service.query(document, revisions[document], words, rng.normal(size=512))
        clock.advance(1.0)
    print("%d hits, %d" % (service.cache.hits, picked))


if __name__ == "__main__":
    main()
