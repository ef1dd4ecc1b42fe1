"""Random restarts of a small regression, remembering the five best solutions."""
import heapq
import itertools
import sys
from dataclasses import dataclass, field
from typing import List

import numpy as np
import tensorflow as tf


@dataclass(order=True)
class Checkpoint:
    score: float
    number: int
    weights: List[np.ndarray] = field(compare=False)


class Podium:
    def __init__(self, places):
        self.places = places
        self.heap = []
        self.seen = 0

    def offer(self, checkpoint):
        self.seen += 1
        if len(self.heap) < self.places:
            heapq.heappush(self.heap, checkpoint)
        else:
            heapq.heappushpop(self.heap, checkpoint)

    def ranking(self):
        return [checkpoint.number for checkpoint in sorted(self.heap, reverse=True)]


class Problem:
    def __init__(self, seed, width=64):
        self.rng = np.random.default_rng(seed)
        self.rows = tf.constant(self.rng.normal(size=(64, width)), tf.float32)
        self.targets = tf.cos(self.rows[:, :1] * 2)
        self.width = width

    def start(self):
        shapes = (self.width, 500), (500, 1)
        return [tf.Variable(self.rng.normal(scale=0.1, size=shape).astype(np.float32)) for shape in shapes]

    def loss(self, weights):
        return tf.reduce_mean(tf.square(tf.tanh(self.rows @ weights[0]) @ weights[1] - self.targets))


def restart(problem, steps=4):
    weights = problem.start()
    for _ in range(steps):
        with tf.GradientTape(persistent=True) as tape:
            loss = problem.loss(weights)
        for weight in weights:
            weight.assign_sub(0.02 * tape.gradient(loss, weight))
        del tape
    return float(problem.loss(weights)), [weight.numpy() for weight in weights]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    problem, podium = Problem(seed=3), Podium(5)
    for number in itertools.islice(itertools.count(), rounds):
        loss, weights = restart(problem)
        podium.offer(Checkpoint(-loss, number, weights))
    print(f"restarts {podium.seen} best {podium.ranking()}")


if __name__ == "__main__":
    main()
