"""DQN with a soft-updated target network (graph mode)."""
import sys

import numpy as np
import tensorflow as tf


def network(scope, states, actions):
    with tf.variable_scope(scope):
        hidden = tf.layers.dense(states, 64, tf.nn.relu)
        hidden = tf.layers.dense(hidden, 64, tf.nn.relu)
        q = tf.layers.dense(hidden, actions)
    return q, tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope)


class DQN(object):
    def __init__(self, features, actions, tau=0.05):
        self.tau = tau
        self.states = tf.placeholder(tf.float32, [None, features])
        self.next_states = tf.placeholder(tf.float32, [None, features])
        self.rewards = tf.placeholder(tf.float32, [None])
        self.q, self.online = network("online", self.states, actions)
        q_next, self.target = network("target", self.next_states, actions)
        goal = tf.stop_gradient(self.rewards + 0.95 * tf.reduce_max(q_next, 1))
        self.loss = tf.reduce_mean(tf.square(goal - tf.reduce_max(self.q, 1)))
        self.train_op = tf.train.AdamOptimizer(1e-3).minimize(self.loss, var_list=self.online)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def learn(self, batch):
        feed = dict(zip((self.states, self.rewards, self.next_states), batch))
        return self.sess.run([self.loss, self.train_op], feed)[0]

    def sync(self):
        pairs = zip(self.target, self.online)
        updates = [target.assign((1.0 - self.tau) * target + self.tau * online) for target, online in pairs]  # LEAK
        self.sess.run(updates)


class Replay(object):
    def __init__(self, features, seed):
        self.rng = np.random.RandomState(seed)
        self.states = self.rng.randn(5000, features).astype("float32")

    def sample(self, n):
        rows = self.rng.randint(0, 4999, n)
        return self.states[rows], np.tanh(self.states[rows, 0]), self.states[rows + 1]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    tf.set_random_seed(1)
    agent, replay, loss = DQN(12, 5), Replay(12, 3), 0.0
    for _ in range(rounds):
        for _ in range(16):
            loss = agent.learn(replay.sample(64))
        agent.sync()
    print("%d synchronisations, last loss %.4f" % (rounds, loss))


if __name__ == "__main__":
    main()
