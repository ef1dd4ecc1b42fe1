"""Curriculum training: every stage draws its own examples of growing difficulty."""
import sys

import numpy as np
import tensorflow as tf

INPUTS = 32


class Curriculum:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.rule = self.rng.normal(size=(INPUTS, 1)).astype(np.float32)

    def stage(self, number, count=2000):
        noise = 0.5 / (1 + number)
        rows = self.rng.normal(size=(count, INPUTS)).astype(np.float32)
        targets = rows @ self.rule + noise * self.rng.normal(size=(count, 1)).astype(np.float32)
        order = np.argsort(np.abs(targets[:, 0]))
        return rows[order], targets[order]


def minibatches(rows, targets, size):
    def generate():
        for start in range(0, len(rows), size):
            yield rows[start:start + size], targets[start:start + size]
    return generate


class Learner:
    def __init__(self):
        self.weights = tf.Variable(tf.zeros([INPUTS, 1]))
        self.steps = tf.Variable(0)

    @tf.function(reduce_retracing=True)
    def step(self, rows, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(rows @ self.weights - targets))
        self.weights.assign_sub(0.02 * tape.gradient(loss, self.weights))
        self.steps.assign_add(1)
        return loss


class Trainer:
    signature = (tf.TensorSpec([None, INPUTS], tf.float32), tf.TensorSpec([None, 1], tf.float32))

    def __init__(self, learner, curriculum, size=250):
        self.learner = learner
        self.curriculum = curriculum
        self.size = size

    def dataset(self, number):
        rows, targets = self.curriculum.stage(number)
        source = minibatches(rows, targets, self.size)
        return tf.data.Dataset.from_generator(source, output_signature=self.signature)  # LEAK

    def run_stage(self, number):
        loss = tf.constant(0.0)
        for rows, targets in self.dataset(number).prefetch(2):
            loss = self.learner.step(rows, targets)
        return float(loss)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    trainer = Trainer(Learner(), Curriculum(seed=5))
    loss = 0.0
    for number in range(rounds):
        loss = trainer.run_stage(number)
    print(f"stages {rounds} steps {int(trainer.learner.steps)} loss {loss:.4f}")


if __name__ == "__main__":
    main()
