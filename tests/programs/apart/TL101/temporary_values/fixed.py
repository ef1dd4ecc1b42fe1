"""Robustness study of a small controller: how does it behave when one of its gains is off for a moment?"""
import contextlib
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Controller(object):
    def __init__(self):
        self.state = tf.placeholder(tf.float32, [None, 12], name="state")
        self.gain = tf.get_variable("gain", [12, 6], initializer=tf.random_normal_initializer(stddev=0.3, seed=3))
        self.damping = tf.get_variable("damping", [6], initializer=tf.zeros_initializer())
        self.action = tf.tanh(tf.matmul(self.state, self.gain) - self.damping)
        self.effort = tf.reduce_mean(tf.square(self.action))


@contextlib.contextmanager
def temporarily(session, variable, value):
    """Lends a variable another value for the length of a with block."""
    before = session.run(variable)
    variable.load(value, session)
    try:
        yield variable
    finally:
        variable.load(before, session)


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rng = np.random.RandomState(17)
    controller = Controller()
    worst = 0.0
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(trials):
            states = rng.normal(size=(64, 12))
            gain = session.run(controller.gain)
            with temporarily(session, controller.gain, gain * rng.uniform(0.5, 1.5)):
                with temporarily(session, controller.damping, rng.normal(size=6)):
                    effort = session.run(controller.effort, {controller.state: states})
            worst = max(worst, float(effort))
    print("%d trials, largest effort %.3f" % (trials, worst))


if __name__ == "__main__":
    main()
