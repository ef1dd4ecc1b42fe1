"""Explores a grid world with an eager planner, then evaluates the plan with a compiled roll-out."""
import collections
import sys

import numpy as np
import tensorflow as tf

SIZE = 96
episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 400

rng = np.random.default_rng(12)
visits = collections.deque(maxlen=2)
reward = tf.constant(rng.normal(scale=0.1, size=(SIZE, SIZE)), tf.float32)


def neighbours(values):
    moves = [tf.roll(values, shift, axis) for axis in (0, 1) for shift in (-1, 1)]
    return tf.reduce_max(tf.stack(moves), axis=0)


def plan(values, sweeps=12):
    """A few sweeps of value iteration, one operation at a time."""
    for _ in range(sweeps):
        values = reward + 0.9 * neighbours(values)
    return values


@tf.function
def roll_out(values, cell):
    row, column = cell // SIZE, cell % SIZE
    for _ in range(4):
        around = tf.stack([values[(row + 1) % SIZE, column], values[row, (column + 1) % SIZE],
                           values[row - 1, column], values[row, column - 1]])
        best = tf.argmax(around, output_type=tf.int32)
        row = (row + tf.gather([1, 0, -1, 0], best)) % SIZE
        column = (column + tf.gather([0, 1, 0, -1], best)) % SIZE
    return values[row, column]


values = tf.zeros([SIZE, SIZE])
for episode in range(episodes):
    start = values * 0.5 + tf.constant(rng.normal(scale=0.01, size=(SIZE, SIZE)), tf.float32)
    values = plan(start)
    visits.append(values)
    if episode % 100 == 99:
        change = float(tf.reduce_max(tf.abs(visits[-1] - visits[-2])))
        print(f"episode {episode + 1}: largest change {change:.4f}")

total = 0.0
for cell in rng.integers(SIZE * SIZE, size=4 * episodes):
    total += float(roll_out(values, tf.constant(int(cell))))
print(f"mean value of {4 * episodes} roll-outs {total / (4 * episodes):.4f}")
