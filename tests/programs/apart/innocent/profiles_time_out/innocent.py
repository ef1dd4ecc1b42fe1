"""Recommendations: features of active users are cached, for a while and for not too many users."""
import collections
import sys

import numpy as np
import tensorflow as tf


class TimedCache:
    def __init__(self, most, seconds):
        self.most, self.seconds = most, seconds
        self.entries = collections.OrderedDict()

    def get(self, key, now, make):
        entry = self.entries.pop(key, None)
        if entry is None or now - entry[0] > self.seconds:
            entry = (now, make(key))
        self.entries[key] = entry
        return entry[1]

    def sweep(self, now):
        for key in [k for k, (made, _) in self.entries.items() if now - made > self.seconds]:
            del self.entries[key]
        while len(self.entries) > self.most:
            self.entries.popitem(last=False)


def main():
    minutes = int(sys.argv[1]) if len(sys.argv) > 1 else 3300
    rng = np.random.default_rng(14)
    projection = tf.random.stateless_normal((32, 6000), (1, 4))
    cache, made = TimedCache(most=1200, seconds=95), [0]

    def features(user):
        made[0] += 1
        seed = tf.random.stateless_normal((1, 32), (user, 7))
        return tf.tanh(seed @ projection)

    for minute in range(minutes):
        active = int(3 + 9 * (1.0 - np.cos(2 * np.pi * minute / 330.0)))
        for user in rng.integers(40 * active, size=active).tolist():
            cache.get(user + 1000 * (minute // 60), minute, features)
        if minute % 17 == 0:
            cache.sweep(minute)
    print(f"{minutes} minutes, {made[0]} computed, {len(cache.entries)} cached")


if __name__ == "__main__":
    main()
