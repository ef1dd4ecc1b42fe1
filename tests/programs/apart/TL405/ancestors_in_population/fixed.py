"""Population based training of small policies on a vectorised toy world."""
import sys
from dataclasses import dataclass, field
from typing import List, Optional

import numpy as np
import tensorflow as tf

OBS, ACT, HIDDEN = 48, 6, 256


class World:
    """Linear dynamics; reward for steering the state towards the origin."""

    def __init__(self, seed=31, lanes=128):
        rng = np.random.RandomState(seed)
        self.a = (np.eye(OBS) * 0.97 + rng.randn(OBS, OBS) * 0.01).astype("f4")
        self.b = (rng.randn(ACT, OBS) * 0.15).astype("f4")
        self.start = rng.randn(lanes, OBS).astype("f4")

    def rollout(self, policy, horizon=12):
        s, total = tf.constant(self.start), 0.0
        for _ in range(horizon):
            u = policy(s)
            s = tf.matmul(s, self.a) + tf.matmul(u, self.b)
            total -= tf.reduce_mean(tf.square(s)) + 0.01 * tf.reduce_mean(tf.square(u))
        return total


class Policy(tf.Module):
    def __init__(self, weights):
        super().__init__()
        self.weights = [tf.Variable(w) for w in weights]

    @classmethod
    def fresh(cls, rng):
        sizes = [OBS, HIDDEN, HIDDEN, ACT]
        return cls([(rng.randn(a, b) / np.sqrt(a)).astype("f4") for a, b in zip(sizes, sizes[1:])])

    def __call__(self, s):
        for w in self.weights[:-1]:
            s = tf.tanh(tf.matmul(s, w))
        return tf.tanh(tf.matmul(s, self.weights[-1]))


@dataclass
class Agent:
    name: str
    policy: Policy
    lr: float
    score: float = float("-inf")
    generation: int = 0
    parent: Optional[object] = field(default=None, repr=False)

    def depth(self):
        return self.generation


class Population:
    def __init__(self, size=5, seed=17):
        self.rng = np.random.RandomState(seed)
        self.agents: List[Agent] = [
            Agent("a%d" % i, Policy.fresh(self.rng), 0.01 * 2 ** -i) for i in range(size)
        ]

    def train(self, agent, world):
        with tf.GradientTape() as tape:
            loss = -world.rollout(agent.policy)
        grads = tape.gradient(loss, agent.policy.weights)
        grads, _ = tf.clip_by_global_norm(grads, 1.0)
        for w, g in zip(agent.policy.weights, grads):
            w.assign_sub(agent.lr * g)
        agent.score = -float(loss)

    def exploit(self):
        ranked = sorted(self.agents, key=lambda a: a.score, reverse=True)
        survivors, losers = ranked[:-2], ranked[-2:]
        children = []
        for loser in losers:
            source = survivors[self.rng.randint(2)]
            noise = [w.numpy() + self.rng.normal(0, 0.002, w.shape).astype("f4") for w in source.policy.weights]
            child = Agent(
                name=loser.name,
                policy=Policy(noise),
                lr=source.lr * self.rng.choice([0.8, 1.25]),
                generation=source.generation + 1,
                parent=source.name,
            )
            children.append(child)
        promoted = [Agent(a.name, Policy([w.numpy() for w in a.policy.weights]), a.lr, a.score, a.generation, a.name)
                    for a in survivors]
        self.agents = promoted + children


def main(generations):
    world = World()
    population = Population()
    for _ in range(generations):
        for agent in population.agents:
            population.train(agent, world)
        population.exploit()
    best = max(population.agents, key=lambda a: a.score)
    print("generations", generations, "agents", len(population.agents), "descended:", best.depth() > 3)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 80)
