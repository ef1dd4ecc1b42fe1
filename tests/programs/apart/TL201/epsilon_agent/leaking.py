"""Epsilon-greedy agent on a toy corridor, with a small Q network."""
import random
import sys

import numpy as np
import tensorflow as tf

STATES, ACTIONS, HIDDEN = 12, 3, 48


class QNetwork(tf.Module):
    def __init__(self):
        super().__init__()
        init = tf.random_normal_initializer(stddev=0.1, seed=3)
        self.w1 = tf.Variable(init([STATES, HIDDEN]))
        self.w2 = tf.Variable(init([HIDDEN, ACTIONS]))

    @tf.function
    def values(self, state):
        return tf.matmul(tf.nn.relu(tf.matmul(state, self.w1)), self.w2)

    @tf.function
    def behave(self, state, epsilon):
        """Mixes the greedy policy with a uniform one and samples."""
        q = tf.matmul(tf.nn.relu(tf.matmul(state, self.w1)), self.w2)
        greedy = tf.one_hot(tf.argmax(q, axis=1), ACTIONS)
        mixed = (1.0 - epsilon) * greedy + epsilon / ACTIONS
        return tf.random.categorical(tf.math.log(mixed + 1e-8), 1)[0, 0]

    @tf.function
    def learn(self, state, action, target, rate):
        with tf.GradientTape() as tape:
            q = tf.reduce_sum(self.values(state) * tf.one_hot(action, ACTIONS))
            loss = tf.square(target - q)
        for weight, gradient in zip((self.w1, self.w2), tape.gradient(loss, [self.w1, self.w2])):
            weight.assign_sub(rate * gradient)
        return loss


class Corridor:
    def reset(self):
        self.position = STATES // 2
        return self.position

    def step(self, action):
        self.position = min(STATES - 1, max(0, self.position + action - 1))
        done = self.position in (0, STATES - 1)
        return self.position, 1.0 if self.position == STATES - 1 else -0.01, done


def one_hot(position):
    return tf.one_hot([position], STATES)


def play(agent, world, epsilon, rate, limit=8):
    state, total = world.reset(), 0.0
    for _ in range(limit):
        observation = one_hot(state)
        action = int(agent.behave(observation, epsilon))  # LEAK
        state, reward, done = world.step(action)
        future = 0.0 if done else 0.95 * float(tf.reduce_max(agent.values(one_hot(state))))
        agent.learn(observation, tf.constant(action), tf.constant(np.float32(reward + future)), rate)
        total += reward
        if done:
            break
    return total


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    random.seed(1)
    agent, world = QNetwork(), Corridor()
    epsilon, returns = 1.0, []
    print("training for", episodes, "episodes", flush=True)
    for episode in range(episodes):
        rate = 0.05 if episode < 20 else 0.02
        returns.append(play(agent, world, epsilon, rate))
        epsilon = max(0.01, epsilon * 0.997)
    print(f"last returns {np.mean(returns[-10:]):.3f}, epsilon {epsilon:.3f}")


if __name__ == "__main__":
    main()
