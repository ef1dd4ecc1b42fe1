"""n-step returns with one generator per trajectory; a generator sums up rewards as they come in."""
import sys
import time

import numpy as np
import tensorflow as tf

GAMMA = 0.97
policy = tf.Variable(tf.random.stateless_normal([24, 4], [0, 1]))


def n_step(observation, horizon):
    """Receives rewards by send(); yields the return so far."""
    total, factor = tf.zeros([]), 1.0
    features = tf.nn.relu(tf.tile(observation[None], [256, 1]))
    for _ in range(horizon):
        reward = yield total
        total = total + np.float32(factor * reward)
        factor *= GAMMA
    chances = tf.nn.softmax(tf.matmul(features, policy))
    yield total * tf.reduce_mean(tf.reduce_max(chances, -1))


class Trainer:
    def __init__(self, horizon):
        self.horizon = horizon
        self.open = []
        self.finished = 0
        self.value = 0.0

    def begin(self, observation):
        walker = n_step(observation, self.horizon)
        next(walker)
        self.open.append((self.horizon, walker))
        del self.open[: -self.horizon]

    def observe(self, reward):
        recent = self.open[-self.horizon :]
        for age, (steps, walker) in enumerate(reversed(recent)):
            result = walker.send(reward)
            if age == self.horizon - 1:
                self.value = 0.99 * self.value + 0.01 * float(result)
                self.finished += 1


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng = np.random.default_rng(1)
    trainer = Trainer(horizon=5)
    for step in range(steps):
        trainer.begin(tf.constant(rng.normal(size=24), tf.float32))
        trainer.observe(float(rng.uniform(-1, 1)))
        time.sleep(0.008)
        if step % 200 == 0:
            print("step", step, "value %.4f" % trainer.value)
    print("finished", trainer.finished)


if __name__ == "__main__":
    main()
