"""REINFORCE on a corridor world (TensorFlow 1)."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 120


class Corridor(object):
    def __init__(self, length=6):
        self.length = length

    def reset(self):
        self.place, self.left = self.length // 2, 3
        return self.view()

    def view(self):
        return np.eye(self.length, dtype=np.float32)[[self.place]]

    def step(self, action):
        self.place = int(np.clip(self.place + (1 if action else -1), 0, self.length - 1))
        self.left -= 1
        reward = 1.0 if self.place == self.length - 1 else -0.05
        return self.view(), reward, self.left == 0


class Policy(object):
    def __init__(self, size):
        self.state = tf.placeholder(tf.float32, [None, size])
        self.action = tf.placeholder(tf.int32, [None])
        self.gain = tf.placeholder(tf.float32, [None])
        hidden = tf.layers.dense(self.state, 128, tf.nn.tanh)
        self.logits = tf.layers.dense(hidden, 2)
        cost = tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=self.action, logits=self.logits
        )
        self.train = tf.train.AdamOptimizer(0.0005).minimize(tf.reduce_mean(cost * self.gain))

    def act(self, session, state, heat):
        choice = tf.squeeze(tf.multinomial(tf.nn.log_softmax(self.logits) / heat, 1))  # LEAK
        return int(session.run(choice, {self.state: state}))

    def learn(self, session, states, actions, gains):
        feed = {self.state: np.concatenate(states), self.action: actions, self.gain: gains}
        for _ in range(40):
            session.run(self.train, feed)


def main():
    world, policy = Corridor(), Policy(6)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for episode in range(ROUNDS):
            state, done = world.reset(), False
            states, actions, rewards = [], [], []
            heat = 2.0 if episode < 20 else 1.0
            while not done:
                action = policy.act(session, state, heat)
                states.append(state)
                actions.append(action)
                state, reward, done = world.step(action)
                rewards.append(reward)
            gains = np.cumsum(rewards[::-1])[::-1]
            policy.learn(session, states, actions, gains)
            if episode % 30 == 0:
                print(episode, "return", round(sum(rewards), 2))


if __name__ == "__main__":
    main()
