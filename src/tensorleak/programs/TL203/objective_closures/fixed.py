"""Random search over regularisation strengths; the trials are ranked at the end."""
import sys
from collections import namedtuple

import numpy as np
import tensorflow as tf

Trial = namedtuple("Trial", "strength loss")

rng = np.random.default_rng(21)
inputs = tf.constant(rng.normal(size=(6000, 200)), tf.float32)
labels = tf.constant(rng.integers(0, 2, size=(6000, 1)), tf.float32)


@tf.function
def objective(weights, strength):
    logits = tf.matmul(inputs, weights)
    data = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
    return tf.reduce_mean(data) + strength * tf.reduce_sum(tf.square(weights))


def best_of(strength, candidates):
    return min(float(objective(weights, strength)) for weights in candidates)


trial_count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
trials = []
candidates = [tf.constant(rng.normal(scale=0.1, size=(200, 1)), tf.float32) for _ in range(12)]
for strength in 10.0 ** rng.uniform(-4, 0, size=trial_count):
    trials.append(Trial(strength, best_of(tf.constant(strength, tf.float32), candidates)))

best = min(trials, key=lambda trial: trial.loss)
print(f"best of {len(trials)}: strength {best.strength:.5f}, loss {best.loss:.4f}")
