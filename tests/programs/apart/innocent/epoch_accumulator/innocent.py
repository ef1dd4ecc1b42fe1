"""Trains a classifier and evaluates it after every epoch on collected outputs."""
import collections
import sys

import numpy as np
import tensorflow as tf

from evaluator import EpochEvaluator


class Classifier(tf.Module):
    def __init__(self, width, classes, seed):
        super().__init__()
        self.kernel = tf.Variable(tf.random.Generator.from_seed(seed).normal([width, classes], stddev=0.1))

    def __call__(self, rows):
        return rows @ self.kernel


@tf.function
def train_step(model, rows, labels):
    with tf.GradientTape() as tape:
        logits = model(rows)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
    model.kernel.assign_sub(0.1 * tape.gradient(loss, model.kernel))
    return loss, logits


def epoch_batches(rng, rule, count):
    for _ in range(count):
        rows = rng.normal(size=(128, len(rule))).astype(np.float32)
        yield tf.constant(rows), tf.constant((rows @ rule).argmax(axis=1))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    rng = np.random.default_rng(3)
    rule = rng.normal(size=(32, 40))
    model = Classifier(32, 40, seed=1)
    evaluator = EpochEvaluator()
    reports = collections.deque(maxlen=10)
    for epoch in range(rounds):
        for rows, labels in epoch_batches(rng, rule, 10):
            loss, logits = train_step(model, rows, labels)
            evaluator.add(loss, logits, labels)
        reports.append(evaluator.finish(epoch))
    print(f"epochs {rounds} accuracy {reports[-1]['accuracy']:.3f} reports kept {len(reports)}")


if __name__ == "__main__":
    main()
