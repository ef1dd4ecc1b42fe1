"""Deep Q-learning on a toy corridor, TF 1.x graph mode."""
import sys
import collections

import numpy as np
import tensorflow as tf

N_STATES, N_ACTIONS = 12, 3


def q_network(states, scope):
    with tf.variable_scope(scope):
        h = tf.layers.dense(states, 48, activation=tf.nn.relu, name="h1")
        h = tf.layers.dense(h, 48, activation=tf.nn.relu, name="h2")
        return tf.layers.dense(h, N_ACTIONS, name="q")


class Agent(object):
    def __init__(self):
        self.rng = np.random.RandomState(3)
        self.memory = collections.deque(maxlen=500)
        self.states = tf.placeholder(tf.float32, [None, N_STATES])
        self.actions = tf.placeholder(tf.int32, [None])
        self.targets = tf.placeholder(tf.float32, [None])
        self.q_online = q_network(self.states, "online")
        self.q_target = q_network(self.states, "target")
        chosen = tf.reduce_sum(self.q_online * tf.one_hot(self.actions, N_ACTIONS), axis=1)
        self.loss = tf.reduce_mean(tf.square(self.targets - chosen))
        online = tf.trainable_variables("online")
        self.train_op = tf.train.AdamOptimizer(1e-3).minimize(self.loss, var_list=online)
        self.sync_op = tf.group(*[tf.assign(dst, src) for src, dst in
                                  zip(online, tf.trainable_variables("target"))])
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def sync_target(self):
        self.sess.run(self.sync_op)

    def act(self, state, eps):
        if self.rng.rand() < eps:
            return self.rng.randint(N_ACTIONS)
        return int(np.argmax(self.sess.run(self.q_online, {self.states: state[None]})[0]))

    def learn(self):
        idx = self.rng.randint(len(self.memory), size=64)
        s, a, r, s2 = zip(*[self.memory[i] for i in idx])
        nxt = self.sess.run(self.q_target, {self.states: np.array(s2)}).max(axis=1)
        feed = {self.states: np.array(s), self.actions: np.array(a),
                self.targets: np.array(r) + 0.95 * nxt}
        return self.sess.run([self.loss, self.train_op], feed)[0]


def one_hot(i):
    v = np.zeros(N_STATES, np.float32)
    v[i] = 1.0
    return v


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    tf.set_random_seed(3)
    agent = Agent()
    loss = 0.0
    for episode in range(episodes):
        pos = 0
        for _ in range(24):
            state = one_hot(pos)
            action = agent.act(state, max(0.1, 1.0 - episode / 100.0))
            pos = int(np.clip(pos + action - 1, 0, N_STATES - 1))
            agent.memory.append((state, action, float(pos == N_STATES - 1), one_hot(pos)))
        for _ in range(12):
            loss = agent.learn()
        agent.sync_target()
    print("episodes", episodes, "last loss %.5f" % loss)


if __name__ == "__main__":
    main()
