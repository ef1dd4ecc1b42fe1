"""Off-policy agent with a replay buffer that overwrites random entries when it is full."""
import sys
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1800


@dataclass
class Transition:
    key: int
    frame: np.ndarray
    action: int
    reward: float


class Replay:
    def __init__(self, capacity, rng):
        self.capacity, self.rng = capacity, rng
        self.entries = []
        self.priority = {}

    def add(self, item):
        self.priority[item.key] = 1.0
        if len(self.entries) < self.capacity:
            self.entries.append(item)
        else:
            slot = int(self.rng.integers(self.capacity))
            del self.priority[self.entries[slot].key]
            self.entries[slot] = item

    def sample(self, count):
        weight = np.array([self.priority[e.key] for e in self.entries])
        picked = self.rng.choice(len(self.entries), size=count, p=weight / weight.sum())
        return [self.entries[i] for i in picked]


def main():
    rng = np.random.default_rng(9)
    replay = Replay(600, rng)
    kernel = tf.Variable(tf.random.normal((48 * 48, 5), stddev=0.02))
    key = 0
    for step in range(ROUNDS):
        for _ in range(5):
            key += 1
            frame = rng.random((48, 48), dtype=np.float32)
            replay.add(Transition(key, frame, int(rng.integers(5)), float(frame.mean())))
        batch = replay.sample(16)
        x = tf.constant(np.stack([t.frame.ravel() for t in batch]))
        target = tf.constant([t.reward for t in batch])
        with tf.GradientTape() as tape:
            q = tf.gather(x @ kernel, [t.action for t in batch], batch_dims=1)
            error = target - q
            loss = tf.reduce_mean(tf.square(error))
        kernel.assign_sub(1e-3 * tape.gradient(loss, kernel))
        for t, e in zip(batch, np.abs(error.numpy())):
            if t.key in replay.priority:
                replay.priority[t.key] = float(e) + 1e-3
        if step % 300 == 0:
            print(step, "loss %.5f" % float(loss), len(replay.entries))


if __name__ == "__main__":
    main()
