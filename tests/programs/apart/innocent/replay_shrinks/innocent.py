"""Off-policy learning: the replay buffer is large while exploring and smaller once the policy settles."""
import sys

import numpy as np
import tensorflow as tf


class Replay:
    def __init__(self):
        self.items = []

    def add(self, item, capacity):
        self.items.append(item)
        surplus = len(self.items) - capacity
        if surplus > 0:
            del self.items[:surplus]

    def sample(self, rng, count):
        return tf.stack([self.items[i] for i in rng.integers(len(self.items), size=count)])


def capacity(step, steps):
    """Up to 900 in the first two fifths, then down to 250."""
    share = step / steps
    if share < 0.4:
        return int(100 + 800 * share / 0.4)
    return int(max(250, 900 - 1300 * (share - 0.4)))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    rng = np.random.default_rng(11)
    policy = tf.Variable(tf.random.stateless_normal((64, 64), (1, 1), stddev=0.1))
    replay, loss = Replay(), None
    for step in range(steps):
        frame = tf.constant(rng.normal(size=(96, 64)), tf.float32)
        replay.add(tf.tanh(frame @ policy), capacity(step, steps))
        if step % 4 == 0:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(replay.sample(rng, 8) @ policy - 0.1))
            policy.assign_sub(0.01 * tape.gradient(loss, policy))
    print(f"{steps} steps, loss {float(loss):.4f}, {len(replay.items)} items")


if __name__ == "__main__":
    main()
