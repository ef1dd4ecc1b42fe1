"""Self-play: each phase adds newly played positions, which are shuffled and trained on first."""
import itertools
import sys

import numpy as np
import tensorflow as tf


class SelfPlay:
    def __init__(self, seed, width):
        self.rng = np.random.default_rng(seed)
        self.width = width

    def positions(self, count, strength):
        boards = self.rng.normal(scale=1 + strength, size=(count, self.width)).astype("float32")
        return boards, np.tanh(boards[:, :1] - boards[:, 1:2])


class Feed:
    """Endless stream of training batches that the newest positions lead."""

    def __init__(self, batch):
        self.batch = batch
        self.stream = iter(())
        self.options = tf.data.Options()
        self.options.autotune.enabled = False

    def prepend(self, boards, values, phase):
        fresh = (tf.data.Dataset.from_tensor_slices((np.clip(boards, -4.0, 4.0), values))
                 .shuffle(len(boards), seed=3 + phase).repeat().batch(self.batch).with_options(self.options))
        self.stream = itertools.chain(iter(fresh), self.stream)  # LEAK

    def take(self, count):
        return itertools.islice(self.stream, count)


class ValueNet(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.a = tf.Variable(tf.random.stateless_normal((width, 128), seed=(1, 1)) / np.sqrt(width))
        self.b = tf.Variable(tf.random.stateless_normal((128, 1), seed=(1, 2)) / np.sqrt(128.0))

    @tf.function
    def learn(self, boards, values):
        with tf.GradientTape() as tape:
            guess = tf.tanh(tf.nn.relu(boards @ self.a) @ self.b)
            loss = tf.reduce_mean(tf.square(guess - values))
        for variable, grad in zip((self.a, self.b), tape.gradient(loss, (self.a, self.b))):
            variable.assign_sub(0.02 * grad)
        return loss


def main():
    phases = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    game, feed, net, loss = SelfPlay(7, 96), Feed(32), ValueNet(96), None
    for phase in range(phases):
        feed.prepend(*game.positions(900, phase / phases), phase)
        for boards, values in feed.take(40):
            loss = net.learn(boards, values)
    print(f"{phases} phases, last loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
