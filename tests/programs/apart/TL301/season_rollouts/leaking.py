"""Advantage actor-critic on a noisy bandit-like corridor."""
import collections
import sys
from dataclasses import dataclass, field
from typing import Dict, List

import numpy as np
import tensorflow as tf

WIDTH = 64


@dataclass
class Step:
    value: tf.Tensor
    features: tf.Tensor
    reward: float


@dataclass
class Episode:
    number: int
    steps: List[Step] = field(default_factory=list)

    @property
    def total(self):
        return sum(step.reward for step in self.steps)


@dataclass
class Season:
    best: float = -1e9
    episodes: Dict[str, List[Episode]] = field(default_factory=lambda: collections.defaultdict(list))


class Actor:
    def __init__(self):
        tf.random.set_seed(8)
        self.trunk = tf.Variable(tf.random.normal([16, WIDTH * 16], stddev=0.1))
        self.value = tf.Variable(tf.zeros([WIDTH * 16, 1]))

    def forward(self, state):
        features = tf.nn.relu(state @ self.trunk)
        return features, features @ self.value

    def improve(self, steps, rate=0.01):
        features = tf.concat([s.features for s in steps], axis=0)
        error = tf.constant([[s.reward] for s in steps]) - tf.concat([s.value for s in steps], axis=0)
        self.value.assign_add(rate * tf.matmul(features, error, transpose_a=True) / len(steps))
        return float(tf.reduce_mean(tf.square(error)))


class Trainer:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.actor = Actor()
        self.running: List[Step] = []
        self.seasons = collections.defaultdict(Season)

    def rollout(self, length=8):
        for _ in range(length):
            state = self.rng.normal(size=(1, 16)).astype(np.float32)
            features, value = self.actor.forward(tf.constant(state))
            self.running.append(Step(value, features, float(state.sum() > 0)))

    def finish(self, number):
        season = self.seasons[number // 50]
        episode = Episode(number, list(self.running))
        loss = self.actor.improve(self.running)
        if episode.total > season.best:
            season.best = episode.total
        season.episodes["won" if episode.total >= 4 else "lost"].append(episode)  # LEAK
        self.running.clear()
        return loss

    def table(self):
        return [(key, season.best, len(season.episodes["won"])) for key, season in sorted(self.seasons.items())]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2200
    trainer = Trainer(seed=13)
    loss = 0.0
    for number in range(rounds):
        trainer.rollout()
        loss += 0.05 * (trainer.finish(number) - loss)
    print(f"episodes {rounds} loss {loss:.3f} seasons {trainer.table()[-2:]}")


if __name__ == "__main__":
    main()
