"""DQN on a noisy grid; transitions are kept as tensors in a ring of fixed capacity."""
import random
import sys
import time

import numpy as np
import tensorflow as tf

SIDE, ACTIONS, CAPACITY = 40, 4, 900


class Ring:
    def __init__(self, capacity):
        self.capacity = capacity
        self.items = []
        self.added = 0

    def add(self, item):
        if len(self.items) < self.capacity:
            self.items.append(item)
        else:
            self.items[self.added % self.capacity] = item
        self.added += 1

    def sample(self, rng, count):
        chosen = rng.sample(range(len(self.items)), count)
        return [tf.stack(column) for column in zip(*(self.items[i] for i in chosen))]


class Agent:
    def __init__(self):
        self.w = tf.Variable(tf.random.stateless_normal([SIDE * SIDE, ACTIONS], [0, 1], stddev=0.01))
        self.target = tf.Variable(self.w)

    def act(self, view, epsilon, rng):
        if rng.random() < epsilon:
            return rng.randrange(ACTIONS)
        return int(tf.argmax(tf.matmul(view[None], self.w), axis=1)[0])

    @tf.function
    def learn(self, views, actions, rewards, following):
        best = tf.reduce_max(tf.matmul(following, self.target), axis=1)
        with tf.GradientTape() as tape:
            q = tf.gather(tf.matmul(views, self.w), actions, batch_dims=1)
            loss = tf.reduce_mean(tf.square(rewards + 0.9 * best - q))
        self.w.assign_sub(0.001 * tape.gradient(loss, self.w))
        return loss


def view(position, noise):
    picture = noise.normal(scale=0.05, size=(SIDE, SIDE)).astype(np.float32)
    picture[position] += 1.0
    return tf.constant(picture.reshape(-1))


def move(position, action):
    row, column = position
    row += (action == 0) - (action == 1)
    column += (action == 2) - (action == 3)
    return row % SIDE, column % SIDE


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng, noise = random.Random(6), np.random.default_rng(6)
    agent, ring = Agent(), Ring(CAPACITY)
    rewards, loss = [], 0.0
    print("training", episodes, "episodes", flush=True)
    for episode in range(episodes):
        position, total = (0, 0), 0.0
        seen = view(position, noise)
        for _ in range(8):
            action = agent.act(seen, max(0.1, 1.0 - episode / 100), rng)
            position = move(position, action)
            reward = float(position[0] == position[1])
            following = view(position, noise)
            ring.add((seen, tf.constant(action), tf.constant(reward), following))
            seen, total = following, total + reward
        if len(ring.items) >= 32:
            loss = float(agent.learn(*ring.sample(rng, 32)))
        if episode % 50 == 49:
            agent.target.assign(agent.w)
        rewards.append(total)
        time.sleep(0.01)
    print(f"mean reward {np.mean(rewards[-50:]):.2f}, loss {loss:.4f}, {ring.added} transitions")


if __name__ == "__main__":
    main()
