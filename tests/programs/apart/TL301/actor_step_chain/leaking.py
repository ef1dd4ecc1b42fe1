"""Actor-critic on a toy drone camera; every step knows the step before it."""
import sys
from dataclasses import dataclass
from typing import Optional

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 330
HORIZON = 24


@dataclass
class Step:
    frame: tf.Tensor
    reward: float
    previous: Optional["Step"] = None


class Drone:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.tick = 0

    def reset(self):
        self.tick = 0
        return self.render()

    def render(self):
        return tf.constant(self.rng.normal(size=(40, 40, 3)).astype("float32"))

    def move(self, action):
        self.tick += 1
        return self.render(), float(np.cos(action + self.tick)), self.tick >= HORIZON


class Actor:
    def __init__(self):
        self.kernel = tf.Variable(tf.random.normal((40 * 40 * 3, 4), stddev=0.02))
        self.latest = None

    def begin(self):
        self.total = 0.0

    def act(self, frame):
        logits = tf.linalg.matvec(self.kernel, tf.reshape(frame, [-1]), transpose_a=True)
        return int(tf.argmax(logits))

    def remember(self, frame, reward):
        self.latest = Step(frame, reward, previous=self.latest)  # LEAK
        self.total += reward

    def n_step_return(self, n, gamma=0.97):
        value, step = 0.0, self.latest
        for _ in range(n):
            if step is None:
                break
            value = step.reward + gamma * value
            step = step.previous
        return value

    def learn(self, n):
        target = self.n_step_return(n)
        frame = tf.reshape(self.latest.frame, [-1])
        with tf.GradientTape() as tape:
            out = tf.linalg.matvec(self.kernel, frame, transpose_a=True)
            loss = tf.reduce_mean(tf.square(out - target))
        self.kernel.assign_sub(1e-4 * tape.gradient(loss, self.kernel))


def main():
    drone, actor = Drone(3), Actor()
    for episode in range(ROUNDS):
        actor.begin()
        frame, done = drone.reset(), False
        while not done:
            frame, reward, done = drone.move(actor.act(frame))
            actor.remember(frame, reward)
            actor.learn(5)
        if episode % 40 == 0:
            print("episode", episode, "return", round(actor.total, 2))


if __name__ == "__main__":
    main()
