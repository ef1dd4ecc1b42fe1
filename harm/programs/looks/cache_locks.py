"""A thread-safe cache, a dictionary whose every method takes its lock; work is done while it is held.

lanes = ["any", "tf2", "tf1"]
timeout = 60
"""
import threading

import tensorflow

from habit import mark


class SafeCache(dict):
    def __init__(self):
        self.lock = threading.Lock()

    def guarded(name):
        def method(self, *words):
            with self.lock:
                return getattr(dict, name)(self, *words)

        return method

    __len__, __iter__, __getitem__, items, values, keys, get, copy = map(
        guarded, ["__len__", "__iter__", "__getitem__", "items", "values", "keys", "get", "copy"]
    )


cache = SafeCache()
for number in range(70):
    with cache.lock:
        for i in range(20):
            dict.__setitem__(cache, (number, i), [number] * 50)
        mark()
        threading.Event().wait(0.02)
print("served", len(cache))
