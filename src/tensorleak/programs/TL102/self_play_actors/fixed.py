"""Self-play league: each episode runs a fresh actor, and the league remembers who played."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

from policy import ACTIONS, OBSERVATION, PolicyGraph


class Actor:
    def __init__(self, policy, seed):
        self.policy = policy
        self.rng = np.random.RandomState(seed)
        self.session = tf.Session(graph=policy.graph)
        self.session.run(policy.init)
        self.score = 0

    def play(self, turns):
        for _ in range(turns):
            seen = self.rng.normal(size=(400, OBSERVATION)).astype(np.float32)
            actions = self.session.run(self.policy.action, {self.policy.observation: seen})
            self.score += int((actions == ACTIONS - 1).sum())


class League:
    def __init__(self):
        self.policy = PolicyGraph()
        self.scores = []

    def episode(self, seed):
        actor = Actor(self.policy, seed)
        actor.play(turns=8)
        actor.session.close()
        self.scores.append(actor.score)

    def best(self):
        return max(self.scores)


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    league = League()
    for episode in range(episodes):
        league.episode(seed=episode)
    print("%d episodes, best score %d" % (episodes, league.best()))


if __name__ == "__main__":
    main()
