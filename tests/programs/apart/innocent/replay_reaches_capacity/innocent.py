"""Value learning with a replay memory that takes its time to fill."""
import argparse

import numpy as np
import tensorflow as tf


class Replay:
    def __init__(self, capacity):
        self.capacity = capacity
        self.slots = []
        self.position = 0

    def add(self, item):
        if len(self.slots) < self.capacity:
            self.slots.append(item)
        else:
            self.slots[self.position] = item
        self.position = (self.position + 1) % self.capacity

    def sample(self, count, rng):
        return [self.slots[i] for i in rng.integers(0, len(self.slots), count)]


class Critic(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.kernel = tf.Variable(tf.zeros([width, 1]))

    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, 1])])
    def learn(self, states, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(states, self.kernel) - targets))
        self.kernel.assign_sub(1e-3 * tape.gradient(loss, self.kernel))
        return loss


def observe(rng, width):
    state = tf.constant(rng.normal(size=(16, width)), tf.float32)
    return state, tf.reduce_mean(state, axis=1, keepdims=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=7000)
    args = parser.parse_args()
    rng, replay, critic, loss = np.random.default_rng(1), Replay(args.steps // 5), Critic(1024), 0.0
    for _ in range(args.steps):
        replay.add(observe(rng, 1024))
        states, targets = zip(*replay.sample(2, rng))
        loss = critic.learn(tf.concat(states, 0), tf.concat(targets, 0))
    print("loss %.4f" % float(loss))


if __name__ == "__main__":
    main()
