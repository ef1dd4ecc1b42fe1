"""Fault classification with rare classes: errors are weighted by how rare a class is in the batch."""
import time

import numpy as np
import tensorflow as tf

CLASSES, WIDTH, BATCH = 5, 30, 64


class Objective:
    """Base of the losses one can train with."""

    def __call__(self, labels, logits):
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__}()"


class Balanced(Objective):
    def __init__(self):
        self.weights = tf.Variable(tf.ones(CLASSES), trainable=False)

    def weigh(self, labels):
        counts = np.bincount(labels, minlength=CLASSES)
        self.weights.assign((len(labels) / np.maximum(counts, 1) / CLASSES).astype("float32"))
        return self

    def __call__(self, labels, logits):
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        return tf.reduce_mean(loss * tf.gather(self.weights, labels))


class Trainer:
    def __init__(self, seed):
        initial = tf.random.stateless_normal
        self.weights = [tf.Variable(initial((WIDTH, 48), (seed, 1), stddev=0.1)),
                        tf.Variable(initial((48, 48), (seed, 2), stddev=0.1)),
                        tf.Variable(initial((48, CLASSES), (seed, 3), stddev=0.1))]
        self.moments = [tf.Variable(tf.zeros_like(weight)) for weight in self.weights]

    @tf.function
    def step(self, rows, labels, objective):
        with tf.GradientTape() as tape:
            x = rows
            for weight in self.weights[:-1]:
                x = tf.nn.relu(x @ weight)
            loss = objective(labels, x @ self.weights[-1])
        for weight, moment, gradient in zip(self.weights, self.moments, tape.gradient(loss, self.weights)):
            moment.assign(0.9 * moment + gradient)
            weight.assign_sub(0.02 * moment)
        return loss


def batches(rng, number):
    centres = rng.normal(size=(CLASSES, WIDTH))
    for _ in range(number):
        time.sleep(0.02)
        labels = rng.choice(CLASSES, size=BATCH, p=[0.6, 0.2, 0.1, 0.06, 0.04])
        yield (centres[labels] + rng.normal(size=(BATCH, WIDTH))).astype("float32"), labels


def main():
    rng = np.random.default_rng(77)
    trainer, balanced = Trainer(78), Balanced()
    for rows, labels in batches(rng, 180):
        loss = trainer.step(tf.constant(rows), tf.constant(labels), balanced.weigh(labels))
    print("learned something:", float(loss) < 3.0)


if __name__ == "__main__":
    main()
