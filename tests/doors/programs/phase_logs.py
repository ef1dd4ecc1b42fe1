"""Experiment bookkeeping in three classes: the innermost log of the training phase keeps each step's residual tensor."""
LANES = ("tf2",)
RULE = "TL301"
import tensorflow as tf


class StepLog:
    def __init__(self):
        self.entries = []

    def write(self, value):
        self.entries.append(value)  # LEAK


class Phase:
    def __init__(self, name):
        self.name = name
        self.log = StepLog()
        self.steps = 0

    def record(self, residual):
        self.steps += 1
        self.log.write(residual)


class Experiment:
    def __init__(self, dim):
        self.theta = tf.Variable(tf.zeros([dim, 1]))
        self.phases = {name: Phase(name) for name in ("train", "valid")}

    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            residual = tf.matmul(x, self.theta) - y
            loss = tf.reduce_mean(tf.square(residual))
        self.theta.assign_sub(0.05 * tape.gradient(loss, self.theta))
        self.phases["train"].record(residual)
        return loss


experiment = Experiment(20)
truth = tf.random.stateless_normal([20, 1], seed=[0, 9])


def round_trip(i):
    x = tf.random.stateless_normal([2048, 20], seed=[i, 1])
    return float(experiment.train_step(x, x @ truth))
