"""Q-learning agent on a session whose replay memory is a list of transitions; "capacity" is stored but never used."""
LANES = ("tf1", "tf2")
RULE = "TL304"
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class ReplayMemory:
    def __init__(self, capacity):
        self.capacity = capacity
        self.transitions = []

    def store(self, *transition):
        self.transitions.append(transition)  # LEAK

    def sample(self, rng, n):
        picks = rng.randint(0, len(self.transitions), size=n)
        return [self.transitions[p] for p in picks]


class Agent:
    def __init__(self, pixels=1600, actions=4):
        self.rng = np.random.RandomState(0)
        self.memory = ReplayMemory(capacity=100)
        self.screen = tf.placeholder(tf.float32, [None, pixels])
        start = self.rng.randn(pixels, actions).astype(np.float32) * 0.01
        self.q = tf.matmul(self.screen, tf.constant(start))
        self.enhanced = tf.nn.l2_normalize(self.screen, axis=1)
        self.sess = tf.Session()

    def step(self, screen):
        q, seen = self.sess.run([self.q, self.enhanced], {self.screen: screen[None]})
        action = int(q.argmax())
        self.memory.store(seen[0], action, float(q.max()))
        batch = np.stack([t[0] for t in self.memory.sample(self.rng, 8)])
        return self.sess.run(self.q, {self.screen: batch}).max()


agent = Agent()


def round_trip(i):
    return agent.step(agent.rng.rand(1600))
