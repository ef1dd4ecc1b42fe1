"""Interleaves eight suspended rollouts, each written as a generator."""
import random
import sys

import numpy as np
import tensorflow as tf


class Policy:
    def __init__(self, width, seed):
        self.weights = tf.Variable(tf.random.Generator.from_seed(seed).normal([width, 1], stddev=0.05))

    def __call__(self, state):
        return tf.tanh(state @ self.weights)


def rollout(policy, seed, width):
    """Yields the return so far; keeps the trajectory while it is alive."""
    rng = np.random.default_rng(seed)
    trajectory, total = [], 0.0
    try:
        while True:
            state = tf.constant(rng.normal(size=(1, width)), tf.float32)
            with tf.GradientTape() as tape:
                action = policy(state)
            trajectory.append((state, action, tape.gradient(action, policy.weights)))
            total += float(action[0, 0]) * float(state[0, 0])
            if len(trajectory) > 24:
                gradient = tf.add_n([part[2] for part in trajectory]) / len(trajectory)
                policy.weights.assign_add(1e-4 * gradient)
                trajectory.clear()
            yield total
    finally:
        trajectory.clear()


class Scheduler:
    def __init__(self, policy, slots, width, seed):
        self.policy = policy
        self.width = width
        self.random = random.Random(seed)
        self.opened = 0
        self.slots = [self.open() for _ in range(slots)]
        self.best = -1e9

    def open(self):
        self.opened += 1
        return rollout(self.policy, self.opened, self.width)

    def turn(self):
        for slot, running in enumerate(self.slots):
            self.best = max(self.best, next(running))
            if self.random.random() < 0.05:
                running.close()
                self.slots[slot] = self.open()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    scheduler = Scheduler(Policy(4000, seed=1), slots=8, width=4000, seed=2)
    for _ in range(rounds):
        scheduler.turn()
    print(f"turns {rounds} rollouts opened {scheduler.opened} best {scheduler.best:.2f}")


if __name__ == "__main__":
    main()
