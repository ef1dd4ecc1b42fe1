"""First-order meta-learning: tasks adapt in nested scopes of settings."""
from collections import ChainMap
from dataclasses import dataclass

import tensorflow as tf

TASKS = 300


@dataclass
class Adaptation:
    task: int
    tape: tf.GradientTape
    loss: tf.Tensor


class Learner:
    def __init__(self):
        self.w1 = tf.Variable(tf.random.normal((128, 256), stddev=0.05))
        self.w2 = tf.Variable(tf.random.normal((256, 1), stddev=0.05))

    def loss(self, x, y):
        hidden = tf.nn.relu(x @ self.w1)
        return tf.reduce_mean(tf.square(hidden @ self.w2 - y))


class MetaTrainer:
    def __init__(self, learner):
        self.learner = learner
        self.scope = ChainMap({"rate": 1e-3, "clip": 1.0})

    def adapt(self, task):
        x = tf.random.stateless_normal((96, 128), seed=(task, 0))
        y = tf.reduce_sum(x[:, :3], axis=1, keepdims=True)
        with tf.GradientTape(persistent=True) as tape:  # LEAK
            loss = self.learner.loss(x, y)  # LEAK
        self.scope = self.scope.new_child({"adaptation": Adaptation(task, tape, loss)})  # LEAK
        return self.apply()

    def apply(self):
        current = self.scope["adaptation"]
        for variable in (self.learner.w1, self.learner.w2):
            gradient = current.tape.gradient(current.loss, variable)
            variable.assign_sub(self.scope["rate"] * tf.clip_by_norm(gradient, self.scope["clip"]))
        return float(current.loss)


def evaluate(learner):
    x = tf.random.stateless_normal((2048, 128), seed=(0, 9))
    y = tf.reduce_sum(x[:, :3], axis=1, keepdims=True)
    return float(sum(learner.loss(x, y) for _ in range(4)))


def main():
    trainer = MetaTrainer(Learner())
    for task in range(TASKS):
        loss = trainer.adapt(task)
        score = evaluate(trainer.learner)
    print("last loss", loss, "score", score)


main()
