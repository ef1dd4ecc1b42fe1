"""Variational inference in an eager loop: distributions made and dropped in each step."""

import sys

import tensorflow as tf
import tensorflow_probability as tfp

tfd = tfp.distributions
rounds = int(sys.argv[1])
loc, scale = tf.Variable(tf.zeros(8)), tf.Variable(tf.zeros(8))
for _ in range(rounds):
    with tf.GradientTape() as tape:
        posterior = tfd.MultivariateNormalDiag(loc, tf.exp(scale))
        sample = posterior.sample(16)
        prior = tfd.MultivariateNormalDiag(tf.ones(8), 2 * tf.ones(8))
        loss = tf.reduce_mean(posterior.log_prob(sample) - prior.log_prob(sample))
    for variable, gradient in zip((loc, scale), tape.gradient(loss, (loc, scale)), strict=True):
        variable.assign_sub(0.05 * gradient)
print(loc.numpy().round(1))
