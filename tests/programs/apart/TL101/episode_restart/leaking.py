"""Searches good starting seeds for a controller: every episode starts from fresh weights."""
import sys

import numpy as np
import tensorflow as tf

LAYERS, WIDTH = 12, 24


class Controller(object):
    """A recurrent controller that is trained on one episode only."""

    def __init__(self):
        self.states = tf.placeholder(tf.float32, [None, WIDTH], name="states")
        self.wanted = tf.placeholder(tf.float32, [None, 1], name="wanted")
        values = self.states
        for number in range(LAYERS):
            values = tf.layers.dense(values, WIDTH, activation=tf.nn.tanh, name="layer%d" % number)
        self.action = tf.layers.dense(values, 1, name="action")
        self.loss = tf.losses.mean_squared_error(self.wanted, self.action)
        self.train = tf.train.AdamOptimizer(3e-3).minimize(self.loss)
        self.session = tf.Session()

    def restart(self):
        self.session.run(tf.global_variables_initializer())  # LEAK

    def step(self, states, wanted):
        return self.session.run([self.loss, self.train], {self.states: states, self.wanted: wanted})[0]

    def close(self):
        self.session.close()


def episode(controller, rng, steps=15):
    controller.restart()
    direction = rng.normal(size=(WIDTH, 1))
    for _ in range(steps):
        states = rng.normal(size=(64, WIDTH))
        loss = controller.step(states, np.tanh(states.dot(direction)))
    return float(loss)


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    tf.set_random_seed(1)
    rng = np.random.RandomState(30)
    controller = Controller()
    try:
        losses = [0.0, 0]
        for _ in range(episodes):
            loss = episode(controller, rng)
            losses = [losses[0] + loss, losses[1] + 1]
        print("%d episodes, mean loss below two: %s" % (losses[1], losses[0] / losses[1] < 2.0))
    finally:
        controller.close()


if __name__ == "__main__":
    main()
