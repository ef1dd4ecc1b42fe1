"""Q learning with experience replay on a drifting target."""
import collections
import random
import sys
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Transition(NamedTuple):
    state: tf.Tensor
    action: int
    reward: float
    after: tf.Tensor


class Replay:
    def __init__(self, capacity, seed):
        self.transitions = collections.deque(maxlen=capacity)
        self.priorities = {}
        self.random = random.Random(seed)

    def add(self, transition):
        if len(self.transitions) == self.transitions.maxlen:
            self.priorities.pop(id(self.transitions[0]), None)
        self.transitions.append(transition)
        self.priorities[id(transition)] = abs(transition.reward)

    def sample(self, count):
        return self.random.sample(self.transitions, min(count, len(self.transitions)))


class Drift:
    """State drifts; the action should follow its sign."""

    def __init__(self, width, seed):
        self.rng = np.random.default_rng(seed)
        self.width = width

    def observe(self):
        return tf.constant(self.rng.normal(size=(1, self.width)), tf.float32)

    def reward(self, state, action):
        return 1.0 if (float(state[0, 0]) > 0) == bool(action) else -1.0


class Learner:
    def __init__(self, width):
        self.weights = tf.Variable(tf.zeros([width, 2]))

    def act(self, state):
        return int(tf.argmax(state @ self.weights, axis=1)[0])

    def learn(self, transitions):
        states = tf.concat([t.state for t in transitions], axis=0)
        actions = [t.action for t in transitions]
        rewards = tf.constant([t.reward for t in transitions])
        with tf.GradientTape() as tape:
            chosen = tf.gather(states @ self.weights, actions, axis=1, batch_dims=1)
            loss = tf.reduce_mean(tf.square(chosen - rewards))
        self.weights.assign_sub(1e-4 * tape.gradient(loss, self.weights))
        return float(loss)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    world, learner, replay = Drift(4096, seed=1), Learner(4096), Replay(400, seed=2)
    for _ in range(300):
        state = world.observe()
        replay.add(Transition(state, 0, world.reward(state, 0), world.observe()))
    total = loss = 0.0
    state = world.observe()
    for _ in range(rounds):
        action = learner.act(state)
        reward = world.reward(state, action)
        after = world.observe()
        replay.add(Transition(state, action, reward, after))
        loss = learner.learn(replay.sample(8))
        total += reward
        state = after
    print(f"steps {rounds} reward {total:.0f} loss {loss:.3f} buffered {len(replay.transitions)}")


if __name__ == "__main__":
    main()
