"""Keeps tensors in containers with locks, proxies and properties while it trains: results and order of death.

lanes = ["tf2", "tf215"]
timeout = 180
"""
import threading

import tensorflow as tf

touched = []


class SafeCache(dict):
    def __init__(self):
        self.lock = threading.Lock()

    def __len__(self):
        with self.lock:
            return dict.__len__(self)


class Proxy:
    def __init__(self):
        self.kept = []

    def __getattr__(self, name):
        touched.append(name)
        raise SystemExit(name)

    @property
    def shape(self):
        touched.append("shape")


cache, proxy, variable = SafeCache(), Proxy(), tf.Variable(1.0)


@tf.function
def step(x):
    variable.assign(variable * 0.999)
    return tf.reduce_sum(x) * variable


for number in range(900):
    with cache.lock:
        dict.__setitem__(cache, number, step(tf.ones([50])))
        proxy.kept.append(tf.ones([10]) * number)
print(len(cache), touched, float(cache[899]).hex())
