"""Game actors stack the last four frames from a deque whose author forgot maxlen; the deques sit in dataclasses in a list."""
LANES = ("tf2",)
RULE = "TL301"
from collections import deque
from dataclasses import dataclass, field

import tensorflow as tf


@dataclass
class Actor:
    seed: int
    frames: deque = field(default_factory=deque)
    reward: float = 0.0

    def observe(self, tick):
        frame = tf.random.stateless_uniform([42, 42], seed=[self.seed, tick])
        self.frames.append(frame)  # LEAK
        recent = [self.frames[-1 - min(k, len(self.frames) - 1)] for k in range(4)]
        return tf.stack(recent, axis=-1)


actors = [Actor(seed) for seed in (11, 12)]
policy = tf.random.stateless_normal([42 * 42 * 4, 3], seed=[2, 2]) * 0.01


def round_trip(i):
    observations = tf.stack([actor.observe(i) for actor in actors])
    logits = tf.matmul(tf.reshape(observations, [len(actors), -1]), policy)
    for actor, row in zip(actors, logits.numpy()):
        actor.reward += float(row.max())
