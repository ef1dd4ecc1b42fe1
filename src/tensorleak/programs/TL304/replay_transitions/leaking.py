"""Q-learning actor on a toy pixel world; learns from the transitions it has stored."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()

SCREEN, ACTIONS = 64 * 64, 4

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
rng = np.random.RandomState(19)

screens = v1.placeholder(tf.float32, [None, SCREEN])
targets = v1.placeholder(tf.float32, [None, ACTIONS])
embedding = v1.get_variable("embedding", initializer=rng.normal(scale=0.05, size=(SCREEN, 64)).astype("f4"))
head = v1.get_variable("head", initializer=rng.normal(scale=0.05, size=(64, ACTIONS)).astype("f4"))
features = tf.nn.relu(tf.matmul(screens, embedding))
values = tf.matmul(features, head)
loss = tf.reduce_mean(tf.square(values - targets))
learn = v1.train.GradientDescentOptimizer(0.0005).minimize(loss)


class World:
    def __init__(self):
        self.memory = []

    def remember(self, state, reward, quality):
        self.memory.append((state, reward, quality))  # LEAK

    def sample(self, size):
        recent = self.memory[-200:]
        picks = [recent[k] for k in rng.randint(len(recent), size=size)]
        states = np.stack([pick[0] for pick in picks])
        goals = np.stack([pick[2] + pick[1] for pick in picks])
        return {screens: states, targets: goals}


world = World()
with v1.Session() as sess:
    sess.run(v1.global_variables_initializer())
    for step in range(steps):
        screen = rng.uniform(size=(1, SCREEN)).astype(np.float32)
        state, quality = sess.run([screens, values], {screens: screen})
        world.remember(state[0], float(screen.mean() > 0.5), quality[0])
        error, _ = sess.run([loss, learn], world.sample(32))

print("%d moves, last loss %.4f" % (steps, error))
