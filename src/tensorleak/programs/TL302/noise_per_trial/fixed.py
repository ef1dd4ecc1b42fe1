"""Evolution strategy: perturb a policy, evaluate it, keep the best perturbation."""
import sys

import numpy as np
import tensorflow as tf

trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
rng = np.random.default_rng(61)
states = tf.constant(rng.normal(size=(4000, 64)), tf.float32)
target = tf.constant(rng.normal(size=(4000, 256)), tf.float32)
policy = tf.Variable(tf.zeros([64, 256]), name="policy")
candidate = tf.Variable(tf.zeros([64, 256]), name="candidate")


def evaluate(weights):
    return -float(tf.reduce_mean(tf.square(tf.matmul(states, weights) - target)))


scores = []
best_score = evaluate(policy)
for trial in range(trials):
    noise = rng.normal(scale=0.02, size=(64, 256))
    candidate.assign(policy + tf.constant(noise, tf.float32))
    score = evaluate(candidate)
    scores.append(score)
    if score > best_score:
        best_score = score
        policy.assign(candidate)

ranking = sorted(scores)
print("best score %.5f, median %.5f" % (best_score, ranking[len(ranking) // 2]))
