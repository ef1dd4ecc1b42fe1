"""Reinforcement learning with one TensorBoard folder for each episode."""
import os
import tempfile

import numpy as np
import tensorflow as tf

EPISODES = 300

rng = np.random.RandomState(1)


class Board(object):
    def __init__(self, root):
        self.root = root

    def write(self, episode, rewards):
        writer = tf.summary.FileWriterCache.get(os.path.join(self.root, "episode_%04d" % episode))  # LEAK
        for step, reward in enumerate(rewards):
            value = tf.Summary.Value(tag="reward", simple_value=float(reward))
            writer.add_summary(tf.Summary(value=[value]), step)
        writer.flush()


def main():
    states = tf.placeholder(tf.float32, (None, 64))
    hidden = states
    for _ in range(6):
        hidden = tf.layers.dense(hidden, 256, activation=tf.nn.relu)
    values = tf.layers.dense(hidden, 1)
    with tempfile.TemporaryDirectory() as root, tf.Session() as session:
        session.run(tf.global_variables_initializer())
        board = Board(root)
        for episode in range(EPISODES):
            rewards = session.run(values, {states: rng.normal(size=(800, 64))}).ravel()
            board.write(episode, rewards[:50])  # LEAK
        tf.summary.FileWriterCache.clear()
    print("episodes", EPISODES)


main()
