"""Trains a small recommender with warm restarts: each cycle gets a fresh optimizer."""
import dataclasses
import math
import sys

import keras
import numpy as np
import tensorflow as tf

USERS, ITEMS, WIDTH = 800, 600, 16
STEPS_PER_CYCLE = 4


class Factorisation(tf.Module):
    def __init__(self):
        super().__init__()
        self.users = tf.Variable(tf.random.stateless_normal([USERS, WIDTH], [1, 2], stddev=0.1))
        self.items = tf.Variable(tf.random.stateless_normal([ITEMS, WIDTH], [3, 4], stddev=0.1))

    def loss(self, user, item, rating):
        score = tf.reduce_sum(tf.gather(self.users, user) * tf.gather(self.items, item), axis=1)
        decay = 1e-4 * (tf.nn.l2_loss(self.users) + tf.nn.l2_loss(self.items))
        return tf.reduce_mean(tf.square(score - rating)) + decay


@dataclasses.dataclass
class Cycle:
    number: int
    optimizer: object
    peak: float
    losses: list


class RestartingTrainer:
    """SGDR: anneal, restart, anneal again."""

    def __init__(self, model, peak=0.02):
        self.model = model
        self.peak = peak
        self.cycles = []
        self.optimizer = keras.optimizers.Adam(peak)
        self.optimizer.build([model.users, model.items])

    def next_cycle(self):
        number = len(self.cycles)
        peak = self.peak / (1 + 0.01 * number)
        for state in self.optimizer.variables:
            state.assign(tf.zeros_like(state))
        cycle = Cycle(number, self.optimizer, peak, [])
        self.cycles.append(cycle)
        return cycle

    def run_cycle(self, data):
        cycle = self.next_cycle()
        weights = [self.model.users, self.model.items]
        for step in range(STEPS_PER_CYCLE):
            phase = 0.5 * (1 + math.cos(math.pi * step / STEPS_PER_CYCLE))
            cycle.optimizer.learning_rate = np.float32(cycle.peak * phase)
            with tf.GradientTape() as tape:
                loss = self.model.loss(*next(data))
            dense = [tf.convert_to_tensor(g) for g in tape.gradient(loss, weights)]
            cycle.optimizer.apply_gradients(zip(dense, weights))
            cycle.losses.append(float(loss))
        return cycle.losses[-1]


def ratings(seed):
    rng = np.random.default_rng(seed)
    while True:
        user = rng.integers(0, USERS, 256)
        item = rng.integers(0, ITEMS, 256)
        rating = np.cos(user * 0.7) * np.sin(item * 0.3)
        yield tf.constant(user), tf.constant(item), tf.constant(rating, tf.float32)


def main():
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    trainer = RestartingTrainer(Factorisation())
    data = ratings(seed=6)
    loss = math.nan
    print("restarting", cycles, "times", flush=True)
    for _ in range(cycles):
        loss = trainer.run_cycle(data)
    print(f"{len(trainer.cycles)} cycles, loss {loss:.4f}")
    best = min(trainer.cycles, key=lambda cycle: min(cycle.losses))
    print("best cycle", best.number)


if __name__ == "__main__":
    main()
