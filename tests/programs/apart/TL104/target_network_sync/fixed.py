"""Double Q-learning on random features with a target network (TensorFlow 1)."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 140


def network(name, state):
    with tf.variable_scope(name):
        hidden = tf.layers.dense(state, 256, tf.nn.relu)
        values = tf.layers.dense(hidden, 6)
    return values, tf.trainable_variables(name)


class Agent(object):
    def __init__(self, size):
        self.state = tf.placeholder(tf.float32, [None, size])
        self.goal = tf.placeholder(tf.float32, [None, 6])
        self.online, self.online_vars = network("online", self.state)
        self.target, self.target_vars = network("target", self.state)
        loss = tf.reduce_mean(tf.square(self.online - self.goal))
        self.loss = loss
        pairs = zip(self.target_vars, self.online_vars)
        self.copy = [tf.assign(target, online) for target, online in pairs]
        self.train = tf.train.AdamOptimizer(1e-3).minimize(loss, var_list=self.online_vars)

    def sync(self, session):
        session.run(self.copy)

    def learn(self, session, state, reward, after):
        best = session.run(self.target, {self.state: after}).max(axis=1)
        goal = np.repeat((reward + 0.9 * best)[:, None], 6, axis=1)
        feed = {self.state: state, self.goal: goal}
        return session.run([self.loss, self.train], feed)[0]


def main():
    rng = np.random.RandomState(0)
    agent = Agent(100)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for epoch in range(ROUNDS):
            for _ in range(30):
                state = rng.normal(size=(64, 100)).astype(np.float32)
                after = np.roll(state, 1, axis=1)
                loss = agent.learn(session, state, np.tanh(state[:, 0]), after)
            agent.sync(session)
            if epoch % 35 == 0:
                print("epoch", epoch, "loss %.4f" % loss)


if __name__ == "__main__":
    main()
