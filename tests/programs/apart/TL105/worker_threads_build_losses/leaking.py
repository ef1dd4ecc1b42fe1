"""Asynchronous advantage actor-critic on a bandit-like chain, worker threads share one graph."""
import sys
import threading

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.logging.set_verbosity(tf.logging.ERROR)

STATES, ACTIONS, HORIZON = 40, 3, 64


class Chain(object):
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)

    def rollout(self, probs_of):
        s = self.rng.randint(STATES)
        states, actions, rewards = [], [], []
        probs = probs_of()
        for _ in range(HORIZON):
            a = self.rng.choice(ACTIONS, p=probs[s])
            states.append(s)
            actions.append(a)
            rewards.append(1.0 if a == s % ACTIONS else -0.1)
            s = (s + a - 1) % STATES
        return np.array(states), np.array(actions), np.array(rewards, "float32")


class SharedNet(object):
    def __init__(self, graph, width=512):
        self.graph = graph
        with graph.as_default():
            init = tf.random_normal_initializer(0, 0.1, seed=8)
            self.embed = tf.get_variable("embed", [STATES, width], initializer=init)
            self.hidden = tf.get_variable("hidden", [width, width], initializer=init)
            self.pi = tf.get_variable("pi", [width, ACTIONS], initializer=init)
            self.v = tf.get_variable("v", [width, 1], initializer=init)
            self.opt = tf.train.GradientDescentOptimizer(0.003)
            self.all_probs = tf.nn.softmax(self.forward(tf.range(STATES))[0])
            self.batch = [tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None]),
                          tf.placeholder(tf.float32, [None])]
            self.objective = self.loss(*self.batch)
            self.train = self.opt.minimize(self.objective)
            self.init = tf.global_variables_initializer()

    def forward(self, states):
        h = tf.tanh(tf.matmul(tf.nn.embedding_lookup(self.embed, states), self.hidden))
        return tf.matmul(h, self.pi), tf.matmul(h, self.v)[:, 0]

    def loss(self, states, actions, returns):
        logits, values = self.forward(states)
        advantage = returns - values
        logp = -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        entropy = -tf.reduce_sum(tf.nn.softmax(logits) * tf.nn.log_softmax(logits), axis=1)
        policy = -tf.reduce_mean(logp * tf.stop_gradient(advantage) + 0.01 * entropy)
        return policy + 0.5 * tf.reduce_mean(tf.square(advantage))


class Worker(object):
    def __init__(self, number, net, session, epochs=40):
        self.env = Chain(number)
        self.net = net
        self.session = session
        self.epochs = epochs
        self.losses = []

    def policy(self):
        p = self.session.run(self.net.all_probs).astype("float64")
        return p / p.sum(axis=1, keepdims=True)

    def work(self):
        states, actions, rewards = self.env.rollout(self.policy)
        returns = np.convolve(rewards[::-1], 0.9 ** np.arange(8), "full")[:HORIZON][::-1].astype("float32")
        with self.net.graph.as_default():
            loss = self.net.loss(tf.constant(states, tf.int32), tf.constant(actions, tf.int32), tf.constant(returns))  # LEAK
        value = self.session.run(loss)
        self.losses.append(float(value))
        for _ in range(self.epochs):
            self.session.run(self.net.train, dict(zip(self.net.batch, (states, actions, returns))))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    graph = tf.Graph()
    net = SharedNet(graph)
    session = tf.Session(graph=graph, config=tf.ConfigProto(intra_op_parallelism_threads=1))
    session.run(net.init)
    workers = [Worker(i, net, session) for i in range(2)]
    for _ in range(rounds):
        threads = [threading.Thread(target=w.work) for w in workers]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    probs = session.run(net.all_probs)
    session.close()
    greedy = np.mean(probs.argmax(axis=1) == np.arange(STATES) % ACTIONS)
    print("rounds", rounds, "policy shape", probs.shape, "updates", sum(len(w.losses) for w in workers), "valid:", bool(0 <= greedy <= 1))


if __name__ == "__main__":
    main()
