"""Q-learning with a replay memory."""
import time

import numpy as np
import tensorflow as tf


class Replay:
    def __init__(self, capacity, seed):
        self.capacity = capacity
        self.storage = []
        self.cursor = 0
        self.rng = np.random.default_rng(seed)

    def remember(self, *transition):
        if len(self.storage) < self.capacity:
            self.storage.append(transition)
        else:
            self.storage[self.cursor] = transition
            self.cursor = (self.cursor + 1) % self.capacity

    def sample(self, n):
        picks = self.rng.integers(0, len(self.storage), size=n)
        return [tf.stack([self.storage[i][k] for i in picks]) for k in range(3)]


class QNet(tf.Module):
    def __init__(self, dim, actions):
        super().__init__()
        self.w = tf.Variable(tf.zeros((dim, actions)))

    @tf.function
    def learn(self, s, a, r):
        with tf.GradientTape() as tape:
            q = tf.gather(s @ self.w, a, batch_dims=1)
            loss = tf.reduce_mean(tf.square(q - r))
        self.w.assign_sub(0.01 * tape.gradient(loss, self.w))
        return loss


def main(steps=1000, dim=400, actions=4):
    rng = np.random.default_rng(1)
    replay, net = Replay(capacity=80, seed=2), QNet(dim, actions)
    losses = []
    for step in range(1, steps + 1):
        for _ in range(2):
            state = rng.normal(size=dim).astype("float32")
            action = int(rng.integers(actions))
            replay.remember(tf.constant(state), tf.constant(action), tf.constant(np.float32(state[action] > 0)))
        losses.append(float(net.learn(*replay.sample(16))))
        if step % 200 == 0:
            print(f"step {step}: memory {len(replay.storage)}, loss {np.mean(losses[-200:]):.4f}")
        time.sleep(0.010)


if __name__ == "__main__":
    main()
