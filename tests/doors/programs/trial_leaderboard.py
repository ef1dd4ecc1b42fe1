"""Hyper-parameter search that pushes each trial with its compiled objective on a heap, although only the best is asked for."""
LANES = ("tf2",)
RULE = "TL203"
import dataclasses
import heapq
from typing import Callable

import tensorflow as tf

xs = tf.linspace(-1.0, 1.0, 300)
ys = tf.sin(3.0 * xs)


@dataclasses.dataclass(order=True)
class Trial:
    score: float
    number: int
    objective: Callable = dataclasses.field(compare=False)


def compile_objective(slope, bend):
    def objective(x, y):
        guess = slope * x + bend * x ** 3
        return tf.reduce_mean(tf.abs(guess - y))

    return tf.function(objective)  # LEAK


leaderboard = []


def round_trip(i):
    objective = compile_objective((i % 37) / 10.0, -(i % 11) / 5.0)
    heapq.heappush(leaderboard, Trial(float(objective(xs, ys)), i, objective))
    return leaderboard[0].score
