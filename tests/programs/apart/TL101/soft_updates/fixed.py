"""Q-learning with a slowly following target network (session style)."""
import sys

import numpy as np
import tensorflow as tf

STATE, ACTIONS, WIDTH = 24, 6, 128


class QNetwork(object):
    def __init__(self, name, state):
        with tf.variable_scope(name):
            x = state
            for i in range(5):
                x = tf.layers.dense(x, WIDTH, tf.nn.relu, name="hidden%d" % i)
            self.values = tf.layers.dense(x, ACTIONS, name="values")
        self.variables = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope=name + "/")


class Agent(object):
    def __init__(self, seed):
        tf.set_random_seed(seed)
        self.state = tf.placeholder(tf.float32, (None, STATE), "state")
        self.goal = tf.placeholder(tf.float32, (None, ACTIONS), "goal")
        self.online = QNetwork("online", self.state)
        self.target = QNetwork("target", self.state)
        self.loss = tf.reduce_mean(tf.squared_difference(self.online.values, self.goal))
        self.train_op = tf.train.AdamOptimizer(1e-3).minimize(self.loss, var_list=self.online.variables)
        self.tau = tf.placeholder(tf.float32, (), "tau")
        self.follow_ops = self.blend(self.tau)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def blend(self, tau):
        pairs = zip(self.online.variables, self.target.variables)
        return [old.assign(tau * new + (1.0 - tau) * old) for new, old in pairs]

    def follow(self, tau):
        self.sess.run(self.follow_ops, {self.tau: tau})

    def learn(self, states):
        future = self.sess.run(self.target.values, {self.state: states})
        goal = np.tanh(states[:, :ACTIONS]) + 0.9 * future
        return self.sess.run([self.loss, self.train_op], {self.state: states, self.goal: goal})[0]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = np.random.RandomState(8)
    agent, loss = Agent(8), 0.0
    for _ in range(rounds):
        for _ in range(3):
            loss = agent.learn(rng.normal(size=(1024, STATE)).astype("float32"))
        agent.follow(0.05)
    agent.sess.close()
    print("loss %.4f after %d rounds" % (loss, rounds))


if __name__ == "__main__":
    main()
