"""Deep Q-learning on a catch game; the replay buffer stores tensors."""
import sys

import numpy as np
import tensorflow as tf


class Catch:
    """A ball falls through a 24x24 grid, the paddle has to be below it."""

    def __init__(self, edge=24, seed=0):
        self.edge = edge
        self.rng = np.random.RandomState(seed)

    def reset(self):
        self.row, self.col = 0, self.rng.randint(self.edge)
        self.paddle = self.edge // 2
        return self.frame()

    def frame(self):
        f = np.zeros((self.edge, self.edge), "float32")
        f[self.row, self.col] = 1
        f[-1, self.paddle] = -1
        return f.ravel()

    def step(self, action):
        self.paddle = int(np.clip(self.paddle + action - 1, 0, self.edge - 1))
        self.row += 1
        done = self.row == self.edge - 1
        reward = float(done and abs(self.paddle - self.col) <= 1)
        return self.frame(), reward, done


class Replay:
    def __init__(self, capacity, seed=1):
        self.capacity = capacity
        self.slots = []
        self.cursor = 0
        self.rng = np.random.RandomState(seed)

    def add(self, item):
        if len(self.slots) < self.capacity:
            self.slots.append(item)
        else:
            self.slots[self.cursor] = item
        self.cursor = (self.cursor + 1) % self.capacity

    def sample(self, n):
        picks = [self.slots[i] for i in self.rng.randint(0, len(self.slots), n)]
        s, a, r, s2, d = zip(*picks)
        return tf.stack(s), tf.constant(a), tf.constant(r), tf.stack(s2), tf.constant(d)


class QNet(tf.Module):
    def __init__(self, inputs, hidden=256, seed=2):
        super().__init__()
        rng = np.random.RandomState(seed)
        shapes = [(inputs, hidden), (hidden, hidden), (hidden, 3)]
        self.w = [tf.Variable((rng.randn(*s) / s[0] ** 0.5).astype("float32")) for s in shapes]

    def __call__(self, s):
        for w in self.w[:-1]:
            s = tf.nn.relu(s @ w)
        return s @ self.w[-1]


@tf.function
def learn(net, target, s, a, r, s2, done):
    goal = r + 0.95 * (1.0 - done) * tf.reduce_max(target(s2), axis=1)
    with tf.GradientTape() as tape:
        q = tf.gather(net(s), a, batch_dims=1)
        loss = tf.reduce_mean(tf.square(q - goal))
    for w, g in zip(net.w, tape.gradient(loss, net.w)):
        w.assign_sub(0.02 * g)
    return loss


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    env, replay = Catch(), Replay(capacity=600)
    net, target = QNet(24 * 24), QNet(24 * 24)
    rng = np.random.RandomState(5)
    caught = 0
    for episode in range(episodes):
        obs, done = tf.constant(env.reset()), False
        while not done:
            if rng.rand() < 0.2:
                action = rng.randint(3)
            else:
                action = int(tf.argmax(net(obs[None]), axis=1)[0])
            frame, reward, done = env.step(action)
            nxt = tf.constant(frame)
            replay.add((obs, action, reward, nxt, float(done)))
            obs = nxt
            if len(replay.slots) >= 64:
                learn(net, target, *replay.sample(64))
        caught += reward
        if episode % 10 == 0:
            for a, b in zip(target.w, net.w):
                a.assign(b)
    print("episodes", episodes, "replay", len(replay.slots), "valid:", 0 <= caught <= episodes)


main()
