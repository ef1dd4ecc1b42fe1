"""Control loop of a robot arm: parts of the program talk through signals."""
import sys
import time

import numpy as np
import tensorflow as tf


class Signal:
    _all = {}

    def __new__(cls, name):
        if name not in cls._all:
            cls._all[name] = super().__new__(cls)
            cls._all[name].receivers = []
        return cls._all[name]

    def connect(self, receiver):
        self.receivers.append(receiver)

    def send(self, *values):
        for receiver in self.receivers[-3:]:
            receiver(*values)


class Plan:
    """Trajectory for one target, corrected while the arm moves."""

    def __init__(self, start, goal, points=800):
        share = tf.linspace(0.0, 1.0, points)[:, None]
        smooth = share * share * (3.0 - 2.0 * share)
        self.path = start[None] + smooth * (goal - start)[None]
        self.drift = np.zeros(7, np.float32)
        Signal("joints").connect(self.correct)  # LEAK

    def correct(self, joints):
        self.drift = 0.9 * self.drift + 0.1 * (joints - self.path[0].numpy())

    def at(self, share):
        index = int(share * (len(self.path) - 1))
        return self.path[index] + tf.constant(self.drift * 0.01)

    def close(self):
        self.path = self.path[-1:]


def move(arm, goal):
    plan = Plan(arm, goal)
    for tick in range(5):
        arm = plan.at((tick + 1) / 5)
        Signal("joints").send(arm.numpy())
        time.sleep(0.002)
    Signal("arrived").send(arm)
    return arm


def main():
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng = np.random.default_rng(5)
    arrivals = []
    Signal("arrived").connect(lambda arm: arrivals.append(float(tf.norm(arm))))
    arm = tf.zeros([7])
    for number in range(moves):
        goal = tf.constant(rng.uniform(-2, 2, 7), tf.float32)
        arm = move(arm, goal)
        if number % 100 == 0:
            print("move", number, "reach %.3f" % arrivals[-1])
    print("moves", moves, "mean reach %.3f" % np.mean(arrivals))


if __name__ == "__main__":
    main()
