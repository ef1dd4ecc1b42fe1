"""Evolution strategy: perturb a policy, evaluate it, keep the best perturbation."""
import sys

import numpy as np
import tensorflow as tf

trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
rng = np.random.default_rng(61)
states = tf.constant(rng.normal(size=(4000, 64)), tf.float32)
target = tf.constant(rng.normal(size=(4000, 256)), tf.float32)
policy = tf.Variable(tf.zeros([64, 256]), name="policy")


def evaluate(weights):
    return -float(tf.reduce_mean(tf.square(tf.matmul(states, weights) - target)))


population = []
best_score, best = evaluate(policy), policy
for trial in range(trials):
    noise = rng.normal(scale=0.02, size=(64, 256))
    candidate = tf.Variable(policy + tf.constant(noise, tf.float32), name="candidate")  # LEAK
    score = evaluate(candidate)
    population.append((score, candidate))
    if score > best_score:
        best_score, best = score, candidate
        policy.assign(best)

ranking = sorted(score for score, _ in population)
print("best score %.5f, median %.5f" % (best_score, ranking[len(ranking) // 2]))
