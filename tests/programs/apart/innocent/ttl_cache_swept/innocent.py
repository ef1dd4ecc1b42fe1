"""Cache of encodings with a sweep now and then."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Cache(object):
    def __init__(self, lifetime):
        self.entries, self.lifetime = {}, lifetime

    def put(self, key, value, now):
        self.entries[key] = (now + self.lifetime, value)

    def get(self, key):
        return self.entries.get(key, (0, None))[1]

    def sweep(self, now):
        stale = [k for k, (until, _) in self.entries.items() if until < now]
        for key in stale:
            del self.entries[key]
        return len(stale)


class Encoder(object):
    def __init__(self):
        self.rows = tf.placeholder(tf.float32, [None, 64])
        kernel = tf.get_variable("kernel", [64, 256], use_resource=True)
        self.code = tf.nn.tanh(tf.matmul(self.rows, kernel))
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def __call__(self, rows):
        return self.session.run(self.code, {self.rows: rows})


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 14000
    rng, cache, encode = np.random.RandomState(1), Cache(150), Encoder()
    swept = hits = 0
    for now in range(requests):
        key = "doc%d" % (now + rng.randint(40))
        if cache.get(key) is None:
            cache.put(key, encode(rng.normal(size=(100, 64))), now)
        else:
            hits += 1
        if now % 100 == 99:
            swept += cache.sweep(now)
    print("%d hits, %d swept" % (hits, swept))


if __name__ == "__main__":
    main()
