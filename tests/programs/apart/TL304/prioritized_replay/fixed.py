"""Prioritised replay with a heap and lazy invalidation."""
import heapq
import itertools
import time

import numpy as np
import tensorflow as tf

CAPACITY = 64


class PriorityReplay:
    def __init__(self):
        self._heap = []
        self._live = {}
        self._data = {}
        self._order = itertools.count()

    def put(self, key, transition, priority):
        entry = [-priority, next(self._order), key]
        self._data[key] = transition
        self._live[key] = entry
        heapq.heappush(self._heap, entry)
        if len(self._heap) > 4 * CAPACITY:
            self._heap = list(self._live.values())
            heapq.heapify(self._heap)

    def pop(self):
        while self._heap:
            entry = heapq.heappop(self._heap)
            if self._live.get(entry[2]) is entry:
                del self._live[entry[2]]
                return entry[2], self._data.pop(entry[2])
        raise IndexError("empty")

    def __len__(self):
        return len(self._live)


class Critic:
    def __init__(self, dim):
        self.w = tf.Variable(tf.zeros((dim, 1)))

    def td_error(self, s, r, s2):
        with tf.GradientTape() as tape:
            delta = r + 0.9 * (s2 @ self.w) - s @ self.w
            loss = tf.reduce_mean(tf.square(delta))
        self.w.assign_sub(0.01 * tape.gradient(loss, self.w))
        return float(loss)


def transition(rng, dim=96):
    s = rng.normal(size=(24, dim)).astype("float32")
    s2 = s * 0.9 + rng.normal(scale=0.1, size=s.shape).astype("float32")
    return s, s[:, :1], s2


def main():
    rng = np.random.default_rng(30)
    replay, critic = PriorityReplay(), Critic(96)
    for slot in range(CAPACITY):
        replay.put(slot, transition(rng), 1e6)
    errors = 0.0
    for step in range(1, 1001):
        key, (s, r, s2) = replay.pop()
        err = critic.td_error(tf.constant(s), tf.constant(r), tf.constant(s2))
        errors += err
        replay.put(key, transition(rng), 10.0 + err)
        other = int(rng.integers(CAPACITY))
        replay.put(other, transition(rng), 10.0 / step)
        replay.put(other, transition(rng), 1e3 * rng.random())
        if step % 200 == 0:
            print(f"step {step}: {len(replay)} transitions, mean error {errors / step:.4f}")
        time.sleep(0.009)


if __name__ == "__main__":
    main()
