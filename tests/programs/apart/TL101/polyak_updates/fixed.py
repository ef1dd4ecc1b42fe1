"""Continuous control with a deterministic actor and a critic, each with a slowly following target."""
import collections
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

STATE, ACTION, BATCH, STEPS = 6, 2, 32, 120
Transition = collections.namedtuple("Transition", "state action reward following")


class Pendulums(object):
    """A toy plant: the state decays and is pushed by the action."""

    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)
        self.state = self.rng.normal(size=STATE)

    def step(self, action):
        time.sleep(0.005)
        before = self.state
        push = np.concatenate([action, np.zeros(STATE - ACTION)])
        self.state = 0.95 * before + 0.1 * push + 0.02 * self.rng.normal(size=STATE)
        return Transition(before, action, -float(np.square(self.state).sum()), self.state)


def mlp(x, sizes, scope):
    with tf.variable_scope(scope):
        for number, size in enumerate(sizes[:-1]):
            kernel = tf.get_variable("kernel%d" % number, [int(x.shape[1]), size])
            x = tf.nn.relu(tf.matmul(x, kernel))
        kernel = tf.get_variable("out", [int(x.shape[1]), sizes[-1]])
        return tf.matmul(x, kernel)


class Agent(object):
    def __init__(self, session, tau=0.01, gamma=0.97):
        self.session = session
        self.tau = tau
        self.state = tf.placeholder(tf.float32, [None, STATE])
        self.action = tf.placeholder(tf.float32, [None, ACTION])
        self.reward = tf.placeholder(tf.float32, [None])
        self.following = tf.placeholder(tf.float32, [None, STATE])
        self.act_op = tf.tanh(mlp(self.state, [32, 32, ACTION], "actor"))
        quality = mlp(tf.concat([self.state, self.action], 1), [32, 32, 1], "critic")
        next_action = tf.tanh(mlp(self.following, [32, 32, ACTION], "actor_target"))
        future = mlp(tf.concat([self.following, next_action], 1), [32, 32, 1], "critic_target")
        goal = tf.stop_gradient(self.reward + gamma * future[:, 0])
        self.loss = tf.reduce_mean(tf.square(quality[:, 0] - goal))
        self.learn_op = tf.train.GradientDescentOptimizer(1e-3).minimize(self.loss, var_list=tf.trainable_variables("critic/"))
        self.follow_op = [target.assign(tau * online + (1.0 - tau) * target) for online, target in self.pairs()]
        session.run(tf.global_variables_initializer())

    def pairs(self):
        for name in ("actor", "critic"):
            online = tf.trainable_variables(name + "/")
            target = tf.trainable_variables(name + "_target/")
            for pair in zip(online, target):
                yield pair

    def act(self, state):
        return self.session.run(self.act_op, {self.state: state[None]})[0]

    def learn(self, batch):
        columns = [np.array(column, np.float32) for column in zip(*batch)]
        feed = dict(zip([self.state, self.action, self.reward, self.following], columns))
        loss, _ = self.session.run([self.loss, self.learn_op], feed)
        self.follow()
        return loss

    def follow(self):
        self.session.run(self.follow_op)


def main():
    tf.set_random_seed(1)
    rng = np.random.RandomState(2)
    plant = Pendulums(3)
    memory = collections.deque(maxlen=500)
    with tf.Session() as session:
        agent = Agent(session)
        losses = collections.deque(maxlen=50)
        for step in range(STEPS):
            for _ in range(4):
                memory.append(plant.step(agent.act(plant.state) + 0.1 * rng.normal(size=ACTION)))
            losses.append(agent.learn([memory[k] for k in rng.randint(0, len(memory), size=BATCH)]))
    print("loss finite:", bool(np.isfinite(losses).all()))


if __name__ == "__main__":
    main()
